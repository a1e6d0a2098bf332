/** Looks into runs that are over: their devices at any cycle, computed again from journal and checkpoints. */
package org.reweave.emulator.timetravel;

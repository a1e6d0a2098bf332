/** Decisions at the cuts of a run: conservation, deadlock, warm-up, the end. */
package org.reweave.emulator.governor;

/** The history, the events and the checkpoints of a run as its journal tells them, and the comparison with a replay. */
package org.reweave.emulator.journal.reading;

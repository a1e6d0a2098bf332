/** The journal of a run that is on: an actor for its records, one for how the run is carried on, and checkpoints. */
package org.reweave.emulator.journal.writing;

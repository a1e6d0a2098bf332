/** The records of a run and the entries of its coordinator, and how both are bytes. */
package org.reweave.emulator.journal.format;

package org.reweave.emulator.journal;

/** What the actors of a journal are told. */
sealed interface JournalCommand permits JournalWriter.Append, RunCoordinator.Command {}

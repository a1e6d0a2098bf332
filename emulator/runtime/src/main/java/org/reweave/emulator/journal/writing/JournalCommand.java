package org.reweave.emulator.journal.writing;

/** A message to the writer of a journal, which treats them in their order. */
sealed interface JournalCommand permits JournalWriter.Append, RunCoordinator.Request {}

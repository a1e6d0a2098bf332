/**
 * The journal of a run, and its replay: event-sourced records in a database, written while the run goes on. Source:
 * emulator/docs/journal.md.
 */
package org.reweave.emulator.journal;

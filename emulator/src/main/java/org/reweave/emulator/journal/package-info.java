/**
 * The journal of a run, and its replay: event-sourced records in a database, written while the run goes on. DESIGN
 * section 6.
 */
package org.reweave.emulator.journal;

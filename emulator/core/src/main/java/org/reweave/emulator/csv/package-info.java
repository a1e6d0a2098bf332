/** Comma-separated values for other programs, written with FastCSV. */
package org.reweave.emulator.csv;

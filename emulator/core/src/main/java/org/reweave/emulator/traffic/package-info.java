/** Patterns, injection processes and packet sizes. */
package org.reweave.emulator.traffic;

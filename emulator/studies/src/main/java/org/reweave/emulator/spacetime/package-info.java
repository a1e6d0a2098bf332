/** Events of a run by device and time, with what caused what: as a drawing, and as a file for viewers of traces. */
package org.reweave.emulator.spacetime;

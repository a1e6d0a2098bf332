/** Cycles, flit times, and the queue of what a device will do. */
package org.reweave.emulator.time;

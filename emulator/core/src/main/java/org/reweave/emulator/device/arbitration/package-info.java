/** Arbitration policies: which of the heads that ask for an output of a switch is tried first. */
package org.reweave.emulator.device.arbitration;

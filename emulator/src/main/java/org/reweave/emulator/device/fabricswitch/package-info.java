/** The switch. */
package org.reweave.emulator.device.fabricswitch;

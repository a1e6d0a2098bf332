/**
 * The switch, made of parts: input stage, crossbar with its arbiter, output stage, faults, management and the scheme's
 * site; {@code SwitchCore} puts them together.
 */
package org.reweave.emulator.device.fabricswitch;

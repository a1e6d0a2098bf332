/** The advance of devices in time: islands of devices, the same under every driver. */
package org.reweave.emulator.drive;

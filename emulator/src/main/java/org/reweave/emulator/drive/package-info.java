/** What makes devices advance: islands of devices, the same under every driver. */
package org.reweave.emulator.drive;

/** How the state of a device is written and read back: the value behind checkpoints and whole-state comparison. */
package org.reweave.emulator.state;

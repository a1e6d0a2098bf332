/** Containers whose contents belong to the state of a device, and states as bytes. */
package org.reweave.emulator.state;

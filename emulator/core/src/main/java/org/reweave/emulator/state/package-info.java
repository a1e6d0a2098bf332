/** Containers whose contents belong to the state of a device. */
package org.reweave.emulator.state;

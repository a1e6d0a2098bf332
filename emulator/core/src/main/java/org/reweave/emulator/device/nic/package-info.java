/** The NIC: traffic generation, datagrams or end-to-end transport, source routes, measures. */
package org.reweave.emulator.device.nic;

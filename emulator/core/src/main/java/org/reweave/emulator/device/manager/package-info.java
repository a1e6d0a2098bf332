/** The manager as a device: discovery and distribution by SMPs around the manager machine of reconfig. */
package org.reweave.emulator.device.manager;

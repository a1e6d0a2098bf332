package org.reweave.emulator.device;

/**
 * Which device of the network a device is.
 *
 * @param id its number among the devices
 * @param plan what it knows of its ports
 */
public record DeviceIdentity(int id, String name, PortPlan plan) {}

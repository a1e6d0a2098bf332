package org.reweave.emulator.device;

/**
 * The identity of a device in its network.
 *
 * @param id its number among the devices
 * @param plan the ports and their planned outages
 */
public record DeviceIdentity(int id, String name, PortPlan plan) {}

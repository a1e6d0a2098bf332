package org.reweave.emulator.device;

import org.reweave.emulator.perturb.Perturbation;

/**
 * The identity of a device in its network.
 *
 * @param id its number among the devices
 * @param plan the ports and their planned outages
 * @param perturbation what disturbs the run
 * @param calmUntil cycle before which nothing fails and no reconfiguration begins anywhere in the network, so that no
 *     cut and no separator is sent
 * @param longestPacket bound on the flits of a data packet anywhere in the network
 */
public record DeviceIdentity(
        int id, String name, PortPlan plan, Perturbation perturbation, long calmUntil, int longestPacket) {
    /** Identity of a device that nothing disturbs, in a network of which nothing else is known. */
    public DeviceIdentity(int id, String name, PortPlan plan) {
        this(id, name, plan, Perturbation.NONE, 0, Integer.MAX_VALUE);
    }
}

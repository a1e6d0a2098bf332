package org.reweave.emulator.device;

import org.reweave.emulator.perturb.Perturbation;

/**
 * The identity of a device in its network.
 *
 * @param id its number among the devices
 * @param plan the ports and their planned outages
 * @param perturbation what disturbs the run
 */
public record DeviceIdentity(int id, String name, PortPlan plan, Perturbation perturbation) {
    /** Of a device that nothing disturbs. */
    public DeviceIdentity(int id, String name, PortPlan plan) {
        this(id, name, plan, Perturbation.NONE);
    }
}

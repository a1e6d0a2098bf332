package org.reweave.emulator.governor;

import org.reweave.emulator.link.Wiring;

/**
 * The numbers of a run that the governor needs. Times in cycles.
 *
 * @param wiring of the devices
 * @param names of the devices, by id
 * @param lanes VLs of every data port
 * @param capacityUnits per device and port: credits of its input buffer, each VL; 0 = the port takes no data
 * @param onOff on/off flow control in place of credits
 * @param rings that bubble flow control keeps from being full
 * @param interval I between cuts
 * @param delay W: a decision on cut k takes effect at (k + W) I
 * @param trafficEnd cycle from which on no pattern generates messages (the rest of a trace, or of a number of messages,
 *     counts as {@code queued}), so that the run may end when the network is empty
 * @param warmup when measuring begins
 * @param limit cycle at which the run ends in any case
 */
public record GovernorPlan(
        Wiring wiring,
        String[] names,
        int lanes,
        int[][] capacityUnits,
        boolean onOff,
        Rings rings,
        long interval,
        int delay,
        long trafficEnd,
        WarmupRule warmup,
        long limit) {}

package org.reweave.emulator.device;

/** The clock and the timers of a device, as the parts of the device see them. */
public interface Timers {
    /** The cycle whose events the device treats. */
    long now();

    /**
     * Calls the device's data path at a cycle, after the cycle's arrivals and faults.
     *
     * @param type one of the device's types of timers, which are treated in ascending order
     */
    void timer(long cycle, int type, int index);

    /**
     * Calls the device's management side at a cycle, after the cycle's other timers and before its arbitration.
     *
     * @param type one of the device's types of agent timers, which are treated in ascending order
     */
    void agentTimer(long cycle, int type, int index);
}

package org.reweave.emulator.device.fabricswitch;

/** The packets that wait in a switch. */
interface WaitingPackets {
    /**
     * An input of the switch may have changed the agent's verdicts: held packets are routed again, or all waiting ones
     * if the agent wishes that, and all heads are offered again.
     */
    void reconsider(long cycle);
}

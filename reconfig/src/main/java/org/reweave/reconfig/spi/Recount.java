package org.reweave.reconfig.spi;

/**
 * The packets in a switch, counted anew by the switch's agent and held against the sums that the agent keeps: a sum
 * goes wrong long before anybody can see it from outside.
 */
public interface Recount {
    /**
     * A packet that has arrived and has been neither granted nor lost; the arguments are those of
     * {@link SwitchAgent#lost}.
     *
     * @param outPort that it was routed to; 0 = none yet, or there is no way
     */
    void packet(int inPort, int lane, int outPort, int outLane, long marks);

    /**
     * All packets have been told.
     *
     * @throws IllegalStateException naming a sum that is another one than that of the packets
     */
    void end();
}

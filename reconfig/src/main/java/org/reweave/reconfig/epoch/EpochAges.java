package org.reweave.reconfig.epoch;

import org.reweave.reconfig.state.StateVisitor;

/** Judges a head without room by the epochs' ages: {@link EpochRule}, or {@link OneBitEpochs} where epochs are bits. */
interface EpochAges {
    /**
     * The verdict on a head without room.
     *
     * @param packet E_pck
     * @param routed E_rtd
     * @param scheduled E_schd
     * @throws IllegalStateException when a packet was routed here in a later epoch than the switch's
     */
    int verdict(int packet, int routed, int scheduled);

    /** Another change begins; its tables come later. */
    void announce(long next);

    /** The tables of a change are in force. */
    void install(long now);

    void visit(StateVisitor state);
}

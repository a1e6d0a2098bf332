package org.reweave.reconfig.epoch;

import org.reweave.reconfig.spi.Verdict;
import org.reweave.reconfig.state.StateVisitor;

/**
 * When EBR discards a packet that lacks room: thesis §6.6 and §6.7, Table 6.2, of which Table 6.1 is the part without
 * epoch 2.
 *
 * <p>Epochs are serial numbers of {@code bits} bits: a is older than b when {@code (b - a) mod 2^bits} lies in
 * 1..2^(bits-1)-1. The table compares up to three epochs, which needs at least 3 bits
 * (reconfig/docs/epoch-based-reconfiguration.md). Epochs of one bit are interpreted by {@link OneBitEpochs}.
 */
final class EpochRule implements EpochAges {
    private final int mask;
    private final int half;

    /** @param bits 3..16; or 1, for {@link #epoch} and {@link #spread} alone */
    EpochRule(int bits) {
        this.mask = (1 << bits) - 1;
        this.half = 1 << (bits - 1);
    }

    /**
     * How many successive epochs may be in the fabric at a time: half of all can be told apart by age; with one bit,
     * two where the direction of the change is known.
     */
    int spread() {
        return Math.max(half, 2);
    }

    /** The epoch that the running number of a change stands for. */
    int epoch(long change) {
        return (int) change & mask;
    }

    /** a - b as a serial number: negative when a is older. */
    int difference(int a, int b) {
        int forward = (a - b) & mask;
        return forward >= half ? forward - mask - 1 : forward;
    }

    /**
     * The verdict on a head without room: discard iff E_pck &lt; E_schd, or E_pck = E_schd and E_rtd &lt; E_schd. This
     * gives every printed row; row 20, "(2,0,1): no, transient", contradicts the prose before the table, and the row is
     * followed (reconfig/docs/epoch-based-reconfiguration.md).
     *
     * @param packet E_pck
     * @param routed E_rtd
     * @param scheduled E_schd
     * @return {@code HOLD}, or a discard with the row's number
     * @throws IllegalStateException when E_rtd &gt; E_schd, the impossible rows: a switch never goes back
     */
    @Override
    public int verdict(int packet, int routed, int scheduled) {
        int packetAge = difference(packet, scheduled);
        int routedAge = difference(routed, scheduled);
        if (routedAge > 0) {
            throw new IllegalStateException("packet routed in epoch " + routed + ", newer than its switch's epoch "
                    + scheduled + " (an impossible row of Table 6.2)");
        }
        boolean discard = packetAge < 0 || packetAge == 0 && routedAge < 0;
        return discard ? Verdict.discard(row(packetAge, routedAge)) : Verdict.HOLD;
    }

    @Override
    public void announce(long next) {
        throw new IllegalStateException(
                "change " + next + " is announced to a switch whose epochs tell their age without");
    }

    @Override
    public void install(long now) {}

    @Override
    public void visit(StateVisitor state) {}

    /** Words for a packet of a row of Table 6.2, which the rule discards where the next buffer has no room. */
    static String words(int row) {
        if (row < 1 || row > 27) {
            return "";
        }
        int packet = (row - 1) / 9;
        int routed = (row - 1) / 3 % 3;
        int scheduled = (row - 1) % 3;
        String sent = packet < scheduled
                ? "a packet sent before the tables that its switch has now"
                : "a packet sent under the tables that its switch has now";
        String way = routed < scheduled ? "routed in the switch by earlier ones" : "routed in the switch by these";
        return sent + ", " + way + ", without room in the next buffer";
    }

    /**
     * The row of Table 6.2 for this order of the three epochs: the oldest counts as 0 and gaps of more than two as two.
     */
    private static int row(int packetAge, int routedAge) {
        int oldest = Math.min(packetAge, Math.min(routedAge, 0));
        int packet = Math.min(packetAge - oldest, 2);
        int routed = Math.min(routedAge - oldest, 2);
        int scheduled = Math.min(-oldest, 2);
        return 1 + 9 * packet + 3 * routed + scheduled;
    }
}

package org.reweave.routing.rerouting;

import static org.reweave.routing.rerouting.Reroute.NL;
import static org.reweave.routing.rerouting.Reroute.PORT_TURN;

/** R_adapt^link and R_adapt^switch; parameters as in {@link LocalRerouting#next}. */
final class AdaptiveRerouting {
    private AdaptiveRerouting() {}

    /** Source: fat-tree paper §VII.A. */
    static long link(int k, int inPort, int header, int way, int down, int up, int vector) {
        if (way >= 0) {
            return downwards(k, inPort, header, way, down);
        }
        return inPort >= k ? turn(k, inPort, header, up, vector) : Reroute.up(up, header);
    }

    /**
     * Source: fat-tree paper §VII.B; emulator/docs/validity.md. A bottom switch that is a two-hop group's U-turn switch
     * keeps {@code port} at -2 (4b before 4c): set to -1 there, the packet would forget its U-turn switch, and two of
     * them could pass it back and forth between two faults for ever, each knowing only one (found by exploring all
     * choices on the 3-ary 3-tree with two switch faults).
     */
    static long twoHop(int k, boolean bottom, int inPort, int header, int way, int down, int up, int vector) {
        boolean fromAbove = inPort >= k;
        int port = Reroute.port(header);
        if (way >= 0) {
            boolean straight = !fromAbove && (down >> way & 1) != 0;
            return downwards(k, inPort, straight ? Reroute.INITIAL : header, way, down); // 3, 2
        }
        if (!fromAbove) {
            return Reroute.up(up, port == PORT_TURN ? Reroute.header(NL, inPort) : header); // 6, 1
        }
        if (port == PORT_TURN || bottom) {
            return turn(k, inPort, header, up, vector); // 4b, 4c, 5, 7
        }
        return Reroute.down(port >= 0 ? Reroute.preferred(port, down) : down, Reroute.header(NL, PORT_TURN)); // 4d, 4a
    }

    private static long downwards(int k, int inPort, int header, int way, int down) {
        if ((down >> way & 1) != 0) {
            return Reroute.down(1 << way, header);
        }
        return Reroute.down(inPort >= k ? down : Reroute.preferred(inPort, down), header); // 2a, 2b
    }

    private static long turn(int k, int inPort, int header, int up, int vector) {
        return Reroute.upMarking(up & ~vector & ~(1 << inPort - k), header);
    }
}

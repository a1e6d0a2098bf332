package org.reweave.routing.rerouting;

import static org.reweave.routing.rerouting.Reroute.ML1;
import static org.reweave.routing.rerouting.Reroute.ML2;
import static org.reweave.routing.rerouting.Reroute.NL;
import static org.reweave.routing.rerouting.Reroute.PORT_NONE;
import static org.reweave.routing.rerouting.Reroute.PORT_TURN;

/** R_det^link and R_det^switch; parameters as in {@link LocalRerouting#next}. */
final class DeterministicRerouting {
    private DeterministicRerouting() {}

    /** Source: fat-tree paper §VI.A; step 2b and the U-turn as repaired in emulator/docs/validity.md. */
    static long link(int k, int inPort, int header, int way, int down, int up) {
        boolean fromAbove = inPort >= k;
        boolean rerouted = Reroute.layer(header) == ML1;
        if (way < 0) {
            if (!fromAbove) {
                return Reroute.up(Reroute.nearest(-1 - way, up), Reroute.INITIAL); // 1
            }
            int first = rerouted ? Reroute.above(inPort - k, up) : Integer.lowestOneBit(up); // 3a, 3b, 5
            return Reroute.up(first, Reroute.header(ML1, PORT_NONE));
        }
        boolean backFromTurn = rerouted && !fromAbove;
        int onward = Reroute.header(backFromTurn ? ML1 : NL, PORT_NONE);
        if ((down >> way & 1) != 0) {
            return Reroute.down(1 << way, onward);
        }
        return Reroute.down(Reroute.nearest(backFromTurn ? inPort : way, down), onward); // 2b, 2a
    }

    /** Source: fat-tree paper §VI.B, steps 1 to 5, as repaired in emulator/docs/validity.md. */
    static long twoHop(int k, boolean bottom, int inPort, int header, int way, int down, int up) {
        boolean fromAbove = inPort >= k;
        int layer = Reroute.layer(header);
        int port = Reroute.port(header);
        if (way >= 0) {
            return downwards(fromAbove, inPort, layer, port, way, down);
        }
        if (!fromAbove) {
            int out = Reroute.nearest(-1 - way, up);
            return Reroute.up(out, port == PORT_TURN ? Reroute.header(ML2, inPort) : Reroute.INITIAL); // 5, 1
        }
        if (port >= 0) {
            return Reroute.down(Reroute.nearest(port, down), Reroute.header(ML1, PORT_TURN)); // 4c
        }
        if (port == PORT_NONE && !bottom) {
            return Reroute.down(Reroute.nearest(-1 - way, down), Reroute.header(NL, PORT_TURN)); // 4a
        }
        int arrival = inPort - k;
        int next = layer == NL ? Integer.lowestOneBit(up & ~(1 << arrival)) : Reroute.above(arrival, up); // 4b
        return Reroute.up(next, Reroute.header(ML1, port));
    }

    /** Steps 2 and 3: the destination is below. */
    private static long downwards(boolean fromAbove, int inPort, int layer, int port, int way, int down) {
        boolean healthy = (down >> way & 1) != 0;
        if (fromAbove) {
            int onward = Reroute.header(layer == ML2 ? ML1 : NL, PORT_NONE);
            return Reroute.down(healthy ? 1 << way : Reroute.nearest(way, down), onward); // 2b, 2c, 2d, 3a
        }
        if (healthy) {
            return Reroute.down(1 << way, Reroute.header(layer, PORT_NONE)); // 2a, 2d; ML1 from below stays
        }
        if (layer == NL) {
            return Reroute.down(Reroute.nearest(way, down), Reroute.INITIAL); // 3a at the turn
        }
        return Reroute.down(
                Reroute.nearest(inPort, down), Reroute.header(layer, port)); // 3b; the bottom tier's group stays in ML1
    }
}

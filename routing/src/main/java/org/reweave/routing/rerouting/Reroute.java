package org.reweave.routing.rerouting;

/**
 * The words of local rerouting as ints and longs: a packet's header extension and a switch's answer.
 *
 * <p>Header: virtual layer and {@code port} field. Answer: the out ports a packet may take, as a mask of up or of down
 * ports, the header it leaves with, and whether the switch sets its rerouting bit of the arrival port. An answer
 * without ports discards. Source: fat-tree paper §V.B, §VI, §VII.
 */
public final class Reroute {
    /** The layer of packets on their way, and of all packets under adaptive routing. */
    public static final int NL = 0;
    /** First rerouting layer: link version, lower half of a two-hop group. */
    public static final int ML1 = 1;
    /** Second rerouting layer: upper half of a two-hop group. */
    public static final int ML2 = 2;

    /** {@code port}: not rerouted. */
    public static final int PORT_NONE = -1;
    /** {@code port}: on the second tier down, or at or just above the U-turn switch. */
    public static final int PORT_TURN = -2;

    /** A NIC's packets: NL, {@link #PORT_NONE}. */
    public static final int INITIAL = header(NL, PORT_NONE);

    /** No port: the packet is discarded, and the source may be notified. */
    public static final long DISCARD = 0;

    private static final long UP = 1L << 32;
    private static final long MARK = 1L << 33;
    private static final int HEADER_SHIFT = 40;
    private static final long MASK = 0xffff_ffffL;

    private Reroute() {}

    /** @param port {@link #PORT_NONE}, {@link #PORT_TURN} or a down port */
    public static int header(int layer, int port) {
        return layer | port + 2 << 2;
    }

    public static int layer(int header) {
        return header & 3;
    }

    public static int port(int header) {
        return (header >> 2) - 2;
    }

    /** The ports to choose from: bit i is down port i, or up port k + i if {@link #goesUp}. */
    public static int ports(long answer) {
        return (int) (answer & MASK);
    }

    public static boolean goesUp(long answer) {
        return (answer & UP) != 0;
    }

    /** The U-turn switch sets the bit of the arrival port in its rerouting vector. */
    public static boolean marksArrival(long answer) {
        return (answer & MARK) != 0;
    }

    /** The header the packet leaves with. */
    public static int headerOf(long answer) {
        return (int) (answer >>> HEADER_SHIFT);
    }

    static long up(int ports, int header) {
        return ports == 0 ? DISCARD : ports & MASK | UP | (long) header << HEADER_SHIFT;
    }

    static long upMarking(int ports, int header) {
        return up(ports, header) | MARK;
    }

    static long down(int ports, int header) {
        return ports == 0 ? DISCARD : ports & MASK | (long) header << HEADER_SHIFT;
    }

    /**
     * The first healthy port from a wanted one on, in cyclic order; as a mask, 0 = none. The repairs leave the choice
     * open.
     */
    static int nearest(int wanted, int healthy) {
        int after = healthy & -1 << wanted;
        return Integer.lowestOneBit(after != 0 ? after : healthy);
    }

    /** A port if it is healthy, else all that are: a mask. */
    static int preferred(int port, int healthy) {
        return (healthy >> port & 1) != 0 ? 1 << port : healthy;
    }

    /** The lowest healthy port above a given one; as a mask, 0 = none. */
    static int above(int port, int healthy) {
        return port >= 31 ? 0 : Integer.lowestOneBit(healthy & -1 << port + 1);
    }
}

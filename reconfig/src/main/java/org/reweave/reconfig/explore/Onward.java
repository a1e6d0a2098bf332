package org.reweave.reconfig.explore;

/** The switches that packets of a world may still come to, by any tables that switches of its model may have. */
final class Onward {
    private final World world;
    private final Tables tables;
    private final long[][] next; // [destination NIC][switch]: neighbours that some tables lead to; null = not known yet
    private final long[][] all; // [destination NIC][switch]: these, theirs, and so on, and the switch itself

    Onward(World world, Tables tables) {
        this.world = world;
        this.tables = tables;
        this.next = new long[world.fabric.nicCount()][];
        this.all = new long[next.length][];
    }

    /** Switches that a packet in a switch may be sent to, a bit each. */
    long next(int packet, int switchDevice) {
        return next[known(packet)][switchDevice];
    }

    /** Switches that a packet in a switch may come to, this one included, a bit each. */
    long all(int packet, int switchDevice) {
        return all[known(packet)][switchDevice];
    }

    /** Switches that a packet may come to by the ways that it has been routed to, a bit each. */
    long byWays(int packet) {
        long reached = 0;
        for (int i = 0; i < world.ways[packet]; i++) {
            int there = world.to(world.way[packet * World.WAYS + i]);
            reached |= world.fabric.isSwitch(there) ? all(packet, there) : 0;
        }
        return reached;
    }

    private int known(int packet) {
        int nic = world.packets.get(packet).destination();
        if (all[nic] == null) {
            next[nic] = new long[world.fabric.switchCount()];
            for (int s = 0; s < next[nic].length; s++) {
                next[nic][s] = tables.beyond(s, nic);
            }
            all[nic] = close(next[nic]);
        }
        return nic;
    }

    private static long[] close(long[] next) {
        long[] reach = new long[next.length];
        for (int s = 0; s < reach.length; s++) {
            reach[s] = 1L << s;
        }
        boolean grows = true;
        while (grows) {
            grows = false;
            for (int s = 0; s < reach.length; s++) {
                long more = reach[s];
                for (long rest = next[s]; rest != 0; rest &= rest - 1) {
                    more |= reach[Long.numberOfTrailingZeros(rest)];
                }
                grows |= more != reach[s];
                reach[s] = more;
            }
        }
        return reach;
    }
}

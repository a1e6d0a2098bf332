package org.reweave.routing.rftr;

/**
 * SLtoVL entries by (switch, in port, out port, SL), in port 0 standing for all NICs of a switch. Each entry counts its
 * paths, and is removed with the last of them. Two paths that need different VLs in one entry are a mapping conflict
 * (thesis §4.2): they need different SLs.
 */
final class RftrLevels {
    /** Service levels of InfiniBand. */
    static final int MAX_LEVELS = 16;

    private final RftrWiring wiring;
    private final byte[] lane; // [turn * MAX_LEVELS + level]
    private final int[] users;

    RftrLevels(RftrWiring wiring) {
        this.wiring = wiring;
        int turns = wiring.switches * wiring.ports * wiring.ports;
        this.lane = new byte[turns * MAX_LEVELS];
        this.users = new int[turns * MAX_LEVELS];
    }

    RftrLevels(RftrLevels other) {
        this.wiring = other.wiring;
        this.lane = other.lane.clone();
        this.users = other.users.clone();
    }

    private int entry(int[] path, int i) {
        int in = i == 0 ? 0 : wiring.inPort[path[i - 1] >> 1];
        return entry(wiring.from[path[i] >> 1], in, wiring.outPort[path[i] >> 1]);
    }

    private int entry(int s, int in, int out) {
        return ((s * wiring.ports + in) * wiring.ports + out) * MAX_LEVELS;
    }

    /** @return the lowest of the first {@code levels} SLs that maps a path as it needs, -1 = all conflict */
    int fit(int[] path, int firstLane, int levels) {
        int open = (1 << levels) - 1;
        int at = firstLane;
        for (int i = 0; i < path.length && open != 0; i++) {
            at += path[i] & 1;
            int entry = entry(path, i);
            for (int left = open; left != 0; left &= left - 1) {
                int level = Integer.numberOfTrailingZeros(left);
                if (users[entry + level] > 0 && lane[entry + level] != at) {
                    open &= ~(1 << level);
                }
            }
        }
        return open == 0 ? -1 : Integer.numberOfTrailingZeros(open);
    }

    void install(int[] path, int firstLane, int level) {
        int at = firstLane;
        for (int i = 0; i < path.length; i++) {
            at += path[i] & 1;
            int entry = entry(path, i) + level;
            lane[entry] = (byte) at;
            users[entry]++;
        }
    }

    void release(int[] path, int level) {
        for (int i = 0; i < path.length; i++) {
            users[entry(path, i) + level]--;
        }
    }

    /** @return the VL, or -1 = no entry */
    int lane(int switchDevice, int inPort, int outPort, int level) {
        int entry = entry(switchDevice, inPort, outPort) + level;
        return users[entry] > 0 ? lane[entry] : -1;
    }
}

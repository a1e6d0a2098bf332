package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.reconfig.state.StateVisitor;

/** The paths from each input port into the crossbar, where their number is limited: each carries a packet at a time. */
final class InputPaths {
    private final int perPort; // 0 = as many as there are queues
    private final long[] freeAt; // by port * perPort + path
    private final long[] awaited; // by port: the last cycle at which a path was waited for

    /** @param perPort packets of a port that may cross at a time; 0 = any number */
    InputPaths(int ports, int perPort) {
        this.perPort = perPort;
        this.freeAt = new long[ports * perPort];
        this.awaited = new long[ports];
    }

    boolean areLimited() {
        return perPort > 0;
    }

    /** Whether a packet of a port could cross. */
    boolean isOpen(int port, long cycle) {
        return perPort == 0 || freeAt[first(port)] <= cycle;
    }

    /** The path of a port that is free first. */
    private int first(int port) {
        int best = port * perPort;
        for (int path = best + 1; path < (port + 1) * perPort; path++) {
            best = freeAt[path] < freeAt[best] ? path : best;
        }
        return best;
    }

    /** A packet of a port begins to cross; a path is open. */
    void take(int port, long until) {
        if (perPort > 0) {
            freeAt[first(port)] = until;
        }
    }

    /** When a path of a port without an open one is free; -1 = somebody waits for that cycle already. */
    long await(int port) {
        long cycle = freeAt[first(port)];
        if (awaited[port] == cycle) {
            return -1;
        }
        awaited[port] = cycle;
        return cycle;
    }

    /** The switch has lost all its packets. */
    void clear() {
        Arrays.fill(freeAt, 0);
        Arrays.fill(awaited, 0);
    }

    void visit(StateVisitor state) {
        state.values(freeAt);
        state.values(awaited);
    }
}

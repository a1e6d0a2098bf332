package org.reweave.emulator.governor;

import java.util.List;
import org.reweave.reconfig.state.StateVisitor;

/** How long packets have been waiting only for each other: for each of them the first cut from which on it did. */
final class BlockedSince {
    private long[] packets = new long[16];
    private long[] since = new long[16];
    private int count;

    /** @param blocked the packets that wait only for each other at this cut */
    void cut(long cycle, List<Deadlock.Member> blocked) {
        long[] nextPackets = new long[Math.max(packets.length, blocked.size())];
        long[] nextSince = new long[nextPackets.length];
        for (int i = 0; i < blocked.size(); i++) {
            nextPackets[i] = blocked.get(i).packet();
            nextSince[i] = of(blocked.get(i).packet(), cycle);
        }
        packets = nextPackets;
        since = nextSince;
        count = blocked.size();
    }

    private long of(long packet, long otherwise) {
        for (int i = 0; i < count; i++) {
            if (packets[i] == packet) {
                return since[i];
            }
        }
        return otherwise;
    }

    /** The first cut from which on all packets of the last cut were blocked. */
    long all() {
        long latest = 0;
        for (int i = 0; i < count; i++) {
            latest = Math.max(latest, since[i]);
        }
        return latest;
    }

    void visit(StateVisitor state) {
        count = state.count(count);
        if (count > packets.length) {
            packets = new long[count];
            since = new long[count];
        }
        state.values(packets, count);
        state.values(since, count);
    }
}

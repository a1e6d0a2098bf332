package org.reweave.emulator.device;

import org.reweave.emulator.link.Outbox;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.state.LongRings;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The separators that wait for a device's links, per (port, VL), index {@code port * lanes + lane}: each goes out
 * in-band, behind the packets that had been granted to its output when it was appended. It takes the link as a
 * flow-control packet does, at least for one flit, and no credits.
 */
public final class Separators {
    private final Transmitter links;
    private final Outbox outbox;
    private final DeviceLog log;
    private final int lanes;
    private final int flits;
    private final LongRings waiting; // per output: number of packets that must have left it first, mark
    private final long[] left; // per output: packets that have left it
    private final int[] count; // per port: separators that wait
    private int total; // of all ports: most of the time 0, and then no port's count is looked at

    public Separators(int ports, int lanes, int flowControlFlits, Transmitter links, Outbox outbox, DeviceLog log) {
        this.links = links;
        this.outbox = outbox;
        this.log = log;
        this.lanes = lanes;
        this.flits = Math.max(1, flowControlFlits);
        this.waiting = new LongRings(ports * lanes);
        this.left = new long[waiting.count()];
        this.count = new int[ports];
    }

    /** @param ahead packets that wait at this output */
    public void append(int output, int ahead, long mark) {
        LongRing ring = waiting.get(output);
        ring.add(left[output] + ahead);
        ring.add(mark);
        count[output / lanes]++;
        total++;
        links.touch(output / lanes);
    }

    /** A packet has left an output, for the link or for nowhere. */
    public void packetLeft(int output) {
        left[output]++;
    }

    /**
     * Puts a separator on a free link, if one is due there; the lowest VL first.
     *
     * @return cycles for which it takes the link; 0 = none is due
     */
    public int send(int port, long cycle) {
        for (int lane = 0; lane < lanes && isWaiting(port); lane++) {
            int output = port * lanes + lane;
            if (isDue(output)) {
                LongRing ring = waiting.get(output);
                ring.remove();
                long mark = ring.remove();
                count[port]--;
                total--;
                outbox.separator(port, lane, mark, cycle + links.sendDelay());
                log.count(Counter.SEPARATORS_SENT);
                log.events().separatorSent(cycle, port + 1, lane, mark);
                return links.cyclesFor(port, flits);
            }
        }
        return 0;
    }

    private boolean isDue(int output) {
        return !waiting.isEmpty(output) && waiting.get(output).peek(0) <= left[output];
    }

    /** The link is down: nothing waits for it any more. */
    public void clear(int port, long cycle) {
        for (int output = port * lanes; output < (port + 1) * lanes; output++) {
            while (!waiting.isEmpty(output)) {
                LongRing ring = waiting.get(output);
                ring.remove();
                log.events().separatorLost(cycle, port + 1, output % lanes, ring.remove());
            }
        }
        total -= count[port];
        count[port] = 0;
    }

    /**
     * Compares the numbers of separators with those that wait.
     *
     * @throws IllegalStateException naming the port
     */
    public void audit() {
        int all = 0;
        for (int port = 0; port < count.length; port++) {
            int waits = 0;
            for (int output = port * lanes; output < (port + 1) * lanes; output++) {
                waits += count(output);
            }
            if (waits != count[port]) {
                throw new IllegalStateException(
                        "port " + (port + 1) + ": " + waits + " separators wait, and " + count[port] + " are counted");
            }
            all += waits;
        }
        if (all != total) {
            throw new IllegalStateException(all + " separators wait, and " + total + " are counted");
        }
    }

    /**
     * Looks whether the separators of an output wait only for packets that are there.
     *
     * @param ahead packets that wait at this output
     * @throws IllegalStateException naming the port and VL
     */
    public void audit(int output, int ahead) {
        for (int at = 0; at < waiting.size(output); at += 2) {
            long until = waiting.get(output).peek(at);
            if (until > left[output] + ahead) {
                throw new IllegalStateException("port " + (output / lanes + 1) + " VL " + output % lanes
                        + ": a separator waits for " + (until - left[output]) + " packets of " + ahead);
            }
        }
    }

    /** How many wait at an output. */
    public int count(int output) {
        return waiting.size(output) / 2;
    }

    /** Whether any separator waits for a port's link. */
    public boolean isWaiting(int port) {
        return total > 0 && count[port] > 0;
    }

    public boolean isEmpty() {
        return total == 0;
    }

    public void visit(StateVisitor state) {
        waiting.visit(state);
        state.values(left);
        state.values(count);
        total = state.value(total);
    }
}

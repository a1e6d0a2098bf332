package org.reweave.emulator.link;

import java.util.Arrays;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.state.StateVisitor;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.time.FlitTime;

/**
 * The sending side of a device's links: who may use a link next, and the credits of both directions.
 *
 * <p>Between packets a link goes first to SMPs (VL15: highest priority, no flow control), then to flow-control packets,
 * then to data. Credits are kept per (port, VL) in index {@code port * lanes + lane}; all counters of one link start
 * again when it comes up, and then {@code free + (spent - arrived) + buffered + owed + (returned - regained) =
 * capacity} holds over its two ends.
 */
public final class Transmitter {
    /** The data side of a device. */
    public interface Source {
        /**
         * Offers a free link.
         *
         * @return cycles that it is taken for, 0 = nothing to send
         */
        int send(int port, long now);

        /** The link is free again after data that {@link #send} put on it, or after a control packet. */
        void linkFree(int port, long now);

        /** Has {@link Transmitter#linkFree} called at a cycle. */
        void linkFreeAt(int port, long cycle);
    }

    /**
     * How a transmitter works. Times in cycles, lengths in flits.
     *
     * @param sendDelay from the decision to send to the first flit on the link; at least 1
     * @param creditDelay from the cycle after the release of buffer space to its credit on the link
     * @param flowControlFlits link time of a flow-control packet; 0 = credits travel beside the data
     * @param smpFlits link time of an SMP
     * @param smpBuffer SMPs that wait for one link before more are lost
     */
    public record Timing(int sendDelay, int creditDelay, int flowControlFlits, int smpFlits, int smpBuffer) {}

    /** Words of {@link #busy} per port, and which is which. */
    public static final int BUSY_KINDS = 2;

    public static final int BUSY_DATA = 0;
    public static final int BUSY_CONTROL = 1;

    private final Timing timing;
    private final int lanes;
    private final FlitTime[] flitTime;
    private final Outbox outbox;
    private final DeviceLog log;
    private final Source source;
    private final boolean[] up;
    private final long[] freeAt;
    private final long[] busy; // per port: cycles taken by data, cycles taken by SMPs and flow control
    private final int[] free;
    private final int[] owed;
    private final long[] spent;
    private final long[] regained;
    private final long[] arrived;
    private final long[] returned;
    private final LongRing[] smps; // per port: length, words
    private final int[] smpCount;
    private final long[] touched;

    /**
     * @param flitTime per port
     * @param upAtStart per port
     */
    public Transmitter(
            FlitTime[] flitTime,
            boolean[] upAtStart,
            int lanes,
            Timing timing,
            Outbox outbox,
            DeviceLog log,
            Source source) {
        int ports = flitTime.length;
        this.timing = timing;
        this.lanes = lanes;
        this.flitTime = flitTime;
        this.outbox = outbox;
        this.log = log;
        this.source = source;
        this.up = upAtStart.clone();
        this.freeAt = new long[ports];
        this.busy = new long[ports * BUSY_KINDS];
        this.free = new int[ports * lanes];
        this.owed = new int[ports * lanes];
        this.spent = new long[ports * lanes];
        this.regained = new long[ports * lanes];
        this.arrived = new long[ports * lanes];
        this.returned = new long[ports * lanes];
        this.smps = new LongRing[ports];
        Arrays.setAll(smps, i -> new LongRing());
        this.smpCount = new int[ports];
        this.touched = new long[(ports + 63) >> 6];
    }

    /** Sets what the far end of a port can take when the run starts; nothing through a link that is not there yet. */
    public void grantInitialCredits(int port, int units) {
        Arrays.fill(free, port * lanes, (port + 1) * lanes, up[port] ? units : 0);
    }

    public boolean isUp(int port) {
        return up[port];
    }

    public int freeCredits(int portLane) {
        return free[portLane];
    }

    public int cyclesFor(int port, int flits) {
        return flitTime[port].cyclesFor(flits);
    }

    public FlitTime flitTime(int port) {
        return flitTime[port];
    }

    public int sendDelay() {
        return timing.sendDelay();
    }

    /** Something about this port has changed: look at it in this cycle's arbitration. */
    public void touch(int port) {
        touched[port >> 6] |= 1L << port;
    }

    public void linkFree(int port, long now) {
        if (freeAt[port] == now) {
            source.linkFree(port, now);
            touch(port);
        }
    }

    boolean linkIdle(int port, long now) {
        return freeAt[port] <= now;
    }

    /** The arbitration of every touched port, in ascending order; ports touched on the way have their turn too. */
    public void settle(long now) {
        boolean again = true;
        while (again) {
            again = false;
            for (int word = 0; word < touched.length; word++) {
                long bits = touched[word];
                touched[word] = 0;
                again |= bits != 0;
                while (bits != 0) {
                    int port = (word << 6) + Long.numberOfTrailingZeros(bits);
                    bits &= bits - 1;
                    if (up[port] && freeAt[port] <= now) {
                        use(port, now);
                    }
                }
            }
        }
    }

    /** Whether data could go on a link in this cycle. */
    public boolean isOpen(int port, long now) {
        return up[port] && freeAt[port] <= now && smpCount[port] == 0 && !owes(port);
    }

    private boolean owes(int port) {
        boolean owes = false;
        for (int i = port * lanes; timing.flowControlFlits() > 0 && i < (port + 1) * lanes; i++) {
            owes |= owed[i] > 0;
        }
        return owes;
    }

    private void use(int port, long now) {
        int cycles = 0;
        if (smpCount[port] > 0) {
            cycles = sendSmp(port, now);
        } else if (timing.flowControlFlits() > 0) {
            cycles = sendOwed(port, now);
        }
        int kind = cycles > 0 ? BUSY_CONTROL : BUSY_DATA;
        if (cycles == 0) {
            cycles = source.send(port, now);
        }
        if (cycles > 0) {
            busy[port * BUSY_KINDS + kind] += cycles;
            freeAt[port] = now + cycles;
            source.linkFreeAt(port, now + cycles);
        }
    }

    private int sendSmp(int port, long now) {
        LongRing ring = smps[port];
        int length = (int) ring.remove();
        smpCount[port]--;
        outbox.smp(port, now + timing.sendDelay(), ring, length);
        log.count(Counter.SMPS_SENT);
        return cyclesFor(port, timing.smpFlits());
    }

    /** One flow-control packet, for the lowest lane that is owed credits; they count when all of it has arrived. */
    private int sendOwed(int port, long now) {
        for (int lane = 0; lane < lanes; lane++) {
            int units = owed[port * lanes + lane];
            if (units > 0) {
                owed[port * lanes + lane] = 0;
                int cycles = cyclesFor(port, timing.flowControlFlits());
                giveBack(port, lane, units, now + 1 + timing.creditDelay() + cycles - 1);
                return cycles;
            }
        }
        return 0;
    }

    /** Queues an SMP of {@code length} words; it is lost silently when the link is down or the queue full (VL15). */
    public void queueSmp(int port, long[] words, int length, long now) {
        if (!up[port] || smpCount[port] >= timing.smpBuffer()) {
            loseSmp(port, now);
            return;
        }
        LongRing ring = smps[port];
        ring.add(length);
        for (int i = 0; i < length; i++) {
            ring.add(words[i]);
        }
        smpCount[port]++;
        touch(port);
    }

    public void loseSmp(int port, long now) {
        log.count(Counter.SMPS_LOST);
        log.events().smpLost(now, port + 1);
    }

    /** A packet's credits are used up by sending it. */
    public void spend(int port, int lane, int units) {
        int index = port * lanes + lane;
        free[index] -= units;
        spent[index] += units;
        if (free[index] < 0) {
            throw new IllegalStateException(
                    "port " + (port + 1) + " VL " + lane + ": " + free[index] + " credits after sending");
        }
    }

    /** Credits have come back over the link. */
    public void regain(int port, int lane, int units, boolean absolute) {
        int index = port * lanes + lane;
        free[index] = absolute ? units : free[index] + units;
        regained[index] += units;
        touch(port);
    }

    /** A packet has begun to arrive and takes its space. */
    public void arrive(int port, int lane, int units) {
        arrived[port * lanes + lane] += units;
    }

    /** Space of the input buffer is free again: tell the sender. */
    public void release(int port, int lane, int units, long now) {
        if (!up[port]) {
            return; // the sender learns the whole free space when the link comes up
        }
        if (timing.flowControlFlits() == 0) {
            giveBack(port, lane, units, now + 1 + timing.creditDelay());
        } else {
            owed[port * lanes + lane] += units;
            touch(port);
        }
    }

    private void giveBack(int port, int lane, int units, long stamp) {
        returned[port * lanes + lane] += units;
        outbox.credit(port, lane, units, false, stamp);
    }

    /** The link went down: nothing waits for it any more. */
    public void portDown(int port, long now) {
        up[port] = false;
        while (smpCount[port] > 0) {
            for (int length = (int) smps[port].remove(); length > 0; length--) {
                smps[port].remove();
            }
            smpCount[port]--;
            loseSmp(port, now);
        }
        Arrays.fill(free, port * lanes, (port + 1) * lanes, 0);
        Arrays.fill(owed, port * lanes, (port + 1) * lanes, 0);
    }

    /**
     * The link came up: the sender has no credits until the receiver has told its free space, here for our receiving
     * side.
     *
     * @param freeUnits per lane
     */
    public void portUp(int port, int[] freeUnits, long now) {
        up[port] = true;
        for (int lane = 0; lane < lanes; lane++) {
            int index = port * lanes + lane;
            spent[index] = 0;
            regained[index] = 0;
            arrived[index] = 0;
            returned[index] = freeUnits[lane];
            outbox.credit(port, lane, freeUnits[lane], true, now + 1 + timing.creditDelay());
        }
        touch(port);
    }

    /** Credits spent on packets since the link came up. */
    public long spent(int portLane) {
        return spent[portLane];
    }

    /** Credits that have come back over the link since it came up. */
    public long regained(int portLane) {
        return regained[portLane];
    }

    /** Credits taken by packets that have arrived since the link came up. */
    public long arrived(int portLane) {
        return arrived[portLane];
    }

    /** Credits given back to the far end since the link came up. */
    public long returned(int portLane) {
        return returned[portLane];
    }

    /** Credits that wait for a flow-control packet. */
    public int owed(int portLane) {
        return owed[portLane];
    }

    /**
     * Cycles for which each port's link has been taken since the start, index {@code port * BUSY_KINDS + kind}: a
     * packet counts in full when it is put on the link.
     */
    public long[] busy() {
        return busy.clone();
    }

    /** SMPs that wait for a link. */
    public int smpsQueued() {
        int queued = 0;
        for (int count : smpCount) {
            queued += count;
        }
        return queued;
    }

    public void visit(StateVisitor state) {
        state.values(up);
        state.values(freeAt);
        state.values(busy);
        state.values(free);
        state.values(owed);
        state.values(spent);
        state.values(regained);
        state.values(arrived);
        state.values(returned);
        state.values(smpCount);
        for (LongRing ring : smps) {
            ring.visit(state);
        }
    }
}

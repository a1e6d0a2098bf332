package org.reweave.emulator.device;

import java.util.Arrays;
import org.reweave.emulator.device.fabricswitch.SwitchParameters;
import org.reweave.emulator.link.Outbox;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.time.EventQueue;
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
    interface Source {
        /**
         * Offers a free link.
         *
         * @return cycles that it is taken for, 0 = nothing to send
         */
        int send(int port, long now);

        /** The link is free again after data that {@link #send} put on it, or after a control packet. */
        void linkFree(int port, long now);
    }

    /** Timings that a transmitter needs; see {@link SwitchParameters}. */
    public record Timing(int sendDelay, int creditDelay, int flowControlFlits, int smpFlits, int smpBuffer) {}

    private final Timing timing;
    private final int lanes;
    private final FlitTime[] flitTime;
    private final EventQueue events;
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

    Transmitter(
            PortPlan plan, int lanes, Timing timing, EventQueue events, Outbox outbox, DeviceLog log, Source source) {
        int ports = plan.ports();
        this.timing = timing;
        this.lanes = lanes;
        this.flitTime = plan.flitTime();
        this.events = events;
        this.outbox = outbox;
        this.log = log;
        this.source = source;
        this.up = new boolean[ports];
        for (int port = 0; port < ports; port++) {
            up[port] = plan.isUpAtStart(port);
        }
        this.freeAt = new long[ports];
        this.busy = new long[ports * DeviceReport.BUSY_KINDS];
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

    void linkFree(int port, long now) {
        if (freeAt[port] == now) {
            source.linkFree(port, now);
            touch(port);
        }
    }

    boolean linkIdle(int port, long now) {
        return freeAt[port] <= now;
    }

    /** The arbitration of every touched port, in ascending order; ports touched on the way have their turn too. */
    void settle(long now) {
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
        int kind = cycles > 0 ? DeviceReport.BUSY_CONTROL : DeviceReport.BUSY_DATA;
        if (cycles == 0) {
            cycles = source.send(port, now);
        }
        if (cycles > 0) {
            busy[port * DeviceReport.BUSY_KINDS + kind] += cycles;
            freeAt[port] = now + cycles;
            events.add(now + cycles, EventQueue.TIMER, Device.LINK_FREE << Device.TYPE_SHIFT | port);
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
        log.event(now, EventKind.SMP_LOST, port + 1, 0, 0, 0);
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
    void regain(int port, int lane, int units, boolean absolute) {
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

    /** Fills a report's credit columns for one (port, VL). */
    void report(int portLane, DeviceReport.Credits to) {
        to.set(
                portLane,
                free[portLane],
                spent[portLane],
                regained[portLane],
                arrived[portLane],
                returned[portLane],
                owed[portLane]);
    }

    /** Cycles for which each port's link has been taken so far; see {@link DeviceReport#busy}. */
    long[] busy() {
        return busy.clone();
    }

    /** SMPs that wait for a link. */
    int smpsQueued() {
        int queued = 0;
        for (int count : smpCount) {
            queued += count;
        }
        return queued;
    }

    void encode(StateWriter out) {
        out.flags(up);
        out.longs(freeAt);
        out.longs(busy);
        out.ints(free);
        out.ints(owed);
        out.longs(spent);
        out.longs(regained);
        out.longs(arrived);
        out.longs(returned);
        out.ints(smpCount);
        for (LongRing ring : smps) {
            ring.encode(out);
        }
    }

    void decode(StateReader in) {
        in.flags(up);
        in.longs(freeAt);
        in.longs(busy);
        in.ints(free);
        in.ints(owed);
        in.longs(spent);
        in.longs(regained);
        in.longs(arrived);
        in.longs(returned);
        in.ints(smpCount);
        for (LongRing ring : smps) {
            ring.decode(in);
        }
    }
}

package org.reweave.emulator.device;

import java.util.Arrays;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.ForwardingTable;

/**
 * The report of a device to the governor at a cut, complete and consistent at exactly that cycle: integers, and a
 * switch's table where another one has come into force since the cut before.
 *
 * <p>A report may be written over by {@link Device#fillIn} for a later cut: a run has thousands of cuts, and reports of
 * large fabrics would push the devices themselves out of the processor's caches.
 */
public final class DeviceReport {
    /** Credit counters per (port, VL), index {@code port * lanes + lane}; see {@link Transmitter}. */
    public static final class Credits {
        private static final int COLUMNS = 8;
        private final long[] cells;

        public Credits(int portLanes) {
            this(new long[portLanes * COLUMNS]);
        }

        private Credits(long[] cells) {
            this.cells = cells;
        }

        /** Copies all counters of a port's lane from elsewhere. */
        public void copy(int portLane, Credits from, int fromPortLane) {
            System.arraycopy(from.cells, fromPortLane * COLUMNS, cells, portLane * COLUMNS, COLUMNS);
        }

        /** Writes counters, or reads them into as many. */
        public void visit(StateVisitor state) {
            state.values(cells);
        }

        private void clear() {
            Arrays.fill(cells, 0);
        }

        void set(int portLane, Transmitter links, long through) {
            int at = portLane * COLUMNS;
            cells[at] = links.freeCredits(portLane, through);
            cells[at + 1] = links.spent(portLane);
            cells[at + 2] = links.regained(portLane);
            cells[at + 3] = links.arrived(portLane);
            cells[at + 4] = links.returned(portLane);
            cells[at + 5] = links.owed(portLane);
        }

        public void setBuffered(int portLane, long units) {
            cells[portLane * COLUMNS + 6] = units;
        }

        /**
         * Room of an output that belongs to a ring of bubble flow control, in packets: what its buffer has left, and
         * room that packets still take which have a place further on in the ring.
         */
        public void addSpare(int portLane, int packets) {
            cells[portLane * COLUMNS + 7] += packets;
        }

        public long spare(int portLane) {
            return cells[portLane * COLUMNS + 7];
        }

        public long free(int portLane) {
            return cells[portLane * COLUMNS];
        }

        public long spent(int portLane) {
            return cells[portLane * COLUMNS + 1];
        }

        public long regained(int portLane) {
            return cells[portLane * COLUMNS + 2];
        }

        public long arrived(int portLane) {
            return cells[portLane * COLUMNS + 3];
        }

        public long returned(int portLane) {
            return cells[portLane * COLUMNS + 4];
        }

        public long owed(int portLane) {
            return cells[portLane * COLUMNS + 5];
        }

        public long buffered(int portLane) {
            return cells[portLane * COLUMNS + 6];
        }
    }

    private static final long[] NONE = {};
    private static final long NEVER = -1;

    private final int device;
    private final long[] counters;
    private final long[] drops;
    private final Credits credits;
    private final boolean[] up;
    private final long[] busy;
    private long cycle;
    private long hash;
    private long[] events = NONE;
    private long firstEvent;
    private long buffered;
    private long queued;
    private boolean quiet;
    private long[] waits = NONE;
    private int waitCount;
    private long[] admissions = NONE;
    private long delivered;
    private long deliveredSince;
    private long deliveredAt = NEVER; // NEVER = no packet was delivered
    private ForwardingTable table; // null = as in the report before
    private DeviceState state; // null = this cut is no checkpoint

    /** An empty report, to be filled in by {@link Device#fillIn} of this device alone. */
    public DeviceReport(Device device) {
        this.device = device.id();
        this.counters = new long[Counter.count()];
        this.drops = new long[DropCause.count()];
        this.credits = new Credits(device.ports() * device.lanes());
        this.up = new boolean[device.ports()];
        this.busy = new long[device.ports() * Transmitter.BUSY_KINDS];
    }

    /** Begins anew for a cut, with what every device has; nothing of an earlier cut is left. */
    void begin(DeviceLog log, Transmitter links, long atCycle) {
        cycle = atCycle;
        hash = log.hash();
        log.counters(counters);
        log.drops(drops);
        firstEvent = log.eventCount();
        events = log.collectEvents();
        links.copyBusyTo(busy);
        credits.clear();
        buffered = 0;
        queued = 0;
        quiet = false;
        waitCount = 0;
        admissions = NONE;
        deliveredAt = NEVER;
        table = null;
        state = null;
    }

    public int device() {
        return device;
    }

    public long cycle() {
        return cycle;
    }

    /** The device's running fingerprint. */
    public long hash() {
        return hash;
    }

    /** Cumulative counters, by {@link org.reweave.emulator.stats.Counter}. */
    public long[] counters() {
        return counters;
    }

    /** Cumulative numbers of lost packets, by {@link org.reweave.emulator.stats.DropCause}. */
    public long[] drops() {
        return drops;
    }

    /** Significant events since the last report, as {@link org.reweave.emulator.stats.DeviceLog} packs them. */
    public long[] events() {
        return events;
    }

    /** Sequence number, within the device, of the event after the last one in {@link #events}. */
    public long nextEventNumber() {
        return firstEvent;
    }

    public Credits credits() {
        return credits;
    }

    /** {@link Transmitter#busy} at this cycle. Not part of the fingerprint. Do not change it. */
    public long[] busy() {
        return busy;
    }

    public boolean isUp(int port) {
        return up[port];
    }

    void setUp(int port, boolean value) {
        up[port] = value;
    }

    /** Data packets whose head is in this device, counted in its queues. */
    public long buffered() {
        return buffered;
    }

    public void setBuffered(long packets) {
        buffered = packets;
    }

    /**
     * Packets generated and not yet injected, copies that are not acknowledged, acknowledgements not yet sent,
     * operations of a trace that are not over, and messages that are still to be generated where their number is given.
     */
    public long queued() {
        return queued;
    }

    public void setQueued(long packets) {
        queued = packets;
    }

    /**
     * Whether nothing but data packets can still change this device: no planned fault, SMP, or manager's step is
     * pending here.
     */
    public boolean quiet() {
        return quiet;
    }

    public void setQuiet(boolean value) {
        quiet = value;
    }

    /**
     * A head is blocked.
     *
     * @param atOutput whether it is at an output and waits for the far end's input buffer; else it is at an input
     * @param portLane where it is
     * @param forPortLane the output it waits for
     * @param needed credits that it needs at the far end of that output; 0 when it waits for the output's own buffer
     */
    public void addWait(boolean atOutput, int portLane, int forPortLane, int needed, long packet, long marks) {
        if (waitCount + WAIT_WORDS > waits.length) {
            waits = Arrays.copyOf(waits, Math.max(8 * WAIT_WORDS, 2 * waits.length));
        }
        waits[waitCount] = atOutput ? 1 : 0;
        waits[waitCount + 1] = portLane;
        waits[waitCount + 2] = forPortLane;
        waits[waitCount + 3] = needed;
        waits[waitCount + 4] = packet;
        waits[waitCount + 5] = marks;
        waitCount += WAIT_WORDS;
    }

    /**
     * A packet at an input waits for a lane that the first packet of another input queue holds, from its head to its
     * tail.
     *
     * @param portLane where the packet is
     * @param holder the other queue
     */
    public void addLaneWait(int portLane, int holder, long packet, long marks) {
        addWait(false, portLane, holder, A_LANE, packet, marks);
    }

    private static final int WAIT_WORDS = 6;

    /** {@link #needs}: a lane that an input queue holds. */
    private static final int A_LANE = -1;

    /**
     * Sets the island's admission records since the last cut; the first device of each island of a lax run reports
     * them.
     */
    public void setAdmissions(long[] records) {
        admissions = records;
    }

    /** Admission records as {@code lax.AdmissionRecord} packs them; empty but in lax runs. Do not change them. */
    public long[] admissions() {
        return admissions;
    }

    /**
     * Sets the packet that a NIC received last since the cut before.
     *
     * @param since cycle of its injection
     */
    public void setDelivery(long packet, long since, long at) {
        delivered = packet;
        deliveredSince = since;
        deliveredAt = at;
    }

    /** Whether a NIC has received a packet since the cut before; the last one is told of. Not of the fingerprint. */
    public boolean hasDelivery() {
        return deliveredAt != NEVER;
    }

    /** The packet that was received last. */
    public long delivered() {
        return delivered;
    }

    /** Cycle at which that packet was injected. */
    public long deliveredSince() {
        return deliveredSince;
    }

    /** Cycle at which that packet had arrived. */
    public long deliveredAt() {
        return deliveredAt;
    }

    /** The table in force is another one than in the report before. */
    public void setTable(ForwardingTable value) {
        table = value;
    }

    /** A switch's table in force; null = as in the report before, or as at the start. Not part of the fingerprint. */
    public ForwardingTable table() {
        return table;
    }

    /** The device reports its state, too. */
    public void setState(DeviceState value) {
        state = value;
    }

    /** The device's state; null unless the cut is a checkpoint. */
    public DeviceState state() {
        return state;
    }

    /** Number of blocked heads. */
    public int waits() {
        return waitCount / WAIT_WORDS;
    }

    /** Whether blocked head {@code i} is at an output (buffer or link); else at an input. */
    public boolean waitsAtOutput(int i) {
        return waits[i * WAIT_WORDS] != 0;
    }

    /** Where blocked head {@code i} is: {@code port * lanes + lane}. */
    public int waitsAt(int i) {
        return (int) waits[i * WAIT_WORDS + 1];
    }

    /** The output it waits for: {@code port * lanes + lane}; of {@link #waitsForLane} the input queue that holds it. */
    public int waitsFor(int i) {
        return (int) waits[i * WAIT_WORDS + 2];
    }

    /** Whether blocked head {@code i} waits for a lane that an input queue of the same device holds. */
    public boolean waitsForLane(int i) {
        return needs(i) == A_LANE;
    }

    /** Credits it needs at the far end of that output; 0 = it waits for the output buffer instead. */
    public int needs(int i) {
        return (int) waits[i * WAIT_WORDS + 3];
    }

    public long waitingPacket(int i) {
        return waits[i * WAIT_WORDS + 4];
    }

    public long waitingMarks(int i) {
        return waits[i * WAIT_WORDS + 5];
    }
}

package org.reweave.emulator.device;

import java.util.Arrays;
import org.reweave.emulator.link.Inbox;
import org.reweave.emulator.link.Outbox;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.time.EventQueue;

/**
 * A deterministic state machine with a clock of its own, ports, and links that carry records to and from it.
 *
 * <p>{@link #advance} does every event before a cycle, in phases: arrivals by (port, kind, sequence), scheduled faults,
 * timers, agents, and last arbitration. Nothing happens "per advance": the same records give the same steps however the
 * calls are cut. Ports are indexed from 0 inside devices; messages and events name them from 1.
 */
public abstract class Device implements Transmitter.Source, SmpRelay.Agent {
    /** Every output caused at cycle t is stamped t + 1 or later. */
    public static final int MIN_REACTION = 1;

    static final int TYPE_SHIFT = 14;

    /** Timers of every device; subclasses number theirs from {@link #FIRST_TIMER}. */
    static final int LINK_FREE = 0;

    static final int SMP_TRANSIT = 1;
    protected static final int FIRST_TIMER = 2;

    /** Agent timers of every device; subclasses number theirs from {@link #FIRST_AGENT_TIMER}. */
    static final int SMP_LOCAL = 0;

    public static final int FIRST_AGENT_TIMER = 1;

    private static final int INDEX_MASK = (1 << TYPE_SHIFT) - 1;
    private static final int FAULT_DEVICE_DOWN = 0;
    private static final int FAULT_DEVICE_UP = 1;
    private static final int FAULT_PORT_DOWN = 2;
    private static final int FAULT_PORT_UP = 3;

    private final int id;
    private final String name;
    private final int lanes;
    private final PortPlan plan;
    private final int[] nextOutage; // per port: index into its outages
    private final EventQueue events = new EventQueue();
    private final Inbox inbox;
    private final Outbox outbox;
    private final DeviceLog log = new DeviceLog();
    private final Transmitter links;
    private final SmpRelay smps;
    private final long[] packetsIn; // per port: data packets whose head has arrived
    private final long[] packetsOut; // per port: data packets whose head was sent, counted by switches
    private int faultsLeft;
    private final Smp announcement = new Smp();
    private long lastControl;
    private long[] announced = {}; // by device: the number of its last announcement; as long as it has to be
    private long now;

    public Device(
            int id, String name, PortPlan plan, int lanes, Transmitter.Timing timing, int smpReaction, int agentDelay) {
        if (plan.ports() * Math.max(lanes, 2) > INDEX_MASK) {
            throw new IllegalArgumentException(name + ": " + plan.ports() + " ports of " + lanes + " VLs are too many");
        }
        this.id = id;
        this.name = name;
        this.lanes = lanes;
        this.plan = plan;
        this.nextOutage = new int[plan.ports()];
        this.packetsIn = new long[plan.ports()];
        this.packetsOut = new long[plan.ports()];
        this.inbox = new Inbox(plan.latency(), events);
        this.outbox = new Outbox(plan.ports());
        this.links = new Transmitter(plan, lanes, timing, events, outbox, log, this);
        this.smps = new SmpRelay(this, links, this, timing.smpFlits(), smpReaction, agentDelay);
        scheduleOutages(plan.deviceOutages(), FAULT_DEVICE_DOWN, FAULT_DEVICE_UP, 0);
        for (int port = 0; port < plan.ports(); port++) {
            scheduleOutages(plan.outages()[port], FAULT_PORT_DOWN, FAULT_PORT_UP, port);
        }
    }

    private void scheduleOutages(long[] outages, int down, int up, int port) {
        boolean absent = PortPlan.isAbsent(outages);
        if (absent && down == FAULT_PORT_DOWN) {
            nextOutage[port] = 1;
        }
        for (int i = absent ? 1 : 0; i < outages.length; i++) {
            events.add(outages[i], EventQueue.FAULT, (i % 2 == 0 ? down : up) << TYPE_SHIFT | port);
            faultsLeft++;
        }
    }

    public final int id() {
        return id;
    }

    public final String name() {
        return name;
    }

    public final int ports() {
        return plan.ports();
    }

    public final int lanes() {
        return lanes;
    }

    /** Every event before this cycle is done. */
    public final long now() {
        return now;
    }

    public final Outbox outbox() {
        return outbox;
    }

    public final Inbox inbox() {
        return inbox;
    }

    public final DeviceLog log() {
        return log;
    }

    public final Transmitter links() {
        return links;
    }

    protected final PortPlan plan() {
        return plan;
    }

    /** The cycle of the next thing this device will do, as far as it knows now; {@link EventQueue#NEVER} if nothing. */
    public final long nextEvent() {
        return events.firstCycle();
    }

    /** Takes over the records in {@code words[from..to)} that have been sent to port index {@code port}. */
    public final void accept(int port, long[] words, int from, int to) {
        inbox.accept(port, words, from, to, now);
    }

    /**
     * Statistics are over packets generated from a cycle on, which the device has not passed unless it knew it before.
     */
    public void measureFrom(long cycle) {
        // most devices measure nothing
    }

    /** Does every event before {@code horizon} and moves the clock there. */
    public final void advance(long horizon) {
        while (events.firstCycle() < horizon) {
            long cycle = events.firstCycle();
            if (cycle < now) {
                throw new IllegalStateException(name + ": an event at cycle " + cycle + ", before its clock " + now);
            }
            now = cycle;
            do {
                dispatch(events.remove(), cycle);
            } while (events.firstCycle() == cycle);
            settle(cycle);
        }
        now = horizon;
    }

    private void dispatch(long key, long cycle) {
        int code = EventQueue.code(key);
        switch (EventQueue.phase(key)) {
            case EventQueue.ARRIVAL -> arrival(code >>> 3, code & 7, cycle);
            case EventQueue.FAULT -> fault(code >>> TYPE_SHIFT, code & INDEX_MASK, cycle);
            case EventQueue.TIMER -> timerFired(code >>> TYPE_SHIFT, code & INDEX_MASK, cycle);
            default -> agentTimerFired(code >>> TYPE_SHIFT, code & INDEX_MASK, cycle);
        }
    }

    private void timerFired(int type, int index, long cycle) {
        switch (type) {
            case LINK_FREE -> links.linkFree(index, cycle);
            case SMP_TRANSIT -> smps.passOn(index, cycle);
            default -> onTimer(type, index, cycle);
        }
    }

    private void agentTimerFired(int type, int index, long cycle) {
        if (type == SMP_LOCAL) {
            smps.handle(index, cycle);
        } else {
            onAgentTimer(type, index, cycle);
        }
    }

    private void arrival(int port, int kind, long cycle) {
        LongRing ring = inbox.ring(port, kind);
        boolean lost = isLost(port, cycle);
        switch (kind) {
            case Wire.CREDIT -> {
                long head = ring.remove();
                ring.remove();
                if (!lost) {
                    links.regain(port, Wire.lane(head), Wire.credits(head), Wire.isAbsolute(head));
                }
            }
            case Wire.CUT -> {
                int lane = Wire.lane(ring.remove());
                ring.remove();
                long packet = ring.remove();
                if (!lost) {
                    onCut(port, lane, packet, cycle);
                }
            }
            case Wire.RUN -> {
                log.count(Counter.RUNS_ARRIVED);
                packetsIn[port]++;
                if (lost) {
                    loseRun(port, ring, cycle);
                } else {
                    onRun(port, ring, cycle);
                }
            }
            case Wire.SEPARATOR -> {
                int lane = Wire.lane(ring.remove());
                ring.remove();
                long mark = ring.remove();
                log.count(Counter.SEPARATORS_ARRIVED);
                EventKind event = lost ? EventKind.SEPARATOR_LOST : EventKind.SEPARATOR_ARRIVED;
                log.event(cycle, event, port + 1, lane, mark, 0);
                if (!lost) {
                    onSeparator(port, lane, mark, cycle);
                }
            }
            case Wire.SMP -> smpArrival(port, ring, lost, cycle);
            default -> throw new IllegalStateException(place(port) + ": record of unknown kind " + kind);
        }
    }

    private void loseRun(int port, LongRing ring, long cycle) {
        long packet = ring.peek(2);
        for (int i = 0; i < Wire.RUN_WORDS; i++) {
            ring.remove();
        }
        log.drop(cycle, DropCause.ON_WIRE, packet, port + 1, 0);
    }

    private void smpArrival(int port, LongRing ring, boolean lost, long cycle) {
        int length = Wire.words(ring.remove()) - Wire.SMP_HEAD_WORDS;
        ring.remove();
        log.count(Counter.SMPS_ARRIVED);
        log.step(cycle, DeviceLog.SMP_ARRIVAL, port, ring.peek(1));
        smps.arrive(port, ring, length, lost, cycle);
    }

    /** Whether what arrives on a port now is lost: its link is down, or goes down in this very cycle. */
    final boolean isLost(int port, long cycle) {
        long[] outages = plan.outages()[port];
        int next = nextOutage[port];
        return (next & 1) == 1 || next < outages.length && cycle >= outages[next];
    }

    /** The cycle at which a port's link goes down next; it is up now. {@link EventQueue#NEVER} if it stays up. */
    final long nextDown(int port) {
        long[] outages = plan.outages()[port];
        return nextOutage[port] < outages.length ? outages[nextOutage[port]] : EventQueue.NEVER;
    }

    private void fault(int type, int port, long cycle) {
        faultsLeft--;
        switch (type) {
            case FAULT_DEVICE_DOWN -> {
                log.event(cycle, EventKind.DEVICE_DOWN, 0, 0, 0, 0);
                smps.clear(cycle);
                onDeviceDown(cycle);
            }
            case FAULT_DEVICE_UP -> {
                log.event(cycle, EventKind.DEVICE_UP, 0, 0, 0, 0);
                onDeviceUp(cycle);
            }
            case FAULT_PORT_DOWN -> {
                nextOutage[port]++;
                log.event(cycle, EventKind.PORT_DOWN, port + 1, 0, 0, 0);
                onPortDown(port, cycle);
            }
            default -> {
                nextOutage[port]++;
                log.event(cycle, EventKind.PORT_UP, port + 1, 0, 0, 0);
                onPortUp(port, cycle);
            }
        }
    }

    /** Planned faults that have not happened yet. */
    final int faultsLeft() {
        return faultsLeft;
    }

    protected final void timer(long cycle, int type, int index) {
        events.add(cycle, EventQueue.TIMER, type << TYPE_SHIFT | index);
    }

    public final void agentTimer(long cycle, int type, int index) {
        events.add(cycle, EventQueue.AGENT, type << TYPE_SHIFT | index);
    }

    /** {@code s0_1.3}: for messages. */
    protected final String place(int port) {
        return name + "." + (port + 1) + " at cycle " + now;
    }

    protected abstract void onCut(int port, int lane, long packet, long cycle);

    /** A packet's head arrives; takes {@link Wire#RUN_WORDS} words off the ring. */
    protected abstract void onRun(int port, LongRing ring, long cycle);

    protected abstract void onSeparator(int port, int lane, long mark, long cycle);

    protected abstract void onTimer(int type, int index, long cycle);

    protected abstract void onAgentTimer(int type, int index, long cycle);

    protected abstract void onPortDown(int port, long cycle);

    protected abstract void onPortUp(int port, long cycle);

    protected abstract void onDeviceDown(long cycle);

    protected abstract void onDeviceUp(long cycle);

    /** Arbitration, after everything else of a cycle. */
    protected void settle(long cycle) {
        links.settle(cycle);
    }

    @Override
    public boolean isMine(Smp smp) {
        return smp.isAtTarget() || smp.isFlooded();
    }

    @Override
    public final void heard(Smp smp, int port, long cycle) {
        boolean announced = smp.isAnnouncement();
        if (announced ? isNewAnnouncement(smp) : isNewControl(smp)) {
            if (announced) {
                onAnnouncement(smp, cycle);
            } else {
                onBroadcast(smp, port, cycle);
            }
            if (passesOn(port) && smp.goOn()) {
                flood(smp, port, cycle);
            }
        }
    }

    /** Sends an SMP out of all working ports but one. */
    private void flood(Smp smp, int except, long cycle) {
        for (int port = 0; port < ports(); port++) {
            if (port != except && links.isUp(port)) {
                links.queueSmp(port, smp.words(), smp.length(), cycle);
            }
        }
    }

    /** Tells every device the same, under the next number of this one; a restart does not begin the numbers anew. */
    protected final void announce(long control, long cycle) {
        long number = lastAnnounced(id) + 1;
        announced[id] = number;
        announcement.announce(id, number, control);
        log.event(cycle, EventKind.ANNOUNCED, number, control, 0, 0);
        flood(announcement, -1, cycle);
    }

    /**
     * Whether it is later than all that has come from its device; makes it the latest. What comes late has nothing new
     * to say.
     */
    private boolean isNewAnnouncement(Smp smp) {
        int from = smp.origin();
        if (smp.transaction() <= lastAnnounced(from)) {
            return false;
        }
        announced[from] = smp.transaction();
        return true;
    }

    /**
     * The number of the last announcement of a device that is known here; there is room for the next one afterwards.
     */
    private long lastAnnounced(int device) {
        if (device >= announced.length) {
            announced = Arrays.copyOf(announced, device + 1);
        }
        return announced[device];
    }

    /** The scheme's manager tells everybody something; comes once. */
    protected abstract void onBroadcast(Smp smp, int port, long cycle);

    /** A switch tells everybody something; each comes once, and in order. */
    protected abstract void onAnnouncement(Smp smp, long cycle);

    /** Whether what everybody is told, and comes by a port, goes on by the others. */
    protected abstract boolean passesOn(int port);

    /** A data packet's head goes out of a port. */
    protected final void countPacketOut(int port) {
        log.count(Counter.RUNS_SENT);
        packetsOut[port]++;
    }

    /**
     * Answers {@link Smp#COUNTS}: packets that came into being or ended here, and those that crossed the ports of the
     * request's mask. Counts survive a restart of the device.
     */
    protected final void writeCounts(Smp smp) {
        long entered = log.counted(Counter.INJECTED);
        long left = log.counted(Counter.DELIVERED) + log.counted(Counter.DROPPED);
        for (int port = 0; port < ports(); port++) {
            if ((smp.payload(port >> 6) >>> port & 1) != 0) {
                entered += packetsIn[port];
                left += packetsOut[port];
            }
        }
        smp.setPayload(0, entered);
        smp.setPayload(1, left);
    }

    /**
     * Whether a {@link Smp#CONTROL} comes for the first time; the manager numbers what it sends upwards and repeats it
     * under its number.
     */
    protected final boolean isNewControl(Smp smp) {
        boolean fresh = smp.transaction() > lastControl;
        lastControl = Math.max(lastControl, smp.transaction());
        return fresh;
    }

    /** What the governor needs to know at a cut; the clock stands exactly there. */
    public final DeviceReport report() {
        DeviceReport report = new DeviceReport(this, now);
        for (int port = 0; port < ports(); port++) {
            report.setUp(port, links.isUp(port));
            for (int lane = 0; lane < lanes; lane++) {
                links.report(port * lanes + lane, report.credits());
            }
        }
        report.setQuiet(faultsLeft == 0 && smps.isEmpty() && links.smpsQueued() == 0);
        report(report);
        return report;
    }

    /** Adds what only the subclass knows. */
    protected abstract void report(DeviceReport to);

    /** Everything that changes during a run. */
    public void encode(StateWriter out) {
        out.value(now);
        out.value(faultsLeft);
        out.ints(nextOutage);
        out.longs(packetsIn);
        out.longs(packetsOut);
        out.value(lastControl);
        out.longs(announced);
        events.encode(out);
        inbox.encode(out);
        outbox.encode(out);
        log.encode(out);
        links.encode(out);
        smps.encode(out);
    }

    /** Restores a state that a device built from the same plan encoded. */
    public void decode(StateReader in) {
        now = in.value();
        faultsLeft = in.integer();
        in.ints(nextOutage);
        in.longs(packetsIn);
        in.longs(packetsOut);
        lastControl = in.value();
        announced = in.longs();
        events.decode(in);
        inbox.decode(in);
        outbox.decode(in);
        log.decode(in);
        links.decode(in);
        smps.decode(in);
    }
}

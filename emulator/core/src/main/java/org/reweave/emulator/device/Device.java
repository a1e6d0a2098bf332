package org.reweave.emulator.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.link.ChannelRows;
import org.reweave.emulator.link.Inbox;
import org.reweave.emulator.link.LinkTap;
import org.reweave.emulator.link.Outbox;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.perturb.Disturbances;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.time.EventQueue;
import org.reweave.reconfig.state.StateVisitor;

/**
 * A deterministic state machine with a clock of its own, ports, and links that carry records to and from it.
 *
 * <p>{@link #advance} does every event before a cycle, in phases: arrivals by (port, kind, sequence), scheduled faults,
 * timers, agents, and last arbitration. Nothing happens "per advance": the same records give the same steps however the
 * calls are cut. Ports are indexed from 0 inside devices; messages and events name them from 1.
 */
public abstract class Device implements Transmitter.Source, SmpRelay.Agent, Timers {
    /** Every output caused at cycle t is stamped t + 1 or later. */
    public static final int MIN_REACTION = 1;

    /** Bound on the cycles by which {@link #quietUntil} is beyond what the device knows. */
    public static final int MOST_AHEAD = 1024;

    static final int TYPE_SHIFT = 14;

    /** Timers of every device; subclasses number theirs from {@link #FIRST_TIMER}. */
    static final int LINK_FREE = 0;

    static final int SMP_TRANSIT = 1;
    public static final int FIRST_TIMER = 2;

    /** Agent timers of every device; subclasses number theirs from {@link #FIRST_AGENT_TIMER}. */
    static final int SMP_LOCAL = 0;

    static final int SMP_OVERTAKEN = 1;
    public static final int FIRST_AGENT_TIMER = 2;

    private static final long[] NO_RECORDS = {};
    /** Largest index of a timer. */
    public static final int MOST_INDEX = (1 << TYPE_SHIFT) - 1;

    private static final int FAULT_DEVICE_DOWN = 0;
    private static final int FAULT_DEVICE_UP = 1;
    private static final int FAULT_PORT_DOWN = 2;
    private static final int FAULT_PORT_UP = 3;

    private final int id;
    private final String name;
    private final int lanes;
    private final PortLanes pairs;
    private final PortPlan plan;
    private final OutageClock outages;
    private final EventQueue events = new EventQueue();
    private final Inbox inbox;
    private final Outbox outbox;
    private final DeviceLog log = new DeviceLog();
    private final Transmitter links;
    private final SmpRelay smps;
    private final Floods floods;
    private final PacketCounts packets;
    private final Disturbances disturbances;
    private Workspace workspace = new Workspace();
    private LinkTap tap; // null = none; no part of the state
    private final long calmUntil;
    private final int longestPacket;
    private final int smpTransit; // from an SMP's head to the first record that it may cause
    private long now;
    private long anyLostFrom; // cycle before which no port's outage needs to be looked at
    private long look = EventQueue.NEVER; // cycle of an arbitration that needs no event
    private boolean takesFlits; // from the wheel of an island

    public Device(DeviceIdentity identity, int lanes, Transmitter.Timing timing, int smpReaction, int agentDelay) {
        this.id = identity.id();
        this.name = identity.name();
        this.plan = identity.plan();
        if (plan.ports() * Math.max(lanes, 2) > MOST_INDEX) {
            throw new IllegalArgumentException(name + ": " + plan.ports() + " ports of " + lanes + " VLs are too many");
        }
        this.lanes = lanes;
        this.pairs = PortLanes.of(lanes);
        this.calmUntil = identity.calmUntil();
        this.longestPacket = identity.longestPacket();
        this.outages = new OutageClock(plan);
        this.anyLostFrom = outages.anyLostFrom();
        this.inbox = new Inbox(plan.latency(), plan.portOf(), plan.ports(), events);
        this.outbox = new Outbox(plan.ports(), plan.channels());
        this.links = new Transmitter(plan.flitTime(), plan.upAtStart(), lanes, timing, inbox, outbox, log, this);
        this.packets = new PacketCounts(plan.ports(), links, log);
        this.floods = new Floods(id, plan.ports(), links, log);
        this.disturbances = new Disturbances(identity.perturbation(), id, log);
        this.smps = new SmpRelay(
                id,
                plan.ports(),
                outages,
                this,
                links,
                this,
                disturbances,
                log,
                timing.smpFlits(),
                smpReaction,
                agentDelay);
        this.smpTransit = shortest(timing.smpFlits()) - 1 + Math.min(smpReaction, agentDelay) + MIN_REACTION;
        scheduleOutages(plan.deviceOutages(), FAULT_DEVICE_DOWN, FAULT_DEVICE_UP, 0);
        for (int port = 0; port < plan.ports(); port++) {
            scheduleOutages(plan.outages()[port], FAULT_PORT_DOWN, FAULT_PORT_UP, port);
        }
    }

    private void scheduleOutages(long[] elementOutages, int down, int up, int port) {
        for (int i = PortPlan.isAbsent(elementOutages) ? 1 : 0; i < elementOutages.length; i++) {
            events.add(elementOutages[i], EventQueue.FAULT, (i % 2 == 0 ? down : up) << TYPE_SHIFT | port);
        }
    }

    /** Cycles that so many flits take on the fastest link. */
    protected final int shortest(int flits) {
        int shortest = Integer.MAX_VALUE;
        for (int port = 0; port < plan.ports(); port++) {
            shortest = Math.min(shortest, links.cyclesFor(port, flits));
        }
        return shortest;
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

    /** Ends of cables that are in the device's ports at any time; see {@link org.reweave.emulator.link.Wiring}. */
    public final int channels() {
        return plan.channels();
    }

    /** The port of a channel. */
    public final int portOf(int channel) {
        return plan.portOf()[channel];
    }

    public final int lanes() {
        return lanes;
    }

    /** Every event before this cycle is done. */
    @Override
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

    /** Cycles at which a port's link goes down, up, down, .. as planned, in ascending order. */
    public final long[] outages(int port) {
        return plan.outages()[port].clone();
    }

    /** The cycle of the next thing this device will do, as far as it knows now; {@link EventQueue#NEVER} if nothing. */
    public final long nextEvent() {
        long first = Math.min(events.firstCycle(), look);
        return takesFlits ? Math.min(first, inbox.nextOnWheel()) : first;
    }

    /**
     * Has the device do a cycle's arbitration, whatever else happens in it; instead of the cycle named before.
     *
     * @param cycle after this one; {@link EventQueue#NEVER} = only when something happens
     */
    protected final void lookAt(long cycle) {
        look = cycle;
    }

    /** The cycle that {@link #lookAt} has named, if it is still to come; else {@link EventQueue#NEVER}. */
    protected final long nextLook() {
        return look;
    }

    /**
     * Moves what the device is sent to the channels of its island, whose calendar then says when the device is
     * advanced: in time for everything that it sends, and no sooner. So a NIC takes a packet in at one go, when its
     * tail has come.
     *
     * @param shared the workspace of all devices of the island
     */
    public final void attach(ChannelRows island, int member, Workspace shared) {
        takesFlits = takesFlits() && longestPacket > 1; // a single flit is a head, which the wheel does not take
        inbox.moveTo(island, member, packetTransit() - MIN_REACTION, takesFlits ? lanes : 0);
        workspace = shared;
        useWorkspace(shared);
    }

    /** Words that the device takes in the slab of an island at first. */
    public final int words() {
        return inbox.words() + plan.ports();
    }

    /** Tells somebody of every packet and SMP that comes from now on. */
    public final void tap(LinkTap who) {
        tap = who;
    }

    /** The workspace of this device, until it {@link #useWorkspace uses} another. */
    protected final Workspace workspace() {
        return workspace;
    }

    /** Sets the workspace that the device's parts use from this call on. */
    protected void useWorkspace(Workspace shared) {
        // most kinds of devices ask for the workspace each time
    }

    /**
     * Promise of silence: no record that the device has not sent yet will be stamped before the cycle returned. A
     * promise that is broken shows at the receiver, as a record that arrives before the receiver's clock.
     *
     * @param horizon whatever has not been accepted yet arrives at this cycle or later; not before the clock
     */
    public final long quietUntil(long horizon) {
        long last = horizon + Math.min(MOST_AHEAD, Math.min(smpTransit, packetTransit()));
        if (inbox.awaitsCredits()) {
            last = horizon + MIN_REACTION;
        } else if (calmUntil < last) { // a cut or a separator may come
            last = Math.max(horizon, calmUntil) + MIN_REACTION;
        }
        return Math.min(nextEvent(), last - MIN_REACTION) + MIN_REACTION;
    }

    /** Cycles from the arrival of a packet's head to the first record that it may cause, a cut of the packet apart. */
    protected abstract int packetTransit();

    /** Takes over the records in {@code words[from..to)} that have been sent on a channel. */
    public final void accept(int channel, long[] words, int from, int to) {
        inbox.accept(channel, words, from, to, now);
    }

    /**
     * Statistics are over packets generated from a cycle on, which the device has not passed unless it knew it before.
     */
    public void measureFrom(long cycle) {
        // most devices measure nothing
    }

    /**
     * Does every event before {@code horizon} and moves the clock there.
     *
     * @throws BrokenInvariantException where a step meets what the device's rules exclude
     */
    public final void advance(long horizon) {
        try {
            step(horizon);
        } catch (IllegalStateException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new BrokenInvariantException(name, now, scheme(), e);
        }
    }

    private void step(long horizon) {
        for (long cycle = nextEvent(); cycle < horizon; cycle = nextEvent()) {
            if (cycle < now) {
                throw new IllegalStateException("an event at cycle " + cycle + ", before the device's clock");
            }
            now = cycle;
            if (takesFlits && inbox.nextOnWheel() == cycle) {
                dispatchWithWheel(cycle);
            } else {
                dispatchAll(cycle);
            }
            settle(cycle);
        }
        now = horizon;
    }

    private void dispatchAll(long cycle) {
        while (events.firstCycle() == cycle) {
            dispatch(events.remove(), cycle);
        }
        look = look == cycle ? EventQueue.NEVER : look;
    }

    /**
     * The same where flits or credits come from the wheel: each flit in its place among the arrivals that are events.
     */
    private void dispatchWithWheel(long cycle) {
        for (int word = 0; word < inbox.wheelWords(); word++) {
            long credits = inbox.takeCredits(word);
            links.regain(word, credits, lost(word, credits, cycle));
        }
        while (events.firstCycle() == cycle && EventQueue.phase(events.firstKey()) == EventQueue.ARRIVAL) {
            long key = events.remove();
            takeFlits((EventQueue.code(key) >>> 3) * lanes, cycle);
            dispatch(key, cycle);
        }
        takeFlits(ports() * lanes, cycle);
        inbox.turnWheel();
        dispatchAll(cycle);
    }

    /** Takes the flits that come in a cycle on pairs of port and VL below a number. */
    private void takeFlits(int end, long cycle) {
        for (int word = 0; word << 6 < end; word++) {
            long flits = inbox.takeFlits(word, end);
            long lost = lost(word, flits, cycle);
            for (long bits = flits & ~lost; bits != 0; bits &= bits - 1) {
                onFlit((word << 6) + Long.numberOfTrailingZeros(bits), cycle);
            }
        }
    }

    /** Those of some pairs of port and VL whose links are down or go down in a cycle. */
    private long lost(int word, long arriving, long cycle) {
        long lost = 0;
        for (long bits = cycle < anyLostFrom ? 0 : arriving; bits != 0; bits &= bits - 1) {
            int pair = (word << 6) + Long.numberOfTrailingZeros(bits);
            lost |= isLost(pairs.port(pair), cycle) ? 1L << pair : 0;
        }
        return lost;
    }

    private void dispatch(long key, long cycle) {
        int code = EventQueue.code(key);
        switch (EventQueue.phase(key)) {
            case EventQueue.ARRIVAL -> arrival(code >>> 3, code & 7, cycle);
            case EventQueue.FAULT -> fault(code >>> TYPE_SHIFT, code & MOST_INDEX, cycle);
            case EventQueue.TIMER -> timerFired(code >>> TYPE_SHIFT, code & MOST_INDEX, cycle);
            default -> agentTimerFired(code >>> TYPE_SHIFT, code & MOST_INDEX, cycle);
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
        } else if (type == SMP_OVERTAKEN) {
            smps.handleOvertaken(index, cycle);
        } else {
            onAgentTimer(type, index, cycle);
        }
    }

    private void arrival(int port, int kind, long cycle) {
        if (kind == Wire.CREDIT) {
            links.creditArrived(port);
            return;
        }
        boolean lost = isLost(port, cycle);
        if (kind == Wire.RUN) {
            links.countIn(port);
            PacketHeader packet = workspace.arriving;
            inbox.takeRun(port, packet);
            if (tap != null) {
                tap.packet(port, packet, lost);
            }
            if (lost) {
                log.drop(cycle, DropCause.ON_WIRE, packet.packet, port + 1, 0, Wire.destination(packet.route));
            } else {
                onRun(port, packet, cycle);
            }
        } else if (kind == Wire.FLIT) {
            int lane = inbox.takeFlit(port);
            if (!lost) {
                onFlit(port * lanes + lane, cycle);
            }
        } else {
            rareArrival(port, kind, inbox.others(port, kind), lost, cycle);
        }
    }

    private void rareArrival(int port, int kind, LongRing ring, boolean lost, long cycle) {
        if (kind != Wire.SMP && cycle < calmUntil) {
            throw new IllegalStateException("port " + (port + 1) + ": record of kind " + kind
                    + " although nothing changes before cycle " + calmUntil);
        }
        switch (kind) {
            case Wire.CUT -> {
                int lane = Wire.lane(ring.remove());
                ring.remove();
                long packet = ring.remove();
                if (!lost) {
                    onCut(port, lane, packet, cycle);
                }
            }
            case Wire.SEPARATOR -> {
                int lane = Wire.lane(ring.remove());
                ring.remove();
                long mark = ring.remove();
                log.count(Counter.SEPARATORS_ARRIVED);
                if (lost) {
                    log.events().separatorLost(cycle, port + 1, lane, mark);
                } else {
                    log.events().separatorArrived(cycle, port + 1, lane, mark);
                    onSeparator(port, lane, mark, cycle);
                }
            }
            case Wire.SMP -> smpArrival(port, ring, lost, cycle);
            default -> throw new IllegalStateException("port " + (port + 1) + ": record of unknown kind " + kind);
        }
    }

    private void smpArrival(int port, LongRing ring, boolean lost, long cycle) {
        int length = Wire.words(ring.remove()) - Wire.SMP_HEAD_WORDS;
        long stamp = ring.remove();
        if (tap != null) {
            long[] words = new long[length];
            Arrays.setAll(words, ring::peek);
            long last = cycle + links.smpCycles(port, Wire.extraFlits(words[0])) - 1;
            tap.smp(port, words, stamp, lost || outages.nextDown(port) <= last);
        }
        log.count(Counter.SMPS_ARRIVED);
        log.step(cycle, DeviceLog.SMP_ARRIVAL, port, ring.peek(1));
        smps.arrive(port, ring, length, lost, cycle);
    }

    private void fault(int type, int port, long cycle) {
        switch (type) {
            case FAULT_DEVICE_DOWN -> {
                outages.deviceChanged();
                log.events().deviceDown(cycle);
                smps.clear(cycle);
                onDeviceDown(cycle);
            }
            case FAULT_DEVICE_UP -> {
                outages.deviceChanged();
                log.events().deviceUp(cycle);
            }
            case FAULT_PORT_DOWN -> {
                portChanged(port);
                log.events().portDown(cycle, port + 1);
                onPortDown(port, cycle);
            }
            default -> {
                portChanged(port);
                int channel = plan.channel(port, cycle);
                inbox.plug(port, channel);
                outbox.plug(port, channel);
                log.events().portUp(cycle, port + 1);
                onPortUp(port, cycle);
            }
        }
    }

    private void portChanged(int port) {
        outages.portChanged(port);
        anyLostFrom = outages.anyLostFrom();
    }

    private boolean isLost(int port, long cycle) {
        return cycle >= anyLostFrom && outages.isLost(port, cycle);
    }

    @Override
    public final void timer(long cycle, int type, int index) {
        events.add(cycle, EventQueue.TIMER, type << TYPE_SHIFT | index);
    }

    @Override
    public final void agentTimer(long cycle, int type, int index) {
        events.add(cycle, EventQueue.AGENT, type << TYPE_SHIFT | index);
    }

    /** Whether a port's link is up and, as planned, does not go down in a cycle or before. */
    protected final boolean staysUp(int port, long through) {
        return !isLost(port, through);
    }

    protected abstract void onCut(int port, int lane, long packet, long cycle);

    /** A packet's head arrives; its header is the device's again after the call. */
    protected abstract void onRun(int port, PacketHeader packet, long cycle);

    /**
     * One more flit arrives of the packet whose head came last on a pair of port and VL; under wormhole switching only.
     */
    protected void onFlit(int pair, long cycle) {
        throw new IllegalStateException(
                "port " + (pair / lanes + 1) + " VL " + pair % lanes + ": a flit at a device that takes whole packets");
    }

    /** Whether data comes flit by flit, as under wormhole switching. */
    public boolean takesFlits() {
        return false;
    }

    protected abstract void onSeparator(int port, int lane, long mark, long cycle);

    protected abstract void onTimer(int type, int index, long cycle);

    protected abstract void onAgentTimer(int type, int index, long cycle);

    protected abstract void onPortDown(int port, long cycle);

    protected abstract void onPortUp(int port, long cycle);

    protected abstract void onDeviceDown(long cycle);

    /** Arbitration, after everything else of a cycle. */
    protected void settle(long cycle) {
        links.settle(cycle);
    }

    @Override
    public boolean isMine(Smp smp) {
        return smp.isAtTarget() || smp.isFlooded();
    }

    @Override
    public boolean canHang() {
        return false;
    }

    @Override
    public void hang(long cycle, long until) {
        throw new IllegalStateException("a device of this kind does not hang");
    }

    @Override
    public final void receiveFlooded(Smp smp, int port, long cycle) {
        boolean announced = smp.isAnnouncement();
        if (announced ? floods.isNewAnnouncement(smp, cycle) : floods.isNewControl(smp, cycle)) {
            if (announced) {
                onAnnouncement(smp, cycle);
            } else {
                log.events().controlHeard(cycle, smp.transaction(), smp.argument());
                onBroadcast(smp, port, cycle);
            }
            if (passesOn(port) && smp.advance()) {
                floods.passOn(smp, port, cycle);
            }
        }
    }

    /** A control packet of the manager for all devices has come; each comes once. */
    protected abstract void onBroadcast(Smp smp, int port, long cycle);

    /** A switch's announcement to all devices has come; those of one switch come once and in order. */
    protected abstract void onAnnouncement(Smp smp, long cycle);

    /** Whether a packet for all devices that has come by a port goes out of the other ports too. */
    protected abstract boolean passesOn(int port);

    @Override
    public final void linkFreeAt(int port, long cycle) {
        timer(cycle, LINK_FREE, port);
    }

    protected final Floods floods() {
        return floods;
    }

    protected final PacketCounts packets() {
        return packets;
    }

    protected final Disturbances disturbances() {
        return disturbances;
    }

    /** How long a timer runs that is to run for some cycles from now on: this device's clock may be fast or slow. */
    public final long onClock(long cycles) {
        return disturbances.onClock(cycles, now);
    }

    /** Report of the device to the governor at a cut; the device's clock stands exactly at the cut. */
    public final DeviceReport report() {
        DeviceReport report = new DeviceReport(this);
        fillIn(report);
        return report;
    }

    /** Writes {@link #report()} over an earlier report of this device, which nobody reads any more. */
    public final void fillIn(DeviceReport report) {
        catchUp(now);
        checkBooks();
        report.begin(log, links, now);
        for (int port = 0; port < ports(); port++) {
            report.setUp(port, links.isUp(port));
            for (int lane = 0; lane < lanes; lane++) {
                report.credits().set(port * lanes + lane, links, now - 1);
            }
        }
        report.setQuiet(outages.isOver() && smps.isEmpty() && links.smpsQueued() == 0);
        report(report);
    }

    /**
     * Notes what has become of itself before a cycle, which nobody has had to know until now: after that the device's
     * state is the one of that cycle.
     */
    protected void catchUp(long cycle) {
        // most devices note everything when it happens
    }

    private void checkBooks() {
        try {
            audit();
        } catch (IllegalStateException e) {
            throw new BrokenInvariantException(name, now, scheme(), e);
        }
    }

    /**
     * Compares what the device counts with what it holds, at every cut: a sum that is kept beside its parts goes wrong
     * long before anybody can see it from outside.
     *
     * @throws IllegalStateException naming the port and VL
     */
    protected void audit() {
        // no sums are kept
    }

    /** Adds what only the subclass knows. */
    protected abstract void report(DeviceReport to);

    /**
     * The device's state in words, for somebody who looks into a run: names and values, which may be maps, lists and
     * {@link Reference}s. To be asked of a copy ({@code Network.copy}), since the scheme's agent may be asked for
     * verdicts.
     */
    public final Map<String, Object> describe() {
        catchUp(now);
        Map<String, Object> words = new LinkedHashMap<>();
        describe(words);
        List<Map<String, Object>> all = new ArrayList<>();
        for (int port = 0; port < ports(); port++) {
            if (plan.wired()[port]) {
                all.add(describePort(port));
            }
        }
        words.put("ports", all);
        return words;
    }

    private Map<String, Object> describePort(int port) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("port", port + 1);
        words.put("up", links.isUp(port));
        List<Map<String, Object>> all = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            Map<String, Object> ofLane = new LinkedHashMap<>();
            ofLane.put("vl", lane);
            int free = links.freeCredits(port * lanes + lane, now - 1);
            if (links.isStoppedBySignals()) {
                ofLane.put("toldTo", free > 0 ? "go" : "stop");
            } else {
                ofLane.put("credits", free);
            }
            describe(port, lane, ofLane);
            all.add(ofLane);
        }
        words.put("vls", all);
        return words;
    }

    /** State of the scheme's agent in the device in words; empty where there is none or it has none. */
    protected Map<String, Object> scheme() {
        return Map.of();
    }

    /** Adds what only the subclass knows of the whole device. */
    protected void describe(Map<String, Object> words) {
        // a kind of device adds what it has
    }

    /** Adds what only the subclass knows of a (port, VL). */
    protected void describe(int port, int lane, Map<String, Object> words) {
        // a device without buffers has nothing to add
    }

    /** Saves or restores everything that changes during a run; devices built from one plan read each other's. */
    public final void visit(StateVisitor state) {
        visitOwn(state);
        for (int channel = 0; channel < channels(); channel++) {
            long[] records = state.array(state.isReading() ? NO_RECORDS : inbox.underWay(channel));
            if (state.isReading()) {
                inbox.restore(channel, records);
            }
        }
        outbox.visit(state);
    }

    /**
     * Saves or restores what is in the device itself: all but the records under way on its links and their arrivals,
     * which {@link Inbox#restore} schedules again.
     */
    public void visitOwn(StateVisitor state) {
        now = state.value(now);
        if (state.isReading()) {
            for (int port = 0; port < ports(); port++) {
                int channel = plan.channel(port, now - 1);
                inbox.use(port, channel);
                outbox.plug(port, channel);
            }
        }
        outages.visit(state);
        anyLostFrom = outages.anyLostFrom();
        packets.visit(state);
        floods.visit(state);
        events.visitAllButArrivals(state);
        log.visit(state);
        links.visit(state);
        smps.visit(state);
        disturbances.visit(state);
    }
}

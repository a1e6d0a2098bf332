package org.reweave.emulator.device.nic;

import java.util.Map;
import org.reweave.emulator.device.AgentReports;
import org.reweave.emulator.device.BufferCredits;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.ManagerRequests;
import org.reweave.emulator.device.Reference;
import org.reweave.emulator.device.Separators;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.fabricswitch.Switching;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.PacketId;
import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.Fact;
import org.reweave.emulator.stats.Latencies;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.state.StateVisitor;

/**
 * A NIC: its generator makes messages, its transport cuts them into packets, and it injects those and takes in what
 * arrives. Its sink always drains. A packet is generated with its message at a cycle g, injected at i >= g when its
 * lane has credits for all of it and the link is free, and delivered when its last flit arrives at t: network latency t
 * - i, total latency t - g (thesis §7.5.1). Under wormhole switching a credit for its head is enough, and each flit
 * that arrives gives its credit back at once.
 */
public final class NicCore extends Device implements ManagerRequests.Site {
    /** Hears of every message that NICs hand over. */
    public interface MessageListener {
        /** @param number of the message at its source */
        void delivered(int source, int destination, int number, long cycle);
    }

    private static final int GENERATE = FIRST_TIMER;
    private static final long NO_DELIVERY = -1;
    private static final int DELIVER = FIRST_TIMER + 1;
    private static final int RETRANSMIT = FIRST_TIMER + 2;
    private static final int HANG_OVER = FIRST_TIMER + 3;

    private final NicConfig config;
    private final BufferCredits credits;
    private final int lanes;
    private final PortLanes pairs;
    private final boolean flitByFlit; // wormhole switching
    private final InjectionLanes injectionLanes;
    private final FlitInjection injection = new FlitInjection();
    private final Reception reception;
    private final PathRegisters paths;
    private final NicAgent agent;
    private final Separators separators;
    private final AgentReports reports;
    private final ManagerRequests requests;
    private final Transport transport;
    private final Generator generator;
    private final NicMeasures measures;
    private final int packetTransit;
    private boolean isWaiting; // for its first paths, before which the NIC sends nothing
    private long injected;
    private long lastPacket; // received since the report before, which takes it along: it is in no checkpoint
    private long lastInjected; // cycle
    private long lastDelivered = NO_DELIVERY; // cycle
    private long hungUntil = -1; // cycle
    private final int[] kept; // by port and VL: units of buffer space that the hanging NIC has not given back
    private MessageListener listener = (source, destination, number, cycle) -> {};

    public NicCore(NicConfig config) {
        super(
                config.identity(),
                config.switches().lanes(),
                timing(config),
                config.switches().smpReaction(),
                config.switches().agentDelay());
        this.config = config;
        this.lanes = config.switches().lanes();
        this.pairs = PortLanes.of(lanes);
        this.credits = config.credits();
        int ports = ports();
        kept = new int[ports * lanes];
        injectionLanes = new InjectionLanes(
                config.place().dataPort(), lanes, config.switches().laneChoice());
        flitByFlit = config.switches().switching() == Switching.WORMHOLE;
        reception = new Reception(flitByFlit ? ports * lanes : ports);
        for (int port = 0; port < ports; port++) {
            links().grantInitialCredits(
                            port, config.credits().own()[port], config.credits().far()[port]);
        }
        int untilTail = flitByFlit ? 0 : shortest(config.shortestPacket()) - 1; // before that nothing happens
        packetTransit = untilTail + MIN_REACTION;
        paths = new PathRegisters(
                config.place().nics(),
                config.paths().registers(),
                config.paths().atStart(),
                log());
        separators = new Separators(ports, lanes, config.switches().flowControlFlits(), links(), outbox(), log());
        reports = new AgentReports(id(), links(), log());
        requests = new ManagerRequests(config.identity(), reports, floods(), packets(), links(), this);
        agent = config.agent().apply(new NicSchemeSite(this, config.place().dataPort(), separators, reports));
        NicServices services = new Services();
        measures = new NicMeasures(config.load().measureFrom(), log());
        transport = Transport.of(config, services);
        generator = Generator.of(config, services);
        isWaiting = config.paths().awaited();
        if (!isWaiting) {
            generator.start(0);
        }
    }

    /** The NIC has paths: its first messages come from now on. */
    private void begin(long cycle) {
        if (isWaiting) {
            isWaiting = false;
            generator.start(cycle + 1);
        }
    }

    private static Transmitter.Timing timing(NicConfig config) {
        return new Transmitter.Timing(
                config.parameters().outputDelay(),
                config.parameters().creditDelay(),
                config.switches().flowControlFlits(),
                config.smpFlits(),
                config.switches().smpBuffer(),
                config.switches().offBelow(),
                config.switches().onThreshold());
    }

    // ---- sending ----

    @Override
    public int send(int port, long cycle) {
        if (port != config.place().dataPort() || cycle < hungUntil) {
            return 0;
        }
        if (injection.isUnderWay()) {
            return sendFlit(port, cycle);
        }
        int taken = separators.send(port, cycle);
        if (taken > 0 || isWaiting || !agent.mayInject() || !transport.next(cycle)) {
            return taken;
        }
        int destination = transport.destination();
        int flits = transport.flits();
        int units = unitsToStart(flits);
        int address = paths.address(destination);
        int lane = injectionLanes.choose(agent.lane(paths.lane(destination)), address, units, links(), cycle);
        injectionLanes.taken(lane);
        links().spend(port, lane, units);
        PacketHeader sending = workspace().sending;
        sending.lane = lane;
        sending.flits = flits;
        sending.stamp = cycle + links().sendDelay();
        sending.packet = PacketId.of(config.place().nic(), injected++);
        sending.route = Wire.route(address, config.paths().lid(), paths.level(destination)) | transport.kind();
        sending.generated = transport.generated();
        sending.injected = cycle;
        sending.marks = agent.injected();
        sending.trail = agent.trail(address, paths.trail(destination));
        sending.transport = transport.word();
        outbox().run(port, sending);
        log().count(Counter.INJECTED);
        log().count(Counter.INJECTED_FLITS, flits);
        log().count(Counter.RUNS_SENT);
        log().step(cycle, DeviceLog.INJECTION, destination, sending.packet);
        if (hasQueueSpace()) {
            generator.onQueueSpace(cycle);
        }
        if (flitByFlit) {
            injection.begin(lane, flits);
            return links().cyclesFor(port, 1);
        }
        return links().cyclesFor(port, flits);
    }

    /** Credits that a packet needs to begin. */
    private int unitsToStart(int flits) {
        return flitByFlit ? 1 : credits.of(flits);
    }

    private int sendFlit(int port, long cycle) {
        int lane = injection.lane();
        if (!links().hasCredits(port * lanes + lane, 1, cycle)) {
            return 0;
        }
        links().spend(port, lane, 1);
        outbox().flit(port, lane, cycle + links().sendDelay());
        injection.sent();
        return links().cyclesFor(port, 1);
    }

    private boolean hasQueueSpace() {
        return transport.unsent() < config.parameters().sendQueue();
    }

    @Override
    public boolean waitsForLink(int port) {
        return port == config.place().dataPort()
                && (injection.isUnderWay() || separators.isWaiting(port) || transport.hasNext());
    }

    @Override
    public void linkFree(int port, long cycle) {
        // nothing is held for a link: the queue is looked at next
    }

    // ---- receiving ----

    @Override
    protected int packetTransit() {
        return packetTransit;
    }

    @Override
    public boolean takesFlits() {
        return flitByFlit;
    }

    @Override
    protected void onRun(int port, PacketHeader packet, long cycle) {
        if (flitByFlit) {
            receiveHead(port, packet, cycle);
            return;
        }
        if (reception.isUnderWay(port)) {
            throw new IllegalStateException("port " + (port + 1) + ": a packet arrives inside another");
        }
        int flits = packet.flits;
        if (credits.of(flits) > credits.own()[port]) {
            throw new IllegalStateException("port " + (port + 1) + ": " + flits + " flits for a receive buffer of "
                    + credits.own()[port] + " credits");
        }
        links().arrive(port, packet.lane, credits.of(flits));
        log().step(cycle, DeviceLog.ARRIVAL, port, packet.packet);
        long last = cycle + links().cyclesFor(port, flits) - 1;
        reception.begin(port, packet, last);
        if (last == cycle) {
            deliver(port, cycle);
        } else {
            timer(last, DELIVER, port);
        }
    }

    private void receiveHead(int port, PacketHeader packet, long cycle) {
        int place = port * lanes + packet.lane;
        if (reception.isUnderWay(place)) {
            throw new IllegalStateException(
                    "port " + (port + 1) + " VL " + packet.lane + ": a packet begins inside another");
        }
        log().step(cycle, DeviceLog.ARRIVAL, place, packet.packet);
        reception.beginFlits(place, packet);
        onFlit(place, cycle);
    }

    @Override
    protected void onFlit(int place, long cycle) {
        int port = pairs.port(place);
        int lane = pairs.lane(place);
        if (!reception.isUnderWay(place)) {
            throw new IllegalStateException("port " + (port + 1) + " VL " + lane + ": a flit of no packet");
        }
        links().arriveFlit(port, lane, cycle);
        giveBack(port, lane, 1, cycle);
        if (reception.isLastFlit(place)) {
            reception.end(place);
            takeIn(port, place, cycle);
        }
    }

    private void giveBack(int port, int lane, int units, long cycle) {
        if (cycle < hungUntil) {
            kept[port * lanes + lane] += units;
        } else {
            links().release(port, lane, units, cycle);
        }
    }

    private void deliver(int port, long cycle) {
        if (!reception.isUnderWay(port) || reception.last(port) != cycle) {
            return; // the packet of this timer went down with the NIC
        }
        giveBack(port, reception.lane(port), credits.of(reception.flits(port)), cycle);
        reception.end(port);
        if (reception.isCut(port)) {
            loseCut(port, port, cycle);
        } else {
            takeIn(port, port, cycle);
        }
    }

    private void loseCut(int port, int place, long cycle) {
        int to = Wire.destination(reception.route(place));
        log().drop(cycle, DropCause.CUT, reception.id(place), port + 1, 0, to);
    }

    /** The packet that arrived at a place of a port is whole. */
    private void takeIn(int port, int place, long cycle) {
        long route = reception.route(place);
        int address = Wire.destination(route);
        if (address != config.paths().lid()
                && config.paths().addresses().nicOf(address) != config.place().nic()) {
            throw new IllegalStateException("port " + (port + 1) + ": packet for LID " + address + " at LID "
                    + config.paths().lid());
        }
        log().step(cycle, DeviceLog.DELIVERY, port, reception.id(place));
        log().count(Counter.DELIVERED);
        int source = PacketId.nic(reception.id(place));
        boolean fresh = transport.arrived(source, route, reception.transport(place), reception.generated(place), cycle);
        if (fresh) {
            lastPacket = reception.id(place);
            lastInjected = reception.injected(place);
            lastDelivered = cycle;
            measures.packet(
                    route, reception.flits(place), reception.generated(place), reception.injected(place), cycle);
        }
    }

    @Override
    public void measureFrom(long cycle) {
        measures.from(cycle);
    }

    /** Latencies measured by the NICs among some devices. */
    public static Latencies latencies(Iterable<Device> devices) {
        Latencies sum = new Latencies();
        for (Device device : devices) {
            if (device instanceof NicCore nic) {
                nic.measures.addTo(sum, nic.transport.reorderPeak());
            }
        }
        return sum;
    }

    /** Tells of messages from now on; not part of its state. */
    public void listen(MessageListener toMessages) {
        listener = toMessages;
    }

    // ---- failures ----

    @Override
    protected void onCut(int port, int lane, long packet, long cycle) {
        int place = flitByFlit ? port * lanes + lane : port;
        if (!reception.isUnderWay(place) || reception.id(place) != packet) {
            throw new IllegalStateException(
                    "port " + (port + 1) + " VL " + lane + ": cut of packet " + packet + ", which is not arriving");
        }
        cut(port, place, cycle);
    }

    /** The rest of a packet will not come: a packet on a link of its own is lost when its last flit would have come. */
    private void cut(int port, int place, long cycle) {
        if (flitByFlit) {
            reception.end(place);
            loseCut(port, place, cycle);
        } else {
            reception.cut(place);
        }
    }

    @Override
    protected void onPortDown(int port, long cycle) {
        int places = flitByFlit ? lanes : 1;
        for (int place = port * places; place < (port + 1) * places; place++) {
            if (reception.isUnderWay(place)) {
                cut(port, place, cycle);
            }
        }
        links().portDown(port, cycle);
        separators.clear(port, cycle);
        if (port == config.place().dataPort()) {
            injection.end();
            consult(() -> agent.linkChanged(false), cycle);
        }
    }

    @Override
    protected void onPortUp(int port, long cycle) {
        int[] freeUnits = new int[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            freeUnits[lane] = credits.own()[port] - kept[port * lanes + lane];
        }
        if (!flitByFlit && reception.isUnderWay(port)) {
            // a cut packet keeps its place until its last flit would have come
            freeUnits[reception.lane(port)] -= credits.of(reception.flits(port));
        }
        links().portUp(port, freeUnits, cycle);
        if (port == config.place().dataPort()) {
            consult(() -> agent.linkChanged(true), cycle);
        }
    }

    @Override
    protected void onSeparator(int port, int lane, long mark, long cycle) {
        consult(() -> agent.separator(lane, mark), cycle);
    }

    @Override
    protected void onDeviceDown(long cycle) {
        throw new IllegalStateException("a NIC does not fail as a whole; its link may");
    }

    // ---- management ----

    @Override
    public boolean canHang() {
        return true;
    }

    @Override
    public void hang(long cycle, long until) {
        hungUntil = until;
        timer(until, HANG_OVER, 0);
    }

    private void hangOver(long cycle) {
        if (cycle < hungUntil) {
            return; // the NIC has hung once more meanwhile
        }
        for (int pair = 0; pair < kept.length; pair++) {
            if (kept[pair] > 0) {
                links().release(pair / lanes, pair % lanes, kept[pair], cycle);
                kept[pair] = 0;
            }
        }
        links().touch(config.place().dataPort());
    }

    /** Other LID-routed SMPs are for the manager behind the NIC. */
    @Override
    public boolean isMine(Smp smp) {
        return super.isMine(smp) || smp.attribute() == Smp.MESSAGE && smp.isLidRouted();
    }

    @Override
    public boolean answer(Smp smp, int port, long cycle) {
        if (smp.attribute() == Smp.MESSAGE) {
            consult(() -> agent.receiveBroadcast(smp.origin(), smp.argument()), cycle);
            return false;
        }
        return requests.answer(smp, port, cycle);
    }

    @Override
    public boolean update(Smp update, long cycle) {
        if (paths.update(update, cycle)) {
            if (update.argument() != ManagerEffect.UNTOLD) {
                agent.installed(update.argument());
            }
            begin(cycle);
            links().touch(config.place().dataPort());
        }
        return true;
    }

    /** A NIC fails by its link alone, and keeps its paths. */
    @Override
    public boolean isBlank() {
        return false;
    }

    @Override
    protected void onBroadcast(Smp smp, int port, long cycle) {
        requests.receiveBroadcast(smp, port, cycle);
    }

    @Override
    public void takeControl(Smp control, long cycle) {
        log().fact(cycle, Fact.CONTROL_TAKEN, control.argument(), 0);
        consult(() -> agent.receiveControl(control.argument()), cycle);
    }

    @Override
    protected void onAnnouncement(Smp smp, long cycle) {
        log().events().broadcastReceived(cycle, smp.origin(), smp.transaction());
        consult(() -> agent.receiveBroadcast(smp.origin(), smp.argument()), cycle);
    }

    @Override
    protected boolean passesOn(int port) {
        return port == config.place().hostPort();
    }

    /** The agent learns something, by which it may halt or resume injection or choose other VLs. */
    private void consult(Runnable news, long cycle) {
        boolean before = agent.mayInject();
        int laneBefore = agent.lane(lanes - 1);
        news.run();
        if (agent.mayInject() != before) {
            if (before) {
                log().events().injectionHalted(cycle);
            } else {
                log().events().injectionResumed(cycle);
            }
        }
        if (agent.lane(lanes - 1) != laneBefore) {
            log().events().injectionLane(cycle, agent.lane(lanes - 1));
        }
        links().touch(config.place().dataPort());
    }

    /** LID-routed SMPs that reach a NIC are for the manager behind it. */
    @Override
    public int portTowards(int lid) {
        return config.place().hostPort() + 1;
    }

    @Override
    protected void onTimer(int type, int index, long cycle) {
        switch (type) {
            case GENERATE -> generator.onTimer(cycle);
            case DELIVER -> deliver(index, cycle);
            case RETRANSMIT -> transport.onTimer(cycle);
            case HANG_OVER -> hangOver(cycle);
            default -> throw new IllegalStateException("timer " + type);
        }
    }

    @Override
    protected void onAgentTimer(int type, int index, long cycle) {
        throw new IllegalStateException("agent timer " + type);
    }

    @Override
    protected void audit() {
        separators.audit();
        for (int pair = 0; pair < kept.length; pair++) {
            int room = credits.own()[pair / lanes];
            if (kept[pair] < 0 || kept[pair] > room || kept[pair] > 0 && now() > hungUntil) {
                throw new IllegalStateException("port " + (pair / lanes + 1) + " VL " + pair % lanes + ": " + kept[pair]
                        + " units of " + room + " are kept, and the NIC hangs until cycle " + hungUntil);
            }
        }
    }

    @Override
    protected void report(DeviceReport to) {
        long held = 0;
        for (int port = 0; port < ports(); port++) {
            for (int lane = 0; lane < lanes; lane++) {
                to.credits().setBuffered(port * lanes + lane, kept[port * lanes + lane]);
            }
            for (int lane = 0; flitByFlit && lane < lanes; lane++) {
                held += reception.isUnderWay(port * lanes + lane) ? 1 : 0;
            }
            if (!flitByFlit && reception.isUnderWay(port)) {
                held++;
                int pair = port * lanes + reception.lane(port);
                to.credits().setBuffered(pair, kept[pair] + credits.of(reception.flits(port)));
            }
        }
        if (lastDelivered != NO_DELIVERY) {
            to.setDelivery(lastPacket, lastInjected, lastDelivered);
            lastDelivered = NO_DELIVERY;
        }
        to.setBuffered(held);
        to.setQuiet(to.quiet() && separators.isEmpty() && now() > hungUntil);
        to.setQueued(transport.pending() + generator.remaining());
    }

    /** Cycle at which the message of the packet had been generated whose injection the log's witness is told of. */
    public long generatedOfInjected() {
        return workspace().sending.generated;
    }

    /** Packets injected so far: the number of the next one. */
    public long injectedPackets() {
        return injected;
    }

    @Override
    protected Map<String, Object> scheme() {
        return agent.describe();
    }

    @Override
    protected void describe(Map<String, Object> words) {
        words.put("kind", "nic");
        words.put("injected", injected);
        words.put("unsent", transport.unsent());
        words.put("pending", transport.pending());
        words.put("state", waits(now() - 1));
        words.put("scheme", scheme());
        words.put("paths", paths.describe());
    }

    /** Reason why the NIC's next packet waits, in words, at the end of a cycle that is over. */
    private String waits(long cycle) {
        int port = config.place().dataPort();
        if (!transport.hasNext() && !injection.isUnderWay()) {
            return "nothing to send";
        }
        if (!links().isUp(port)) {
            return "link down";
        }
        if (!agent.mayInject()) {
            return "injection halted";
        }
        return links().isOpen(port, cycle) && !separators.isWaiting(port) ? links().whyNot() : "link taken";
    }

    @Override
    protected void describe(int port, int lane, Map<String, Object> words) {
        words.put("separators", separators.count(port * lanes + lane));
        int place = flitByFlit ? port * lanes + lane : port;
        if (reception.lane(place) == lane) {
            words.put("receiving", Reference.packet(reception.id(place)));
        }
    }

    @Override
    public void visitOwn(StateVisitor state) {
        super.visitOwn(state);
        reception.visit(state);
        injectionLanes.visit(state);
        injection.visit(state);
        isWaiting = state.value(isWaiting);
        injected = state.value(injected);
        hungUntil = state.value(hungUntil);
        state.values(kept);
        paths.visit(state);
        agent.visit(state);
        separators.visit(state);
        reports.visit(state);
        transport.visit(state);
        generator.visit(state);
        measures.visit(state);
    }

    /** This NIC, as its generator and its transport see it. */
    private final class Services implements NicServices {
        @Override
        public DeviceLog log() {
            return NicCore.this.log();
        }

        @Override
        public int device(int nic) {
            return config.identity().id() - config.place().nic() + nic;
        }

        @Override
        public boolean canSend(int destination, int flits) {
            int named = agent.lane(paths.lane(destination));
            int lane = injectionLanes.choose(named, paths.address(destination), unitsToStart(flits), links(), now());
            return lane != InjectionLanes.NONE;
        }

        @Override
        public boolean isKnown(int destination) {
            return !config.load().newcomers().get(destination) || paths.address(destination) != 0;
        }

        @Override
        public void wakeLink() {
            links().touch(config.place().dataPort());
        }

        @Override
        public void generateAt(long cycle) {
            timer(cycle, GENERATE, 0);
        }

        @Override
        public long onClock(long cycles) {
            return NicCore.this.onClock(cycles);
        }

        @Override
        public void retransmitAt(long cycle) {
            timer(cycle, RETRANSMIT, 0);
        }

        @Override
        public void timedOut(int destination, int times, long sent, long cycle) {
            if (config.paths().migrateAfter() > 0 && times % config.paths().migrateAfter() == 0) {
                paths.timedOut(destination, sent, cycle);
            }
        }

        @Override
        public boolean hasQueueSpace() {
            return NicCore.this.hasQueueSpace();
        }

        @Override
        public void queueMessage(int destination, int number, int payload, long cycle) {
            transport.add(destination, number, payload, cycle);
        }

        @Override
        public void injected(int number, long cycle) {
            generator.injected(number, cycle);
        }

        @Override
        public void delivered(int source, int number, long generated, long cycle) {
            NicCore.this.log().step(cycle, DeviceLog.MESSAGE, source, number);
            measures.message(generated, cycle);
            listener.delivered(source, config.place().nic(), number, cycle);
            generator.delivered(source, number, cycle);
        }
    }
}

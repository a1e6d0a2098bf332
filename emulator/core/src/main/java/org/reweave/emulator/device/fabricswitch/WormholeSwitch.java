package org.reweave.emulator.device.fabricswitch;

import java.util.List;
import java.util.Map;
import org.reweave.emulator.device.AgentReports;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.ManagerRequests;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Workspace;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;
import org.reweave.reconfig.state.StateVisitor;

/**
 * A wormhole switch: the router with virtual channels of the textbooks, put together from its parts. Flits wait in
 * input queues per (port, VL) ({@link FlitInputs}); the first packet of a queue is routed, gets a lane of an output
 * ({@link LaneAllocator}), and then its flits compete for the crossbar one by one ({@link FlitCrossbar}). Agent, tables
 * and management are those of every switch. SMPs stay whole: they have VL 15 to themselves and take a link between two
 * flits. Source: Dally and Towles, Principles and Practices of Interconnection Networks, ch. 16; the rules with their
 * cycles are in emulator/docs/switch-model.md.
 */
public final class WormholeSwitch extends Device {
    private final PacketArena packets = new PacketArena();
    private final FlitQueues queues;
    private final OutputLanes outputs;
    private final FlitInputs inputs;
    private final LaneAllocator laneAllocator;
    private final FlitCrossbar crossbar;
    private final FlitFaults faults;
    private final Management management;
    private final ManagerRequests requests;
    private final SchemeSite scheme;
    private final FlitWords words;

    public WormholeSwitch(SwitchConfig config) {
        super(
                config.identity(),
                config.parameters().lanes(),
                timing(config),
                config.parameters().smpReaction(),
                config.parameters().agentDelay());
        int count = ports() * lanes();
        for (int port = 0; port < ports(); port++) {
            links().grantInitialCredits(
                            port, config.credits().own()[port], config.credits().far()[port]);
        }
        SwitchTables tables = SwitchTables.of(config, ports(), log());
        AgentReports reports = new AgentReports(id(), links(), log());
        queues = new FlitQueues(count);
        outputs = new OutputLanes(count, PortLanes.of(lanes()));
        scheme = new SchemeSite(
                config,
                links(),
                tables,
                WormholeSwitch::refuseSeparator,
                reports,
                floods(),
                disturbances(),
                this,
                log());
        inputs = new FlitInputs(config, packets, queues, outputs, scheme, links(), log(), workspace());
        laneAllocator = new LaneAllocator(config, packets, queues, outputs, inputs, scheme.agent(), links(), log());
        crossbar = new FlitCrossbar(config, packets, queues, outputs, inputs, links(), outbox(), log(), workspace());
        management = new Management(config, tables, reports, scheme, inputs, links(), log(), disturbances(), this);
        requests = new ManagerRequests(config.identity(), reports, floods(), packets(), links(), management);
        faults = new FlitFaults(config, packets, queues, inputs, crossbar, scheme, links(), log(), management);
        words = new FlitWords(config, packets, queues, outputs, scheme, links());
    }

    private static Transmitter.Timing timing(SwitchConfig config) {
        SwitchParameters p = config.parameters();
        return new Transmitter.Timing(
                p.switchAllocationDelay() + p.crossbarDelay() + p.outputDelay(),
                p.creditDelay(),
                p.flowControlFlits(),
                config.control().smpFlits(),
                p.smpBuffer(),
                p.offBelow(),
                p.onThreshold());
    }

    private static void refuseSeparator(int output, long mark) {
        throw new IllegalStateException(
                "separator " + mark + " at output " + output + ": a wormhole switch has no place for it");
    }

    @Override
    protected void useWorkspace(Workspace shared) {
        inputs.useWorkspace(shared);
        crossbar.useWorkspace(shared);
    }

    @Override
    protected int packetTransit() {
        return MIN_REACTION; // a flit gives its credit back in the cycle in which it goes
    }

    @Override
    public boolean takesFlits() {
        return true;
    }

    @Override
    protected void onRun(int port, PacketHeader packet, long cycle) {
        inputs.arrive(port, packet, cycle);
    }

    @Override
    protected void onFlit(int pair, long cycle) {
        inputs.arrive(pair, cycle);
    }

    @Override
    protected void onCut(int port, int lane, long packet, long cycle) {
        faults.packetCut(port, lane, packet, cycle);
    }

    @Override
    protected void onSeparator(int port, int lane, long mark, long cycle) {
        refuseSeparator(port * lanes() + lane, mark);
    }

    @Override
    protected void onPortDown(int port, long cycle) {
        faults.portDown(port, cycle);
    }

    @Override
    protected void onPortUp(int port, long cycle) {
        management.portUp(port, cycle);
    }

    /** The switch loses its packets and its tables and restarts. Its links go down in this cycle too. */
    @Override
    protected void onDeviceDown(long cycle) {
        faults.losePackets(cycle);
        packets.clear();
        queues.clear();
        outputs.clear();
        management.restart(cycle);
    }

    @Override
    protected void onTimer(int type, int index, long cycle) {
        throw new IllegalStateException("timer " + type);
    }

    @Override
    protected void onAgentTimer(int type, int index, long cycle) {
        management.timerFired(type, index, cycle);
    }

    /** SMPs go first; then a cycle of the router: routing, lanes, flits. */
    @Override
    protected void settle(long cycle) {
        super.settle(cycle);
        inputs.route(cycle);
        laneAllocator.allocate(cycle);
        long next = crossbar.allocate(cycle);
        lookAt(Math.min(next, Math.min(laneAllocator.next(cycle), inputs.nextRouted())));
    }

    @Override
    public int send(int port, long cycle) {
        return 0; // flits take a link by themselves
    }

    @Override
    public boolean waitsForLink(int port) {
        return false;
    }

    @Override
    public void linkFree(int port, long cycle) {
        // nothing is held for a link
    }

    @Override
    public int portTowards(int lid) {
        return management.portTowards(lid);
    }

    @Override
    public boolean answer(Smp smp, int port, long cycle) {
        return requests.answer(smp, port, cycle);
    }

    @Override
    protected void onBroadcast(Smp smp, int port, long cycle) {
        requests.receiveBroadcast(smp, port, cycle);
    }

    @Override
    protected void onAnnouncement(Smp smp, long cycle) {
        management.receiveAnnouncement(smp, cycle);
    }

    @Override
    protected boolean passesOn(int port) {
        return true;
    }

    @Override
    protected void report(DeviceReport to) {
        inputs.report(to);
        words.reportWaits(to);
        management.report(to);
    }

    @Override
    protected Map<String, Object> scheme() {
        return scheme.agent().describe();
    }

    @Override
    protected void describe(Map<String, Object> all) {
        management.describe(all);
    }

    @Override
    protected void describe(int port, int lane, Map<String, Object> all) {
        int pair = port * lanes() + lane;
        Map<String, Object> holder = words.holder(pair);
        all.put("used", queues.flits(pair));
        all.put("input", words.input(pair, now() - 1));
        all.put("output", List.of()); // a link has no queue, but a packet that it is taken for
        if (!holder.isEmpty()) {
            all.put("takenFor", holder);
        }
    }

    @Override
    public void visitOwn(StateVisitor state) {
        super.visitOwn(state);
        packets.visit(state);
        inputs.visit(state);
        outputs.visit(state);
        laneAllocator.visit(state);
        crossbar.visit(state);
        management.visit(state);
        lookAt(state.value(nextLook()));
    }
}

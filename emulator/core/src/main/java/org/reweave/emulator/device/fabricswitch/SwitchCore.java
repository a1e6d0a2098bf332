package org.reweave.emulator.device.fabricswitch;

import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.device.AgentReports;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.ManagerRequests;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Workspace;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.Transmitter;
import org.reweave.reconfig.spi.Recount;
import org.reweave.reconfig.state.StateVisitor;

/**
 * A switch that forwards packets whole, cut-through or stored, put together from its parts: input queues, one or
 * several per (port, VL) ({@link InputStage}), a crossbar with an arbiter ({@link Crossbar}), output buffers or none
 * ({@link OutputStage}), {@link SwitchFaults}, and the {@link Management} side with the scheme's agent
 * ({@link SchemeSite}). It owns the store of the packets inside the switch ({@link PacketArena}), hands each input of
 * the device to the part that treats it, and saves the parts.
 */
public final class SwitchCore extends Device {
    private final QueueNumbers numbers;
    private final PacketArena packets = new PacketArena();
    private final InputStage inputs;
    private final Crossbar crossbar;
    private final OutputStage outputs;
    private final SwitchFaults faults;
    private final Management management;
    private final ManagerRequests requests;
    private final SchemeSite scheme;
    private final SwitchWords queueWords;
    private final int packetTransit;

    public SwitchCore(SwitchConfig config) {
        super(
                config.identity(),
                config.parameters().lanes(),
                timing(config),
                config.parameters().smpReaction(),
                config.parameters().agentDelay());
        int lanes = config.parameters().lanes();
        // a packet sends nothing before it is routed, and then its own head, or credits from the next cycle on
        this.packetTransit = config.parameters().routingDelay() + MIN_REACTION;
        this.numbers = QueueNumbers.of(config);
        if (numbers.count() > MOST_INDEX) {
            throw new IllegalArgumentException(name() + ": " + numbers.count() + " input queues are too many");
        }
        for (int port = 0; port < ports(); port++) {
            links().grantInitialCredits(
                            port, config.credits().own()[port], config.credits().far()[port]);
        }
        SwitchTables tables = SwitchTables.of(config, ports(), log());
        AgentReports reports = new AgentReports(id(), links(), log());
        RequestMatrix matrix = new RequestMatrix(numbers.count(), numbers.pairs());
        TouchedOutputs touched =
                new TouchedOutputs(numbers.pairs(), lanes, config.parameters().outputBuffer() > 0, links());
        outputs = new OutputStage(config, packets, touched, links(), outbox(), log(), workspace(), this);
        scheme =
                new SchemeSite(config, links(), tables, this::separate, reports, floods(), disturbances(), this, log());
        inputs = new InputStage(
                config, numbers, packets, matrix, touched, scheme, links(), log(), workspace(), this, this::staysUp);
        crossbar = new Crossbar(
                config, numbers, packets, inputs, outputs, matrix, touched, scheme.agent(), links(), log(), this);
        management = new Management(config, tables, reports, scheme, inputs, links(), log(), disturbances(), this);
        requests = new ManagerRequests(config.identity(), reports, floods(), packets(), links(), management);
        queueWords = new SwitchWords(config.parameters(), numbers, packets, inputs, crossbar, outputs, scheme, links());
        faults = new SwitchFaults(config, numbers, packets, inputs, outputs, scheme, links(), log(), management);
    }

    private void separate(int output, long mark) {
        inputs.separated(output, now());
        outputs.separate(output, mark);
    }

    private static Transmitter.Timing timing(SwitchConfig config) {
        SwitchParameters p = config.parameters();
        int sendDelay = p.outputDelay() + (p.outputBuffer() == 0 ? p.crossbarDelay() : 0);
        return new Transmitter.Timing(
                sendDelay,
                p.creditDelay(),
                p.flowControlFlits(),
                config.control().smpFlits(),
                p.smpBuffer());
    }

    @Override
    protected void useWorkspace(Workspace shared) {
        inputs.useWorkspace(shared);
        outputs.useWorkspace(shared);
    }

    @Override
    protected int packetTransit() {
        return packetTransit;
    }

    @Override
    protected void onRun(int port, PacketHeader packet, long cycle) {
        inputs.arrive(port, packet, cycle);
    }

    @Override
    protected void onCut(int port, int lane, long packet, long cycle) {
        catchUp(cycle);
        faults.packetCut(port, lane, packet, cycle);
    }

    @Override
    protected void onSeparator(int port, int lane, long mark, long cycle) {
        management.receiveSeparator(port, lane, mark, cycle);
    }

    @Override
    protected void onPortDown(int port, long cycle) {
        catchUp(cycle);
        faults.portDown(port, cycle);
    }

    @Override
    protected void onPortUp(int port, long cycle) {
        catchUp(cycle);
        management.portUp(port, cycle);
    }

    /**
     * The switch loses its packets and its tables and restarts. Its links go down in this cycle too and come up by
     * themselves.
     */
    @Override
    protected void onDeviceDown(long cycle) {
        catchUp(cycle);
        faults.losePackets(cycle);
        packets.clear();
        inputs.clear();
        outputs.clear();
        crossbar.clear();
        management.restart(cycle);
    }

    @Override
    protected void onTimer(int type, int index, long cycle) {
        switch (type) {
            case TimerTypes.ROUTED -> inputs.route(index, cycle);
            case TimerTypes.COMPLETE -> inputs.offerHead(index, cycle);
            case TimerTypes.OUTPUT_READY -> links().touch(index);
            case TimerTypes.OUTPUT_FREE -> crossbar.touch(index);
            case TimerTypes.INPUT_FREE -> crossbar.inputFree(index);
            case TimerTypes.RELEASE -> inputs.release(index, cycle);
            default -> throw new IllegalStateException("timer " + type);
        }
    }

    @Override
    protected void onAgentTimer(int type, int index, long cycle) {
        management.timerFired(type, index, cycle);
    }

    @Override
    protected void settle(long cycle) {
        if (outputs.isBuffered()) {
            crossbar.settle(cycle);
        }
        super.settle(cycle);
    }

    @Override
    public int send(int port, long cycle) {
        int taken = outputs.sendSeparator(port, cycle);
        if (taken > 0) {
            return taken;
        }
        return outputs.isBuffered() ? outputs.sendFromBuffer(port, cycle) : crossbar.send(port, cycle);
    }

    @Override
    public boolean waitsForLink(int port) {
        return outputs.waitsForLink(port) || !outputs.isBuffered() && crossbar.waitsForLink(port);
    }

    @Override
    public void linkFree(int port, long cycle) {
        outputs.linkFree(port);
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
    protected void catchUp(long cycle) {
        inputs.catchUp(cycle);
    }

    @Override
    protected void audit() {
        inputs.audit();
        outputs.audit();
        Optional<Recount> recount = scheme.agent().recount(); // most agents keep no sums, and nothing is allocated then
        if (recount.isPresent()) {
            inputs.recount(recount.get());
            recount.get().end();
        }
    }

    @Override
    protected void report(DeviceReport to) {
        long held = 0;
        for (int pair = 0; pair < numbers.pairs(); pair++) {
            inputs.reportBuffered(pair, to);
            held += inputs.held(pair) + outputs.held(pair);
            crossbar.reportWait(pair, to);
            outputs.reportWait(pair, to);
            outputs.reportRingRoom(pair, to);
            for (int queue = numbers.first(pair); queue < numbers.first(pair + 1); queue++) {
                outputs.reportCrossing(pair, inputs.crossingTo(queue), to);
            }
        }
        to.setBuffered(held);
        management.report(to);
        to.setQuiet(to.quiet() && !outputs.hasSeparators());
    }

    @Override
    protected Map<String, Object> scheme() {
        return scheme.agent().describe();
    }

    @Override
    protected void describe(Map<String, Object> words) {
        management.describe(words);
    }

    @Override
    protected void describe(int port, int lane, Map<String, Object> words) {
        int pair = port * lanes() + lane;
        words.put("used", inputs.used(pair));
        words.put("separators", outputs.separators(pair));
        words.put("input", queueWords.input(pair, now() - 1));
        words.put("output", queueWords.output(pair, now() - 1));
    }

    @Override
    public void visitOwn(StateVisitor state) {
        super.visitOwn(state);
        packets.visit(state);
        inputs.visit(state);
        crossbar.visit(state);
        outputs.visit(state);
        management.visit(state);
    }
}

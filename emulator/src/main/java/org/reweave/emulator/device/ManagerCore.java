package org.reweave.emulator.device;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.time.LongRing;
import org.reweave.emulator.time.StateReader;
import org.reweave.emulator.time.StateWriter;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.routing.engine.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** The subnet manager: a device behind its NIC's host link. A trap makes it discover the fabric anew; if something has changed it computes
 *  tables and hands them to the scheme's protocol, whose effects it turns into SMPs. A trap during a reconfiguration is looked at when that
 *  is complete. */
public final class ManagerCore extends Device {
    private static final int TIMEOUT = FIRST_AGENT_TIMER;
    private static final int COMPUTED = FIRST_AGENT_TIMER + 1;

    /** What the manager is doing. */
    private enum Phase {
        IDLE,
        SWEEPING,
        COMPUTING,
        UPDATING
    }

    private final ManagerConfig config;
    private final Fabric fabric;
    private final SmpClient client;
    private final Sweep sweep;
    private final ProtocolState<?> protocol;
    private Phase phase = Phase.IDLE;
    private final LongRing trapsMeanwhile = new LongRing();
    private long change;
    private Faults known = Faults.none();
    private Faults before = Faults.none();
    private final byte[][] installed; // by switch, as far as answers tell; null = unknown
    private byte[][] target;
    private final int[] unanswered; // by device: SMPs of its update

    public ManagerCore(ManagerConfig config) {
        super(
                config.id(),
                config.name(),
                config.plan(),
                1,
                new Transmitter.Timing(1, 0, 0, config.parameters().smpFlits(), Integer.MAX_VALUE),
                config.parameters().reaction(),
                config.parameters().reaction());
        this.config = config;
        this.fabric = config.fabric();
        this.client = new SmpClient(this, config.parameters(), TIMEOUT, this::sent);
        this.sweep = new Sweep(fabric);
        this.protocol = config.protocol() == null ? null : new ProtocolState<>(config.protocol());
        this.installed = new byte[fabric.switchCount()][];
        for (int device = 0; device < installed.length; device++) {
            installed[device] = config.installed().lft(device);
        }
        this.unanswered = new int[fabric.deviceCount()];
    }

    // ---- what arrives ----

    @Override
    public boolean isMine(Smp smp) {
        return true;
    }

    @Override
    public int portTowards(int lid) {
        return 0;
    }

    @Override
    public boolean answer(Smp smp, int port, long cycle) {
        if (smp.attribute() == Smp.TRAP) {
            trapped(smp.argument(), cycle);
            return false;
        }
        SmpRequest request = client.answered(smp.transaction(), cycle);
        if (request == null) {
            return false;
        }
        if (request.attribute() == Smp.NODE_INFO) {
            long[] up = new long[Smp.NODE_INFO_WORDS];
            for (int i = 0; i < up.length; i++) {
                up[i] = smp.payload(i);
            }
            sweep.answered(request.device(), up, (device, route) -> ask(device, route, cycle));
            checkSweep(cycle);
        } else if (--unanswered[request.device()] == 0) {
            updated(request.device(), cycle);
        }
        return false;
    }

    private void trapped(long argument, long cycle) {
        log().event(cycle, EventKind.DETECTED, argument >>> 16, argument >>> 8 & 0xff, argument & 1, 0);
        if (protocol == null) {
            return;
        }
        if (phase == Phase.IDLE) {
            startSweep(cycle);
        } else {
            trapsMeanwhile.add(argument);
        }
    }

    @Override
    void onAgentTimer(int type, int index, long cycle) {
        if (type == COMPUTED) {
            compute(cycle);
            return;
        }
        SmpRequest givenUp = client.timedOut(index, cycle);
        if (givenUp == null) {
            return;
        }
        if (givenUp.attribute() == Smp.NODE_INFO) {
            sweep.silent(givenUp.device());
            checkSweep(cycle);
        } else {
            client.forget(givenUp.device(), cycle);
            unanswered[givenUp.device()] = 0;
            if (fabric.isSwitch(givenUp.device())) {
                installed[givenUp.device()] = null;
            }
            log().event(cycle, EventKind.UNREACHABLE, givenUp.device(), change, 0, 0);
            perform(protocol.step(new ManagerInput.Unreachable(givenUp.device())), cycle);
        }
    }

    // ---- discovery and computation ----

    private void startSweep(long cycle) {
        phase = Phase.SWEEPING;
        sweep.start(config.nicDevice(), config.nicPort(), (device, route) -> ask(device, route, cycle));
    }

    private void ask(int device, byte[] route, long cycle) {
        client.request(new SmpRequest(device, route, Smp.NODE_INFO, 0, new long[Smp.NODE_INFO_WORDS], true), cycle);
    }

    private void checkSweep(long cycle) {
        if (!sweep.isComplete()) {
            return;
        }
        Faults found = sweep.faults();
        log().event(cycle, EventKind.SWEEP_DONE, sweep.switchesFound(), found.linkCount(), found.deviceCount(), 0);
        if (found.equals(known)) {
            rest(cycle);
            return;
        }
        for (int device = 0; device < installed.length; device++) {
            if (!found.deviceUp(device)) {
                installed[device] = null; // it will restart empty
            }
        }
        before = known;
        known = found;
        phase = Phase.COMPUTING;
        if (config.parameters().computation() == 0) {
            compute(cycle);
        } else {
            agentTimer(cycle + config.parameters().computation(), COMPUTED, 0);
        }
    }

    private void compute(long cycle) {
        change++;
        RoutingTables tables;
        try {
            tables = config.engine().route(fabric, known, config.options());
        } catch (UnroutableException e) {
            log().event(cycle, EventKind.UNROUTABLE, change, 0, 0, 0);
            rest(cycle);
            return;
        }
        target = new byte[installed.length][];
        for (int device = 0; device < target.length; device++) {
            target[device] = tables.lft(device);
        }
        log().event(cycle, EventKind.TABLES_READY, change, 0, 0, 0);
        phase = Phase.UPDATING;
        perform(protocol.step(UpdateOrder.nearToFar(fabric, sweep, before, known)), cycle);
    }

    /** Whether a trap says something else than the last sweep found. */
    private boolean isNews(long argument) {
        int device = (int) (argument >>> 16);
        int port = (int) (argument >>> 8) & 0xff;
        return known.portUp(fabric, device, port) != ((argument & 1) == 1);
    }

    /** Done, until the next trap; those that came meanwhile count if they are news. */
    private void rest(long cycle) {
        phase = Phase.IDLE;
        boolean news = false;
        while (!trapsMeanwhile.isEmpty()) {
            news |= isNews(trapsMeanwhile.remove());
        }
        if (news) {
            startSweep(cycle);
        }
    }

    // ---- distribution ----

    private void perform(List<ManagerEffect> effects, long cycle) {
        for (ManagerEffect effect : effects) {
            effect.fold(new ManagerEffect.Cases<Void>() {
                @Override
                public Void sendTables(ManagerEffect.SendTables send) {
                    distribute(send.device(), send.extent(), send.argument(), cycle);
                    return null;
                }

                @Override
                public Void notify(ManagerEffect.Notify notice) {
                    sendNotice(notice.device(), notice.argument(), cycle);
                    return null;
                }

                @Override
                public Void done(ManagerEffect.Done done) {
                    log().event(cycle, EventKind.RECONFIGURED, change, 0, 0, 0);
                    rest(cycle);
                    return null;
                }
            });
        }
    }

    private void distribute(int device, ManagerEffect.Extent extent, long argument, long cycle) {
        byte[] table = target[device];
        byte[] old = installed[device];
        boolean full = extent == ManagerEffect.Extent.FULL || old == null;
        List<Integer> blocks = new ArrayList<>();
        for (int block = 0; block < Update.blocks(table); block++) {
            if (full || !Update.sameBlock(old, table, block)) {
                blocks.add(block);
            }
        }
        if (blocks.isEmpty()) {
            sendNotice(device, argument, cycle);
            return;
        }
        unanswered[device] = blocks.size();
        for (int i = 0; i < blocks.size(); i++) {
            int block = blocks.get(i);
            long[] payload = new long[Update.BLOCK_WORDS];
            payload[0] = Update.head(change, block, blocks.size(), full);
            for (int word = 1; word < payload.length; word++) {
                payload[word] = Update.pack(table, block, word - 1);
            }
            boolean last = i == blocks.size() - 1;
            client.request(new SmpRequest(device, sweep.route(device), Smp.UPDATE, argument, payload, last), cycle);
        }
    }

    private void sendNotice(int device, long argument, long cycle) {
        unanswered[device] = 1;
        long[] payload = {Update.head(change, 0, 0, false)};
        client.request(new SmpRequest(device, sweep.route(device), Smp.UPDATE, argument, payload, true), cycle);
    }

    private void sent(SmpRequest request, long cycle) {
        if (request.attribute() == Smp.UPDATE && request.last()) {
            long head = request.payload()[0];
            int smps = Math.max(1, Update.total(head));
            log().event(cycle, EventKind.TABLES_SENT, request.device(), change, smps, Update.isFull(head) ? 1 : 0);
        }
    }

    private void updated(int device, long cycle) {
        if (fabric.isSwitch(device)) {
            installed[device] = target[device];
        }
        log().event(cycle, EventKind.ACKNOWLEDGED, device, change, 0, 0);
        perform(protocol.step(new ManagerInput.Acknowledged(device)), cycle);
    }

    // ---- the rest of a device ----

    @Override
    public int send(int port, long cycle) {
        return 0;
    }

    @Override
    public void linkFree(int port, long cycle) {
        // the transmitter looks at its SMPs next
    }

    @Override
    void onCut(int port, int lane, long packet, long cycle) {
        throw new IllegalStateException(place(port) + ": a data packet at the manager");
    }

    @Override
    void onRun(int port, LongRing ring, long cycle) {
        throw new IllegalStateException(place(port) + ": a data packet at the manager");
    }

    @Override
    void onTimer(int type, int index, long cycle) {
        throw new IllegalStateException(name() + ": timer " + type);
    }

    @Override
    void onPortDown(int port, long cycle) {
        throw new IllegalStateException(place(port) + ": the host link does not fail");
    }

    @Override
    void onPortUp(int port, long cycle) {
        throw new IllegalStateException(place(port) + ": the host link does not fail");
    }

    @Override
    void onDeviceDown(long cycle) {
        throw new IllegalStateException(name() + ": the manager does not fail");
    }

    @Override
    void onDeviceUp(long cycle) {
        throw new IllegalStateException(name() + ": the manager does not fail");
    }

    @Override
    void report(DeviceReport to) {
        to.setQuiet(to.quiet() && phase == Phase.IDLE && client.isIdle());
    }

    @Override
    public void encode(StateWriter out) {
        super.encode(out);
        out.value(phase.ordinal());
        trapsMeanwhile.encode(out);
        out.value(change);
        encode(known, out);
        encode(before, out);
        encode(installed, out);
        encode(target == null ? new byte[installed.length][] : target, out);
        out.ints(unanswered);
        client.encode(out);
        sweep.encode(out);
        if (protocol != null) {
            out.longs(protocol.encode());
        }
    }

    @Override
    public void decode(StateReader in) {
        super.decode(in);
        phase = Phase.values()[in.integer()];
        trapsMeanwhile.decode(in);
        change = in.value();
        known = faults(in);
        before = faults(in);
        decode(installed, in);
        target = new byte[installed.length][];
        decode(target, in);
        in.ints(unanswered);
        client.decode(in);
        sweep.decode(in);
        if (protocol != null) {
            protocol.decode(in.longs());
        }
    }

    private void encode(Faults faults, StateWriter out) {
        out.ints(faults.links());
        out.ints(faults.devices());
    }

    private static Faults faults(StateReader in) {
        Faults faults = Faults.none();
        for (int left = in.integer(); left > 0; left--) {
            faults = faults.withLink(in.integer());
        }
        for (int left = in.integer(); left > 0; left--) {
            faults = faults.withDevice(in.integer());
        }
        return faults;
    }

    private static void encode(byte[][] tables, StateWriter out) {
        for (byte[] table : tables) {
            out.flag(table != null);
            if (table != null) {
                out.bytes(table);
            }
        }
    }

    private static void decode(byte[][] tables, StateReader in) {
        for (int device = 0; device < tables.length; device++) {
            tables[device] = in.flag() ? in.bytes() : null;
        }
    }

    /** A protocol and the state it is in. */
    private static final class ProtocolState<S> {
        private final ManagerProtocol<S> rules;
        private S state;

        ProtocolState(ManagerProtocol<S> rules) {
            this.rules = rules;
            this.state = rules.initial();
        }

        List<ManagerEffect> step(ManagerInput input) {
            ManagerProtocol.Step<S> step = rules.step(state, input);
            state = step.next();
            return step.effects();
        }

        long[] encode() {
            return rules.encode(state);
        }

        void decode(long[] words) {
            state = rules.decode(words);
        }
    }
}

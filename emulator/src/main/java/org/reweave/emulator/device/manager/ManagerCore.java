package org.reweave.emulator.device.manager;

import java.util.List;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Transmitter;
import org.reweave.emulator.device.Update;
import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.manager.Action;
import org.reweave.reconfig.manager.DeviceRecords;
import org.reweave.reconfig.manager.Knowledge;
import org.reweave.reconfig.manager.Manager;
import org.reweave.reconfig.manager.ManagerState;
import org.reweave.reconfig.manager.Reach;
import org.reweave.reconfig.manager.RunningManager;
import org.reweave.reconfig.manager.Stimulus;
import org.reweave.reconfig.manager.Trap;
import org.reweave.reconfig.paths.TablePlanner;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Faults;

/**
 * The subnet manager's device behind its NIC's host link: it turns SMPs and timers into the stimuli of
 * {@link org.reweave.reconfig.manager.Manager}, which decides, and performs the manager's actions by discovering with
 * directed routes, computing tables and sending SMPs. See reconfig/docs/manager.md.
 */
public final class ManagerCore extends ControlDevice {
    private static final int TIMEOUT = FIRST_AGENT_TIMER;
    private static final int COMPUTED = FIRST_AGENT_TIMER + 1;
    private static final int PERIOD = FIRST_AGENT_TIMER + 2;
    private static final int PLANNED = FIRST_AGENT_TIMER + 3;
    private static final int PROTOCOL = FIRST_AGENT_TIMER + 4;
    private static final long NEVER = -1;

    private final ManagerConfig config;
    private final ManagerParameters parameters;
    private final RunningManager<?> manager;
    private final SmpClient client;
    private final Sweep sweep;
    private final Distribution distribution;
    private final TablePlanner planner;
    private final DeviceRecords records = new Records();
    private final Smp smp = new Smp();
    private long sweepBegan = NEVER;
    private long nothingNewSince = NEVER; // when the last sweep that found nothing new began
    private long computedAt = NEVER;
    private final long[] firesAt; // by timer of the protocol

    public ManagerCore(ManagerConfig config) {
        super(
                config.id(),
                config.name(),
                config.plan(),
                new Transmitter.Timing(1, 0, 0, config.parameters().smpFlits(), Integer.MAX_VALUE),
                config.parameters().reaction());
        this.config = config;
        this.parameters = config.parameters();
        Manager<?> rules = config.protocol() == null
                ? Manager.watching(config.fabric())
                : new Manager<>(config.fabric(), config.protocol());
        this.manager = new RunningManager<>(rules, config.absent(), false);
        this.client = new SmpClient(this, parameters, TIMEOUT, this::sent);
        this.sweep = new Sweep(config.fabric());
        this.distribution = new Distribution(config.fabric(), client, sweep, config.installed(), config.absent());
        this.planner = new TablePlanner(
                config.fabric(),
                config.addresses(),
                config.sources(),
                config.dependencyLanes(),
                manager.state().knowledge().known());
        this.firesAt = new long[ManagerTimer.values().length];
        if (parameters.sweep() > 0) {
            agentTimer(parameters.sweep(), PERIOD, 0);
        }
        for (int plan = 0; plan < config.changes().size(); plan++) {
            agentTimer(config.changes().get(plan).at(), PLANNED, plan);
        }
    }

    /** What the manager's rules read of tables and paths. */
    private final class Records implements DeviceRecords {
        @Override
        public boolean differs(int device) {
            return distribution.differs(device);
        }

        @Override
        public boolean hasUnknownTables(Faults faults) {
            return distribution.isInDoubt(faults);
        }

        @Override
        public boolean migrates() {
            return planner.migrates();
        }
    }

    // ---- stimuli ----

    /**
     * Steps until the manager waits for something that takes time. Where an event says which change the stimulus leads
     * to, the event is recorded between the step and its actions.
     */
    private void feed(Stimulus stimulus, long cycle) {
        perform(manager.step(stimulus, records), cycle);
    }

    private void perform(List<Action> first, long cycle) {
        List<Action> actions = first;
        while (!actions.isEmpty()) {
            Stimulus next = null;
            for (Action action : actions) {
                Stimulus answer = action.fold(new Performer(cycle));
                next = answer == null ? next : answer;
            }
            actions = next == null ? List.of() : manager.step(next, records);
        }
    }

    /** Records an event that belongs to the change under way, or to the last one. */
    private void event(long cycle, EventKind kind, long a, long b, long c, long d) {
        log().eventOf(manager.state().changeUnderWay(), cycle, kind, a, b, c, d);
    }

    @Override
    public boolean answer(Smp smp, int port, long cycle) {
        if (smp.attribute() == Smp.TRAP) {
            Trap trap = Trap.of(smp.argument());
            List<Action> actions = manager.step(new Stimulus.Trapped(trap), records);
            long change = manager.changeFor(trap);
            log().eventOf(change, cycle, EventKind.DETECTED, trap.device(), trap.port(), trap.up() ? 1 : 0, 0);
            perform(actions, cycle);
            return false;
        }
        if (smp.attribute() == Smp.REPORT) {
            int reporter = (int) smp.transaction();
            event(cycle, EventKind.REPORTED, reporter, smp.argument(), 0, 0);
            feed(new Stimulus.Reported(reporter, smp.argument()), cycle);
            return false;
        }
        SmpRequest request = client.answered(smp.transaction(), cycle);
        if (request == null) {
            return false;
        }
        int device = request.device();
        if (request.attribute() == Smp.NODE_INFO) {
            if (smp.isBlank()) {
                distribution.forget(device);
            }
            sweep.answered(device, smp.portMask(), (next, route) -> ask(next, route, cycle));
            checkSweep(cycle);
        } else if (request.attribute() == Smp.COUNTS) {
            feed(new Stimulus.Counted(device, smp.payload(0), smp.payload(1)), cycle);
        } else if (distribution.acknowledged(request)) {
            event(cycle, EventKind.ACKNOWLEDGED, device, manager.state().change(), 0, 0);
            feed(new Stimulus.Acknowledged(device), cycle);
        }
        return false;
    }

    @Override
    protected void onAgentTimer(int type, int index, long cycle) {
        switch (type) {
            case TIMEOUT -> timedOut(index, cycle);
            case COMPUTED -> {
                if (cycle == computedAt) {
                    feed(new Stimulus.ComputationOver(), cycle);
                }
            }
            case PERIOD -> periodEnded(cycle);
            case PLANNED -> {
                List<Action> actions = manager.step(new Stimulus.PlanDue(), records);
                log().eventOf(manager.state().nextChange(), cycle, EventKind.PLANNED_CHANGE, index, 0, 0, 0);
                perform(actions, cycle);
            }
            case PROTOCOL -> {
                if (cycle == firesAt[index]) {
                    firesAt[index] = NEVER;
                    feed(new Stimulus.TimerFired(ManagerTimer.values()[index]), cycle);
                }
            }
            default -> throw new IllegalStateException(name() + ": agent timer " + type);
        }
    }

    private void timedOut(int slot, long cycle) {
        SmpRequest givenUp = client.timedOut(slot, cycle);
        if (givenUp == null) {
            return;
        }
        int device = givenUp.device();
        if (givenUp.attribute() == Smp.NODE_INFO) {
            sweep.silent(device);
            checkSweep(cycle);
            return;
        }
        distribution.giveUp(device, cycle);
        event(cycle, EventKind.UNREACHABLE, device, manager.state().change(), 0, 0);
        feed(new Stimulus.Silent(device), cycle);
    }

    private void periodEnded(long cycle) {
        if (cycle < config.sweepsUntil() || !isUpToDate()) {
            agentTimer(cycle + parameters.sweep(), PERIOD, 0);
            feed(new Stimulus.PeriodEnded(), cycle);
        }
    }

    /** Whether no later sweep can find anything. */
    private boolean isUpToDate() {
        return nothingNewSince > config.lastFault();
    }

    private void checkSweep(long cycle) {
        if (!sweep.isComplete()) {
            return;
        }
        Faults before = manager.state().knowledge().known();
        Faults faults = Knowledge.betweenSwitches(config.fabric(), sweep.faults());
        distribution.forgetTablesOf(faults);
        Reach reach = config.order().of(config.fabric(), sweep, before, faults);
        List<Action> actions = manager.step(new Stimulus.Discovered(faults, reach, sweep.hadSilence()), records);
        boolean found = manager.state().phase() == ManagerState.Phase.COMPUTING;
        long change = found ? manager.state().changeUnderWay() : 0;
        int switches = sweep.switchesFound();
        log().eventOf(change, cycle, EventKind.SWEEP_DONE, switches, faults.linkCount(), faults.deviceCount(), 0);
        perform(actions, cycle);
    }

    private void ask(int device, byte[] route, long cycle) {
        client.request(new SmpRequest(device, route, Smp.NODE_INFO, 0, new long[Smp.PORT_MASK_WORDS], true), cycle);
    }

    private RoutingTables route(Action.ComputeTables wanted) {
        if (wanted.plan() == 0) {
            return config.engine().route(config.fabric(), wanted.faults(), config.options());
        }
        PlannedChange plan = config.changes().get(wanted.plan() - 1);
        return plan.engine().route(config.fabric(), wanted.faults(), plan.options());
    }

    private void sent(SmpRequest request, long cycle) {
        if (request.attribute() == Smp.UPDATE && request.last()) {
            long head = request.payload()[0];
            int smps = Math.max(1, Update.total(head));
            int whole = Update.basis(head) == Update.Basis.IN_FORCE ? 0 : 1;
            event(
                    cycle,
                    EventKind.TABLES_SENT,
                    request.device(),
                    manager.state().change(),
                    smps,
                    whole);
        }
    }

    // ---- actions ----

    /** Performs an action and returns the stimulus that follows at once, or null. */
    private final class Performer implements Action.Cases<Stimulus> {
        private final long cycle;

        Performer(long cycle) {
            this.cycle = cycle;
        }

        @Override
        public Stimulus lookAgain(Action.LookAgain action) {
            return new Stimulus.Look();
        }

        @Override
        public Stimulus discover(Action.Discover action) {
            sweepBegan = cycle;
            sweep.start(config.nicDevice(), config.nicPort(), (device, route) -> ask(device, route, cycle));
            return null;
        }

        @Override
        public Stimulus nothingNew(Action.NothingNew action) {
            nothingNewSince = sweepBegan;
            return null;
        }

        @Override
        public Stimulus markPaths(Action.MarkPaths action) {
            sweep.assume(config.nicDevice(), config.nicPort(), action.believed());
            distribution.aimAt(planner.marked(distribution.aim(), action.believed(), sweep.reached()));
            return new Stimulus.Marked(config.order()
                    .of(config.fabric(), sweep, action.known(), action.believed())
                    .nics());
        }

        @Override
        public Stimulus startComputation(Action.StartComputation action) {
            if (parameters.computation() == 0) {
                return new Stimulus.ComputationOver();
            }
            computedAt = cycle + parameters.computation();
            agentTimer(computedAt, COMPUTED, 0);
            return null;
        }

        @Override
        public Stimulus computeTables(Action.ComputeTables action) {
            computedAt = NEVER;
            TablePlanner.Plan plan;
            try {
                plan = planner.plan(
                        distribution.aim(), action.faults(), sweep.reached(), action.planned(), () -> route(action));
            } catch (UnroutableException refused) {
                return new Stimulus.Unroutable();
            }
            if (plan.refusal() != TablePlanner.Refusal.NONE) {
                int reason = plan.refusal().ordinal();
                event(cycle, EventKind.NOT_TOLERATED, action.change(), reason, plan.lacking(), 0);
            }
            distribution.aimAt(plan.tables(), plan.dependencies());
            return new Stimulus.Computed(plan.change());
        }

        @Override
        public Stimulus sendTables(Action.SendTables action) {
            distribution.send(action.tables(), action.change(), cycle);
            return null;
        }

        @Override
        public Stimulus sendNotice(Action.SendNotice action) {
            distribution.sendDifference(action.device(), action.argument(), action.change(), cycle);
            return null;
        }

        @Override
        public Stimulus sendControl(Action.SendControl action) {
            distribution.sendControl(action.device(), action.control(), cycle);
            return null;
        }

        @Override
        public Stimulus broadcast(Action.Broadcast action) {
            smp.broadcast(client.nextTransaction(), action.control());
            links().queueSmp(0, smp.words(), smp.length(), cycle);
            return null;
        }

        @Override
        public Stimulus askCounts(Action.AskCounts action) {
            distribution.askCounts(action.device(), cycle);
            return null;
        }

        @Override
        public Stimulus setTimer(Action.SetTimer action) {
            int timer = action.timer().ordinal();
            firesAt[timer] = cycle + parameters.duration(action.timer());
            agentTimer(firesAt[timer], PROTOCOL, timer);
            return null;
        }

        @Override
        public Stimulus giveUpAll(Action.GiveUpAll action) {
            distribution.giveUpAll();
            computedAt = NEVER;
            return null;
        }

        @Override
        public Stimulus reached(Action.Reached action) {
            EventKind kind =
                    switch (action.milestone()) {
                        case DRAINED -> EventKind.DRAINED;
                        case STORED -> EventKind.ALL_STORED;
                        case LANE_EMPTY -> EventKind.LANE_EMPTY;
                    };
            log().eventOf(action.change(), cycle, kind, action.change(), 0, 0, 0);
            return null;
        }

        @Override
        public Stimulus complete(Action.Complete action) {
            distribution.complete();
            return null;
        }

        @Override
        public Stimulus decided(Action.Decided action) {
            long of = action.change();
            switch (action.decision()) {
                case CHANGE_FOUND -> log().eventOf(of, cycle, EventKind.CHANGE_FOUND, of, action.detail(), 0, 0);
                case NICS_JOINED -> log().eventOf(of, cycle, EventKind.NICS_JOINED, action.detail(), 0, 0, 0);
                case TABLES_READY -> log().eventOf(of, cycle, EventKind.TABLES_READY, of, 0, 0, 0);
                case UNROUTABLE -> log().eventOf(of, cycle, EventKind.UNROUTABLE, of, 0, 0, 0);
                case RECONFIGURED -> log().eventOf(of, cycle, EventKind.RECONFIGURED, of, 0, 0, 0);
                case ABANDONED -> log().eventOf(of, cycle, EventKind.ABANDONED, of, 0, 0, 0);
                case REDISCOVERY -> log().eventOf(of, cycle, EventKind.REDISCOVERY, of, 0, 0, 0);
            }
            return null;
        }
    }

    // ---- report and state ----

    @Override
    protected void report(DeviceReport to) {
        boolean watches = manager.acts() && parameters.sweep() > 0;
        boolean planned = manager.acts()
                && manager.state().agenda().plansBegun() < config.changes().size();
        boolean idle = manager.state().phase() == ManagerState.Phase.IDLE && client.isIdle();
        to.setQuiet(to.quiet() && idle && !planned && (!watches || isUpToDate()));
    }

    @Override
    public void encode(StateWriter out) {
        super.encode(out);
        out.longs(manager.encode());
        out.value(sweepBegan);
        out.value(nothingNewSince);
        out.value(computedAt);
        out.longs(firesAt);
        distribution.encode(out);
        out.longs(planner.encode());
        client.encode(out);
        sweep.encode(out);
    }

    @Override
    public void decode(StateReader in) {
        super.decode(in);
        manager.decode(in.longs());
        sweepBegan = in.value();
        nothingNewSince = in.value();
        computedAt = in.value();
        in.longs(firesAt);
        distribution.decode(in);
        planner.decode(in.longs());
        client.decode(in);
        sweep.decode(in);
    }
}

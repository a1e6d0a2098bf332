package org.reweave.emulator.device.manager;

import java.util.List;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Transmitter;
import org.reweave.emulator.device.Update;
import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.paths.TablePlanner;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Faults;

/**
 * The subnet manager: a device behind its NIC's host link. A trap, a period's end or a plan makes it discover the
 * fabric anew; if something has changed, or the plan says so, it computes tables and hands them to the scheme's
 * protocol, whose effects it turns into SMPs. What comes up during a reconfiguration is looked at when that is
 * complete, unless the protocol lets it end that one at once. Source: thesis §3.4.1, §6.3, §6.7, §7.3.
 */
public final class ManagerCore extends ControlDevice {
    private static final int TIMEOUT = FIRST_AGENT_TIMER;
    private static final int COMPUTED = FIRST_AGENT_TIMER + 1;
    private static final int PERIOD = FIRST_AGENT_TIMER + 2;
    private static final int PLANNED = FIRST_AGENT_TIMER + 3;
    private static final int PROTOCOL = FIRST_AGENT_TIMER + 4;
    private static final long NEVER = -1;

    /** What the manager is doing. */
    private enum Phase {
        IDLE,
        SWEEPING,
        COMPUTING,
        UPDATING,
        /** NICs that came back are told what they missed; or the scheme ends a change for which there are no tables. */
        SETTLING
    }

    private final ManagerConfig config;
    private final ManagerParameters parameters;
    private final SmpClient client;
    private final Sweep sweep;
    private final Knowledge knowledge;
    private final Distribution distribution;
    private final TablePlanner planner;
    private final ProtocolState<?> protocol; // null = it only watches
    private Phase phase = Phase.IDLE;
    private final Agenda agenda;
    private long change;
    private boolean asked; // this sweep's tables are wanted even if nothing has changed
    private long sweepBegan = NEVER;
    private long nothingNewSince = NEVER; // when the last sweep that found nothing new began
    private long computedAt = NEVER;
    private final Smp smp = new Smp();
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
        this.client = new SmpClient(this, parameters, TIMEOUT, this::sent);
        this.sweep = new Sweep(config.fabric());
        this.knowledge = new Knowledge(config.fabric(), config.absent());
        this.distribution = new Distribution(config.fabric(), client, sweep, config.installed(), config.absent());
        this.agenda = new Agenda(config.fabric(), knowledge);
        this.planner = new TablePlanner(
                config.fabric(), config.addresses(), config.sources(), config.dependencyLanes(), knowledge.known());
        this.protocol = config.protocol() == null ? null : new ProtocolState<>(config.protocol());
        this.firesAt = new long[ManagerTimer.values().length];
        if (parameters.sweep() > 0) {
            agentTimer(parameters.sweep(), PERIOD, 0);
        }
        for (int plan = 0; plan < config.changes().size(); plan++) {
            agentTimer(config.changes().get(plan).at(), PLANNED, plan);
        }
    }

    // ---- what arrives ----

    @Override
    public boolean answer(Smp smp, int port, long cycle) {
        if (smp.attribute() == Smp.TRAP) {
            trapped(smp.argument(), cycle);
            return false;
        }
        if (smp.attribute() == Smp.REPORT) {
            int reporter = (int) smp.transaction();
            log().event(cycle, EventKind.REPORTED, reporter, smp.argument(), 0, 0);
            tell(new ManagerInput.Reported(reporter, smp.argument()), cycle);
            giveWay(cycle);
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
            tell(new ManagerInput.CountsReported(device, smp.payload(0), smp.payload(1)), cycle);
        } else if (distribution.acknowledged(request)) {
            log().event(cycle, EventKind.ACKNOWLEDGED, device, change, 0, 0);
            tell(new ManagerInput.Acknowledged(device), cycle);
        }
        return false;
    }

    private void trapped(long argument, long cycle) {
        log().event(cycle, EventKind.DETECTED, argument >>> 16, argument >>> 8 & 0xff, argument & 1, 0);
        if (protocol == null) {
            return;
        }
        if (phase != Phase.IDLE) {
            agenda.addTrap(argument);
            giveWay(cycle);
        } else if (planner.migrates() && agenda.suspect(argument)) {
            relay(cycle);
        } else {
            startSweep(cycle);
        }
    }

    /** Tells the NICs concerned which of their paths have failed, before anything is looked at; then looks. */
    private void relay(long cycle) {
        Faults faults = agenda.suspected();
        sweep.assume(config.nicDevice(), config.nicPort(), faults);
        distribution.aimAt(planner.marked(distribution.aim(), faults, sweep.reached()));
        List<Integer> nics = concerned(config.order()
                .of(config.fabric(), sweep, knowledge.known(), faults)
                .nics());
        if (nics.isEmpty()) {
            startSweep(cycle);
            return;
        }
        change++;
        log().event(cycle, EventKind.TABLES_READY, change, 0, 0, 0);
        phase = Phase.UPDATING;
        tell(new ManagerInput.TablesReady(Change.PATHS, List.of(), nics), cycle);
    }

    /** Those of the devices that are to have something else than they have. */
    private List<Integer> concerned(List<Integer> devices) {
        return devices.stream().filter(distribution::differs).toList();
    }

    @Override
    protected void onAgentTimer(int type, int index, long cycle) {
        switch (type) {
            case TIMEOUT -> timedOut(index, cycle);
            case COMPUTED -> {
                if (cycle == computedAt) {
                    compute(cycle);
                }
            }
            case PERIOD -> periodEnded(cycle);
            case PLANNED -> {
                log().event(cycle, EventKind.PLANNED_CHANGE, index, 0, 0, 0);
                agenda.planDue();
                if (phase == Phase.IDLE) {
                    rest(cycle);
                } else {
                    giveWay(cycle);
                }
            }
            case PROTOCOL -> {
                if (cycle == firesAt[index]) {
                    firesAt[index] = NEVER;
                    tell(new ManagerInput.TimerFired(ManagerTimer.values()[index]), cycle);
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
        if (config.fabric().isSwitch(device)) {
            agenda.setDoubt(true);
        } else {
            knowledge.lose(device);
        }
        log().event(cycle, EventKind.UNREACHABLE, device, change, 0, 0);
        tell(new ManagerInput.Unreachable(device), cycle);
    }

    // ---- discovery and computation ----

    private void periodEnded(long cycle) {
        if (cycle < config.sweepsUntil() || !isUpToDate()) {
            agentTimer(cycle + parameters.sweep(), PERIOD, 0);
            if (phase == Phase.IDLE) {
                startSweep(cycle);
            }
        }
    }

    /** Whether no later sweep can find anything. */
    private boolean isUpToDate() {
        return nothingNewSince > config.lastFault();
    }

    private void startSweep(long cycle) {
        phase = Phase.SWEEPING;
        sweepBegan = cycle;
        sweep.start(config.nicDevice(), config.nicPort(), (device, route) -> ask(device, route, cycle));
    }

    private void ask(int device, byte[] route, long cycle) {
        client.request(new SmpRequest(device, route, Smp.NODE_INFO, 0, new long[Smp.PORT_MASK_WORDS], true), cycle);
    }

    private void checkSweep(long cycle) {
        if (!sweep.isComplete()) {
            return;
        }
        boolean changed = knowledge.isChangedIn(sweep);
        List<Integer> joined = knowledge.learn(sweep);
        log().event(
                        cycle,
                        EventKind.SWEEP_DONE,
                        sweep.switchesFound(),
                        knowledge.known().linkCount(),
                        knowledge.known().deviceCount(),
                        0);
        boolean inDoubt = distribution.isInDoubt(knowledge.known());
        if (protocol != null && (changed || asked || inDoubt || agenda.suspects())) {
            begin(cycle);
        } else if (protocol != null && !joined.isEmpty()) {
            log().event(cycle, EventKind.NICS_JOINED, joined.size(), 0, 0, 0);
            phase = Phase.SETTLING;
            tell(new ManagerInput.NicsJoined(joined), cycle);
        } else {
            nothingNewSince = sweepBegan;
            rest(cycle);
        }
    }

    private void begin(long cycle) {
        log().event(cycle, EventKind.CHANGE_FOUND, change + 1, asked ? 1 : 0, 0, 0);
        asked = false;
        agenda.clearSuspicions();
        agenda.setDoubt(sweep.hadSilence());
        distribution.forgetTablesOf(knowledge.known());
        phase = Phase.COMPUTING;
        ManagerInput.TablesReady order = order();
        tell(new ManagerInput.ChangeDetected(order.switches(), order.nics()), cycle);
        computedAt = cycle + parameters.computation();
        if (parameters.computation() == 0) {
            compute(cycle);
        } else {
            agentTimer(computedAt, COMPUTED, 0);
        }
    }

    private ManagerInput.TablesReady order() {
        return config.order().of(config.fabric(), sweep, knowledge.before(), knowledge.known());
    }

    private void compute(long cycle) {
        if (giveWay(cycle)) {
            return;
        }
        computedAt = NEVER;
        change++;
        TablePlanner.Plan plan;
        try {
            plan = planner.plan(
                    distribution.aim(), knowledge.known(), sweep.reached(), agenda.isPlanOpen(), this::route);
        } catch (UnroutableException e) {
            log().event(cycle, EventKind.UNROUTABLE, change, 0, 0, 0);
            phase = Phase.SETTLING;
            tell(new ManagerInput.Unroutable(), cycle);
            return;
        }
        agenda.planRouted();
        if (plan.refusal() != TablePlanner.Refusal.NONE) {
            int reason = plan.refusal().ordinal();
            log().event(cycle, EventKind.NOT_TOLERATED, change, reason, plan.lacking(), 0);
        }
        distribution.aimAt(plan.tables(), plan.dependencies());
        log().event(cycle, EventKind.TABLES_READY, change, 0, 0, 0);
        phase = Phase.UPDATING;
        ManagerInput.TablesReady all = order();
        tell(
                plan.change() == Change.ROUTING
                        ? all
                        : new ManagerInput.TablesReady(Change.PATHS, concerned(all.switches()), concerned(all.nics())),
                cycle);
        giveWay(cycle);
    }

    private RoutingTables route() {
        if (agenda.plansBegun() == 0) {
            return config.engine().route(config.fabric(), knowledge.known(), config.options());
        }
        PlannedChange plan = config.changes().get(agenda.plansBegun() - 1);
        return plan.engine().route(config.fabric(), knowledge.known(), plan.options());
    }

    /**
     * Done, until something comes up: a plan whose time has come, a trap that came meanwhile and is news, or a switch
     * that did not answer.
     */
    private void rest(long cycle) {
        phase = Phase.IDLE;
        Agenda.Traps told = agenda.readTraps(planner.migrates());
        if (told == Agenda.Traps.PATHS_FAILED) {
            relay(cycle);
        } else if (protocol != null && agenda.beginPlan()) {
            asked = true;
            startSweep(cycle);
        } else if (told == Agenda.Traps.NEWS || agenda.isInDoubt()) {
            agenda.setDoubt(false);
            startSweep(cycle);
        }
    }

    /**
     * What has come up ends the change under way, if the protocol allows it: nothing of it counts any more (thesis
     * §6.7).
     *
     * @return whether it does
     */
    private boolean giveWay(long cycle) {
        boolean busy = phase == Phase.COMPUTING || phase == Phase.UPDATING;
        if (!busy || !agenda.hasNews() || !protocol.mayOverlap()) {
            return false;
        }
        if (phase == Phase.UPDATING) {
            log().event(cycle, EventKind.ABANDONED, change, 0, 0, 0);
        }
        distribution.giveUpAll();
        computedAt = NEVER;
        asked = true;
        rest(cycle);
        return true;
    }

    // ---- the scheme ----

    private void tell(ManagerInput input, long cycle) {
        for (ManagerEffect effect : protocol.step(input)) {
            effect.fold(new Performer(cycle));
        }
    }

    /** Does what the protocol asks for. */
    private final class Performer implements ManagerEffect.Cases<Void> {
        private final long cycle;

        Performer(long cycle) {
            this.cycle = cycle;
        }

        @Override
        public Void sendTables(ManagerEffect.SendTables send) {
            distribution.send(send, change, cycle);
            return null;
        }

        @Override
        public Void notify(ManagerEffect.Notify notice) {
            distribution.sendDifference(notice.device(), notice.argument(), change, cycle);
            return null;
        }

        @Override
        public Void tell(ManagerEffect.Tell control) {
            // A NIC that is told to go on sends by the tables in force, so it hears of paths that changed with them
            // first.
            boolean nic = !config.fabric().isSwitch(control.device());
            if (phase == Phase.UPDATING && nic && distribution.differs(control.device())) {
                distribution.sendDifference(control.device(), 0, change, cycle);
            }
            distribution.sendControl(control.device(), control.control(), cycle);
            return null;
        }

        @Override
        public Void broadcast(ManagerEffect.Broadcast control) {
            smp.broadcast(client.nextTransaction(), control.control());
            links().queueSmp(0, smp.words(), smp.length(), cycle);
            return null;
        }

        @Override
        public Void askCounts(ManagerEffect.AskCounts question) {
            distribution.askCounts(question.device(), cycle);
            return null;
        }

        @Override
        public Void setTimer(ManagerEffect.SetTimer set) {
            int timer = set.timer().ordinal();
            firesAt[timer] = cycle + parameters.duration(set.timer());
            agentTimer(firesAt[timer], PROTOCOL, timer);
            return null;
        }

        @Override
        public Void reached(ManagerEffect.Reached step) {
            log().event(cycle, ProtocolState.eventOf(step.milestone()), change, 0, 0, 0);
            return null;
        }

        @Override
        public Void rediscover(ManagerEffect.Rediscover again) {
            log().event(cycle, EventKind.REDISCOVERY, change, 0, 0, 0);
            distribution.giveUpAll();
            computedAt = NEVER;
            asked = true;
            startSweep(cycle);
            return null;
        }

        @Override
        public Void done(ManagerEffect.Done done) {
            distribution.complete();
            if (phase != Phase.SETTLING) {
                log().event(cycle, EventKind.RECONFIGURED, change, 0, 0, 0);
            }
            rest(cycle);
            return null;
        }
    }

    private void sent(SmpRequest request, long cycle) {
        if (request.attribute() == Smp.UPDATE && request.last()) {
            long head = request.payload()[0];
            int smps = Math.max(1, Update.total(head));
            int whole = Update.basis(head) == Update.Basis.IN_FORCE ? 0 : 1;
            log().event(cycle, EventKind.TABLES_SENT, request.device(), change, smps, whole);
        }
    }

    // ---- report and state ----

    @Override
    protected void report(DeviceReport to) {
        boolean watches = protocol != null && parameters.sweep() > 0;
        boolean planned =
                protocol != null && agenda.plansBegun() < config.changes().size();
        to.setQuiet(to.quiet() && phase == Phase.IDLE && client.isIdle() && !planned && (!watches || isUpToDate()));
    }

    @Override
    public void encode(StateWriter out) {
        super.encode(out);
        out.value(phase.ordinal());
        agenda.encode(out);
        out.value(change);
        out.flag(asked);
        out.value(sweepBegan);
        out.value(nothingNewSince);
        out.value(computedAt);
        out.longs(firesAt);
        knowledge.encode(out);
        distribution.encode(out);
        out.longs(planner.encode());
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
        agenda.decode(in);
        change = in.value();
        asked = in.flag();
        sweepBegan = in.value();
        nothingNewSince = in.value();
        computedAt = in.value();
        in.longs(firesAt);
        knowledge.decode(in);
        distribution.decode(in);
        planner.decode(in.longs());
        client.decode(in);
        sweep.decode(in);
        if (protocol != null) {
            protocol.decode(in.longs());
        }
    }
}

package org.reweave.emulator.device.manager;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Update;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.stats.Branch;
import org.reweave.emulator.stats.Fact;
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
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.reconfig.state.StateWriter;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.FabricMap;
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
    private static final int BEGINNING = FIRST_AGENT_TIMER + 5;
    private static final int HANG = FIRST_AGENT_TIMER + 6;
    private static final int POLL = FIRST_AGENT_TIMER + 7;
    private static final int COMPUTATION = ManagerTimer.values().length; // behind the protocol's timers, for judges
    private static final long NEVER = -1;
    private static final long FOR_EVER = Long.MAX_VALUE;

    /** Changes that a manager makes at most until another one takes over, whose changes have higher numbers. */
    private static final long CHANGES_PER_TERM = 1_000_000;

    private final ManagerConfig config;
    private final ManagerParameters parameters;
    private final RunningManager<?> manager;
    private final SmpClient client;
    private final FabricDiscovery discovery;
    private final Distribution distribution;
    private final TablePlanner planner;
    private final DeviceRecords records = new Records();
    private final OpenTraps openTraps = new OpenTraps();
    private final Smp smp = new Smp();
    private FabricMap map; // corrected by answers
    private long since; // first trap that the change found in this cycle answers; 0 = none
    private long discoveryBegan = NEVER;
    private long nothingNewSince = NEVER; // when the last discovery that found nothing new began
    private long computedAt = NEVER;
    private final long[] firesAt; // by timer of the protocol
    private final Mastership mastership; // null = there is no other manager
    private long hungUntil; // cycle

    public ManagerCore(ManagerConfig config) {
        super(
                config.identity(),
                new Transmitter.Timing(1, 0, 0, config.parameters().smpFlits(), Integer.MAX_VALUE),
                config.parameters().reaction());
        this.config = config;
        this.parameters = config.parameters();
        this.map = config.place().map();
        Manager<?> rules = config.scheme().protocol() == null
                ? Manager.watching(map)
                : new Manager<>(map, config.scheme().protocol(), parameters.trustsTraps());
        this.manager = config.start().bare()
                ? RunningManager.bare(rules)
                : new RunningManager<>(rules, config.start().absent(), false);
        this.client = new SmpClient(this, parameters, TIMEOUT, this::sent);
        this.discovery = new FabricDiscovery(map.deviceCount(), map.switchCount());
        this.distribution = new Distribution(
                map,
                client,
                log(),
                discovery,
                config.start().installed(),
                config.start().absent(),
                config.parameters().tablePacket());
        this.planner = new TablePlanner(
                map,
                config.routing().addresses(),
                config.routing().sources(),
                config.routing().dependencyLanes(),
                manager.state().knowledge().known());
        this.firesAt = new long[ManagerTimer.values().length];
        this.mastership = config.rival()
                .map(rival -> new Mastership(this, config, rival, POLL, new Mastered()))
                .orElse(null);
        if (config.start().bare()) {
            distribution.forgetAll();
            agentTimer(1, BEGINNING, 0);
        }
        if (config.place().first() && parameters.standby().hangsAt() > 0) {
            agentTimer(parameters.standby().hangsAt(), HANG, 0);
        }
        if (parameters.sweep() > 0) {
            agentTimer(onClock(parameters.sweep()), PERIOD, 0);
        }
        for (int plan = 0; plan < config.plan().changes().size(); plan++) {
            agentTimer(config.plan().changes().get(plan).at(), PLANNED, plan);
        }
    }

    /** The records of tables and paths that the manager's rules read. */
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
        public boolean isUnknown(int device) {
            return distribution.isUnknown(device);
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
        performAll(step(stimulus), cycle);
    }

    private List<Action> step(Stimulus stimulus) {
        ManagerState.Phase phase = manager.state().phase();
        log().reached(
                        Branch.MANAGER,
                        () -> phase.name().toLowerCase(Locale.ROOT) + " "
                                + stimulus.kind().getSimpleName());
        return manager.step(stimulus, records);
    }

    private void passOn(ManagerInput.FromDriver input, long cycle) {
        feed(new Stimulus.PassOn(input), cycle);
    }

    private void performAll(List<Action> first, long cycle) {
        List<Action> actions = first;
        while (!actions.isEmpty()) {
            Stimulus next = null;
            for (Action action : actions) {
                Stimulus answer = action.fold(new Performer(cycle));
                next = answer == null ? next : answer;
            }
            actions = next == null ? List.of() : step(next);
        }
    }

    /** The change to which events of its carrying out belong: the one under way, or the last one. */
    private long underWay() {
        return manager.state().changeUnderWay();
    }

    @Override
    public boolean answer(Smp smp, int port, long cycle) {
        if (cycle < hungUntil) {
            links().loseSmp(port, cycle);
            return false;
        }
        if (smp.attribute() == Smp.SM_INFO && !smp.isReturning()) {
            mastership.answer(smp, cycle);
            return true;
        }
        receive(smp, cycle);
        return false;
    }

    /** Treats an SMP that nobody waits for an answer to. */
    private void receive(Smp smp, long cycle) {
        if (smp.attribute() == Smp.SM_INFO) {
            mastership.answered(smp, cycle);
        } else if (isInCharge()) { // else it is for a manager that has retired
            switch (smp.attribute()) {
                case Smp.TRAP -> trapped(Trap.of(smp.argument()), cycle);
                case Smp.REPORT -> reported((int) smp.transaction(), smp.argument(), cycle);
                default -> answered(smp, cycle);
            }
        }
    }

    private void trapped(Trap trap, long cycle) {
        boolean news = manager.tellsMore(trap);
        List<Action> actions = step(new Stimulus.Trapped(trap));
        long change = manager.changeFor(trap);
        if (news) {
            openTraps.add(trap, change, cycle);
        }
        log().events().detected(cycle, change, trap.device(), trap.port(), trap.up());
        performAll(actions, cycle);
    }

    private void reported(int reporter, long message, long cycle) {
        log().events().reported(cycle, underWay(), reporter, message);
        passOn(new ManagerInput.Reported(reporter, message), cycle);
    }

    /** An answer has come. It ends this manager's time where the device has followed a later manager. */
    private void answered(Smp answer, long cycle) {
        SmpRequest request = client.answered(answer.transaction(), cycle);
        log().events().answerCame(cycle, answer.answerer(), answer.attribute(), answer.transaction(), request == null);
        if (mastership != null && answer.laterTerm() > mastership.term()) {
            mastership.succeeded(answer.laterTerm(), cycle);
        } else if (request != null) {
            take(answer, request, cycle);
        }
    }

    /** Takes the first answer to a request. */
    private void take(Smp answer, SmpRequest request, long cycle) {
        int device = request.device();
        if (request.attribute() == Smp.NODE_INFO) {
            if (answer.isBlank()) {
                distribution.forget(answer.sighting().device());
            }
            discovery.answered(device, answer.sighting(), (next, route) -> ask(next, route, cycle));
            checkDiscovery(cycle);
        } else if (request.attribute() == Smp.COUNTS) {
            passOn(new ManagerInput.CountsReported(device, answer.payload(0), answer.payload(1)), cycle);
        } else if (distribution.acknowledged(request, answer.isInPart())) {
            acknowledged(device, cycle);
        }
    }

    /** A device has answered everything that it was sent. */
    private void acknowledged(int device, long cycle) {
        if (distribution.hasLostParts(device)) {
            giveUp(device, cycle);
            return;
        }
        log().events().acknowledged(cycle, underWay(), device, manager.state().change());
        passOn(new ManagerInput.Acknowledged(device), cycle);
    }

    private boolean isInCharge() {
        return mastership == null || mastership.isInCharge();
    }

    @Override
    protected void onAgentTimer(int type, int index, long cycle) {
        if (cycle < hungUntil) {
            postpone(type, index, cycle);
            return;
        }
        switch (type) {
            case TIMEOUT -> timedOut(index, cycle);
            case COMPUTED -> {
                if (cycle == computedAt) {
                    log().fact(cycle, Fact.TIMER_OVER, COMPUTATION, 0);
                    feed(new Stimulus.ComputationOver(), cycle);
                }
            }
            case BEGINNING -> {
                if (isInCharge()) {
                    log().events().bringUp(cycle);
                    feed(new Stimulus.Look(), cycle);
                }
            }
            case PERIOD -> periodEnded(cycle);
            case PLANNED -> {
                if (isInCharge()) {
                    List<Action> actions = step(new Stimulus.PlanDue());
                    log().events().plannedChange(cycle, manager.state().nextChange(), index);
                    performAll(actions, cycle);
                }
            }
            case PROTOCOL -> {
                if (cycle == firesAt[index]) {
                    firesAt[index] = NEVER;
                    log().fact(cycle, Fact.TIMER_OVER, index, 0);
                    passOn(new ManagerInput.TimerFired(ManagerTimer.values()[index]), cycle);
                }
            }
            case HANG -> hang(cycle);
            case POLL -> mastership.poll(cycle);
            default -> throw new IllegalStateException("agent timer " + type);
        }
    }

    private void hang(long cycle) {
        long until = parameters.standby().hangsUntil();
        hungUntil = until == 0 ? FOR_EVER : until;
        log().events().managerHangs(cycle, until == 0 ? NEVER : until);
    }

    /** Timers that run out while the manager hangs run out when it goes on. */
    private void postpone(int type, int index, long cycle) {
        if (hungUntil == FOR_EVER) {
            return;
        }
        if (type == TIMEOUT) {
            client.postpone(index, cycle, hungUntil);
        } else if (type == COMPUTED && cycle == computedAt) {
            computedAt = hungUntil;
        } else if (type == PROTOCOL && cycle == firesAt[index]) {
            firesAt[index] = hungUntil;
        } else if (type == POLL) {
            mastership.postpone(cycle, hungUntil);
        }
        agentTimer(hungUntil, type, index);
    }

    private void timedOut(int slot, long cycle) {
        SmpRequest givenUp = client.timedOut(slot, cycle);
        if (givenUp == null) {
            return;
        }
        int device = givenUp.device();
        if (givenUp.attribute() == Smp.NODE_INFO) {
            log().fact(cycle, Fact.ASKED_IN_VAIN, device, 0);
            discovery.silent(device);
            checkDiscovery(cycle);
            return;
        }
        giveUp(device, cycle);
    }

    private void giveUp(int device, long cycle) {
        distribution.giveUp(device, cycle);
        log().events().unreachable(cycle, underWay(), device, manager.state().change());
        passOn(new ManagerInput.Unreachable(device), cycle);
    }

    private void periodEnded(long cycle) {
        if (cycle < config.plan().sweepsUntil() || !isUpToDate()) {
            agentTimer(cycle + onClock(parameters.sweep()), PERIOD, 0);
            if (isInCharge()) {
                feed(new Stimulus.PeriodEnded(), cycle);
            }
        }
    }

    /** Whether no later discovery can find anything. */
    private boolean isUpToDate() {
        return nothingNewSince > config.plan().lastFault();
    }

    private void checkDiscovery(long cycle) {
        if (!discovery.isComplete()) {
            return;
        }
        correctMap(cycle);
        Faults before = manager.state().knowledge().known();
        Faults faults = Knowledge.betweenSwitches(map, discovery.faults(map));
        distribution.forgetTablesOf(faults);
        Reach reach = disturbed(sequence(before, faults), cycle);
        reach.nics().forEach(nic -> log().fact(cycle, Fact.NIC_FOUND, nic, 0));
        List<Action> actions = step(new Stimulus.Discovered(faults, reach, discovery.hadSilence()));
        recordDiscovery(discoveryBegan, discovery.switchesFound(), faults, cycle);
        performAll(actions, cycle);
    }

    /** Answers count for more than the map. */
    private void correctMap(long cycle) {
        FabricMap corrected = map.with(discovery.sightings());
        if (corrected != map) {
            new MapCorrections(map, discovery.sightings()).log(log().events(), cycle);
            use(corrected);
            manager.correct(corrected);
        }
    }

    private void use(FabricMap corrected) {
        map = corrected;
        distribution.use(corrected);
        if (mastership != null) {
            mastership.forgetSuspicions();
        }
    }

    private Reach sequence(Faults before, Faults after) {
        return UpdateSequence.of(config.scheme().order(), map, discovery, before, after);
    }

    /** Recorded between the step that the discovery leads to and the actions of that step. */
    private void recordDiscovery(long began, int switches, Faults faults, long cycle) {
        boolean found = manager.state().phase() == ManagerState.Phase.COMPUTING;
        long change = found ? manager.state().changeUnderWay() : 0;
        since = openTraps.answer(began, manager::tellsMore, change);
        int down = faults.deviceCount() - map.vacancies().deviceCount();
        log().events().sweepDone(cycle, change, switches, faults.linkCount(), down, began);
    }

    private Reach disturbed(Reach rule, long cycle) {
        List<Integer> order = new ArrayList<>(rule.switches());
        order.addAll(rule.nics());
        List<Integer> disturbed = disturbances().reorder(order, cycle);
        return new Reach(
                disturbed.stream().filter(map::isSwitch).toList(),
                disturbed.stream().filter(device -> !map.isSwitch(device)).toList());
    }

    private void ask(int device, byte[] route, long cycle) {
        client.request(new SmpRequest(device, route, Smp.NODE_INFO, 0, new long[0], true), cycle);
    }

    /** A change that no discovery found answers the traps whose links it has marked. */
    private void tablesReady(long change, long cycle) {
        boolean migration = manager.state().knowledge().hasSuspicions();
        long cause = migration ? openTraps.answer(OpenTraps.NO_DISCOVERY, manager::tellsMore, change) : 0;
        log().events().tablesReady(cycle, change, cause);
    }

    /** The numbers that follow are those of a manager that takes over. */
    private void checkNumber() {
        if (mastership != null && manager.state().change() >= (mastership.term() + 1) * CHANGES_PER_TERM) {
            throw new IllegalStateException("more than " + CHANGES_PER_TERM + " changes of one of two managers");
        }
    }

    private RoutingTables route(Action.ComputeTables wanted) {
        Faults failed = wanted.faults();
        if (wanted.plan() == 0) {
            return route(config.routing().engine(), failed, config.routing().options());
        }
        PlannedChange plan = config.plan().changes().get(wanted.plan() - 1);
        Faults drained = map.translate(plan.drained(), config.place().map());
        if (plan.drained().isEmpty()) {
            return route(plan.engine(), failed, plan.options());
        }
        RoutingTables around = route(plan.engine(), failed.and(drained), plan.options());
        // Packets that are in a drained switch, or on their way to it, still have to leave it.
        return drained.deviceCount() == 0
                ? around
                : around.withTablesOf(drained.devices(), route(plan.engine(), failed, plan.options()));
    }

    private RoutingTables route(RoutingEngine engine, Faults failed, EngineOptions options) {
        return engine.route(map.forEngines(), failed, options);
    }

    private void sent(SmpRequest request, long cycle) {
        if (request.attribute() == Smp.UPDATE && request.last()) {
            long head = request.payload()[0];
            int smps = distribution.smps(Update.total(head));
            boolean full = Update.basis(head) != Update.Basis.IN_FORCE;
            log().events()
                    .tablesSent(
                            cycle, underWay(), request.device(), manager.state().change(), smps, full);
        }
    }

    // ---- two managers ----

    /** The part of this manager in the decision which of two is in charge. */
    private final class Mastered implements Mastership.Owner {
        @Override
        public FabricMap map() {
            return map;
        }

        @Override
        public Faults known() {
            return manager.state().knowledge().known();
        }

        @Override
        public long nextTransaction() {
            return client.nextTransaction();
        }

        @Override
        public long[] copy() {
            return StateWriter.words(ManagerCore.this::visitKnowledge);
        }

        @Override
        public void keep(long[] copy) {
            StateReader words = new StateReader(copy);
            visitKnowledge(words);
            words.end();
        }

        /** Nobody knows what tables devices have, since the other manager may have sent some after the copy. */
        @Override
        public void takeOver(long term, long times, long answered, long cycle) {
            log().events().tookOver(cycle, term, answered);
            client.beginTerm(term);
            distribution.forgetAll();
            int plansDue = (int) config.plan().changes().stream()
                    .filter(plan -> plan.at() < cycle)
                    .count();
            manager.takeOver(term * CHANGES_PER_TERM, plansDue, times);
            feed(new Stimulus.Look(), cycle);
        }

        @Override
        public void retire(long term, long cycle) {
            log().events().retired(cycle, term);
            distribution.giveUpAll();
            openTraps.clear();
            computedAt = NEVER;
            Arrays.fill(firesAt, NEVER);
            nothingNewSince = NEVER;
            since = 0;
        }
    }

    // ---- actions ----

    /** Performs an action and returns the stimulus that follows at once, or null. */
    private final class Performer implements Action.Cases<Stimulus>, ManagerEffect.ForDriver.Cases<Stimulus> {
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
            discoveryBegan = cycle;
            log().fact(cycle, Fact.DISCOVERY_BEGUN, 0, 0);
            int nic = config.place().nicDevice();
            int port = config.place().nicPort();
            discovery.start(nic, port, map.peer(nic, port), (device, route) -> ask(device, route, cycle));
            return null;
        }

        @Override
        public Stimulus believe(Action.Believe action) {
            discovery.assume(map, config.place().nicDevice(), config.place().nicPort(), action.believed());
            Reach reach = sequence(action.known(), action.believed());
            List<Integer> missing = manager.state().knowledge().missing();
            List<Integer> nics =
                    reach.nics().stream().filter(nic -> !missing.contains(nic)).toList();
            Reach believed = disturbed(new Reach(reach.switches(), nics), cycle);
            List<Action> actions = step(new Stimulus.Discovered(action.believed(), believed, true));
            recordDiscovery(OpenTraps.NO_DISCOVERY, believed.switches().size(), action.believed(), cycle);
            performAll(actions, cycle);
            return null;
        }

        @Override
        public Stimulus nothingNew(Action.NothingNew action) {
            nothingNewSince = discoveryBegan;
            return null;
        }

        @Override
        public Stimulus markPaths(Action.MarkPaths action) {
            discovery.assume(map, config.place().nicDevice(), config.place().nicPort(), action.believed());
            distribution.mark(planner.marked(distribution.aim(), action.believed(), discovery.reached()));
            return new Stimulus.Marked(
                    sequence(action.known(), action.believed()).nics());
        }

        @Override
        public Stimulus startComputation(Action.StartComputation action) {
            long duration = parameters.computation() + disturbances().next(Site.COMPUTATION, cycle);
            if (duration == 0) {
                return new Stimulus.ComputationOver();
            }
            computedAt = cycle + duration;
            log().fact(cycle, Fact.TIMER_SET, COMPUTATION, computedAt);
            agentTimer(computedAt, COMPUTED, 0);
            return null;
        }

        @Override
        public Stimulus computeTables(Action.ComputeTables action) {
            computedAt = NEVER;
            checkNumber();
            TablePlanner.Plan plan;
            try {
                plan = planner.plan(
                        distribution.aim(),
                        action.faults(),
                        discovery.reached(),
                        action.planned(),
                        () -> route(action));
            } catch (UnroutableException refused) {
                return new Stimulus.PassOn(new ManagerInput.Unroutable());
            }
            if (plan.refusal() != TablePlanner.Refusal.NONE) {
                int reason = plan.refusal().ordinal();
                log().events().notTolerated(cycle, underWay(), manager.state().change(), reason, plan.lacking());
            }
            distribution.aimAt(plan.tables(), plan.dependencies());
            return new Stimulus.Computed(plan.change());
        }

        @Override
        public Stimulus perform(Action.Perform action) {
            return action.effect().perform(this);
        }

        @Override
        public Stimulus sendTables(ManagerEffect.SendTables effect) {
            distribution.send(effect, manager.state().change(), cycle);
            return null;
        }

        @Override
        public Stimulus notify(ManagerEffect.Notify effect) {
            distribution.sendDifference(effect, manager.state().change(), cycle);
            return null;
        }

        @Override
        public Stimulus sendControl(ManagerEffect.SendControl effect) {
            distribution.sendControl(effect.device(), effect.control(), cycle);
            return null;
        }

        @Override
        public Stimulus broadcast(ManagerEffect.Broadcast effect) {
            smp.broadcast(client.nextTransaction(), effect.control());
            log().events().controlFlooded(cycle, smp.transaction(), effect.control());
            links().queueSmp(0, smp.words(), smp.length(), cycle);
            return null;
        }

        @Override
        public Stimulus askCounts(ManagerEffect.AskCounts effect) {
            distribution.askCounts(effect.device(), manager.state().knowledge().missing(), cycle);
            return null;
        }

        @Override
        public Stimulus setTimer(ManagerEffect.SetTimer effect) {
            int timer = effect.timer().ordinal();
            firesAt[timer] = cycle + onClock(parameters.duration(effect.timer()));
            log().fact(cycle, Fact.TIMER_SET, timer, firesAt[timer]);
            agentTimer(firesAt[timer], PROTOCOL, timer);
            return null;
        }

        @Override
        public Stimulus giveUpAll(Action.GiveUpAll action) {
            distribution.giveUpAll();
            computedAt = NEVER;
            log().fact(cycle, Fact.TIMER_SET, COMPUTATION, NEVER);
            return null;
        }

        @Override
        public Stimulus reached(ManagerEffect.Reached effect) {
            long change = manager.state().change();
            switch (effect.milestone()) {
                case DRAINED -> log().events().drained(cycle, change);
                case STORED -> log().events().allStored(cycle, change);
                case LANE_EMPTY -> log().events().laneEmpty(cycle, change);
            }
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
                case CHANGE_FOUND -> log().events().changeFound(cycle, of, action.detail() == 1, since);
                case NICS_JOINED -> log().events().nicsJoined(cycle, of, action.detail());
                case TABLES_READY -> tablesReady(of, cycle);
                case UNROUTABLE -> log().events().unroutable(cycle, of);
                case RECONFIGURED -> log().events().reconfigured(cycle, of);
                case ABANDONED -> log().events().abandoned(cycle, of);
                case REDISCOVERY -> log().events().rediscovery(cycle, of);
            }
            return null;
        }
    }

    // ---- report and state ----

    @Override
    protected void report(DeviceReport to) {
        if (hungUntil == FOR_EVER) {
            return; // as quiet as its links
        }
        boolean hangs = config.place().first() && now() <= parameters.standby().last();
        boolean settled = mastership == null || mastership.isSettled();
        to.setQuiet(to.quiet() && !hangs && settled && (!isInCharge() || isAtRest()));
    }

    private boolean isAtRest() {
        boolean watches = manager.acts() && parameters.sweep() > 0;
        boolean planned = manager.acts()
                && manager.state().agenda().plansBegun()
                        < config.plan().changes().size();
        boolean begins = manager.state().delivery().bare() && manager.state().asked();
        boolean idle = manager.state().phase() == ManagerState.Phase.IDLE && client.isIdle() && !begins;
        return idle && !planned && (!watches || isUpToDate());
    }

    @Override
    protected void describe(Map<String, Object> words) {
        ManagerState<?> state = manager.state();
        words.put("kind", "manager");
        words.put("phase", state.phase().name().toLowerCase(Locale.ROOT));
        words.put("change", state.change());
        words.put("trapsWaiting", state.agenda().traps().size());
        words.put("linksDown", state.knowledge().known().linkCount());
        words.put("switchesDown", state.knowledge().known().deviceCount());
        words.put("smpsWaiting", client.waiting());
        words.put("smpsUnanswered", client.unanswered());
        if (mastership != null) {
            mastership.describe(words);
        }
        words.put("hangs", now() <= hungUntil && hungUntil > 0);
    }

    @Override
    public void visitOwn(StateVisitor state) {
        super.visitOwn(state);
        visitKnowledge(state);
        if (mastership != null) {
            mastership.visit(state);
        }
        hungUntil = state.value(hungUntil);
        discoveryBegan = state.value(discoveryBegan);
        nothingNewSince = state.value(nothingNewSince);
        computedAt = state.value(computedAt);
        state.values(firesAt);
        openTraps.visit(state);
        distribution.visit(state);
        planner.visit(state);
        client.visit(state);
        discovery.visit(state);
    }

    /** The manager's knowledge is in the numbers of its map, so the map comes first. */
    private void visitKnowledge(StateVisitor state) {
        visitMap(state);
        manager.visit(state);
    }

    private void visitMap(StateVisitor state) {
        FabricMap planned = config.place().map();
        boolean isCorrected = state.value(map != planned);
        int[] words = isCorrected ? state.array(state.isReading() ? new int[0] : map.words()) : new int[0];
        if (state.isReading()) {
            use(isCorrected ? planned.corrected(words) : planned);
            manager.use(map);
        }
    }
}

package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.reconfig.explore.Step.Kind;
import org.reweave.reconfig.manager.Action;
import org.reweave.reconfig.manager.DeviceRecords;
import org.reweave.reconfig.manager.ManagerState.Phase;
import org.reweave.reconfig.manager.Reach;
import org.reweave.reconfig.manager.Stimulus;
import org.reweave.reconfig.manager.Trap;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.routing.topology.Faults;

/**
 * The steps of the manager and its SMPs. The decisions are those of {@link org.reweave.reconfig.manager.Manager}, which
 * gets its stimuli in any order, since there is no time. See reconfig/docs/manager.md.
 */
final class ManagerSteps {
    private final Model model;
    private final World world;
    private final Devices devices;
    private final Tables tables;
    private final SmpRoutes ways;
    private final Watch watch;
    private final Performer performer = new Performer();
    private final DeviceRecords records = new Records();
    private final Steps formers = new Steps();
    private boolean isFormer; // in a step of the first manager, after the second one has taken over
    private boolean detecting; // in a step DETECT, until the fabric is discovered
    private boolean unknownTables; // in a step DETECT: whether a switch did not answer when it was sent its tables

    ManagerSteps(Model model, World world, Devices devices, Tables tables, SmpRoutes ways, Watch watch) {
        this.model = model;
        this.world = world;
        this.devices = devices;
        this.tables = tables;
        this.ways = ways;
        this.watch = watch;
    }

    void begin() {
        world.lossesLeft = model.bounds().losses();
        world.hasteLeft = model.bounds().haste();
        world.lateLeft = model.bounds().late();
        world.takeoversLeft = model.bounds().takeovers();
    }

    // ---- what may happen ----

    void collect(Steps into) {
        if (hasNews()) {
            into.add(Kind.DETECT, 0, 0);
        }
        if (world.desk.manager.phase() == Phase.COMPUTING) {
            into.add(Kind.COMPUTE, 0, 0);
        }
        if (world.mayPlanBecomeDue()) {
            into.add(Kind.PLAN, 0, 0);
        }
        collectTraps(into);
        for (int timer = 0; timer < ManagerTimer.values().length; timer++) {
            if ((world.desk.timers >>> timer & 1) != 0 && timer != ManagerTimer.PATIENCE.ordinal()) {
                into.add(Kind.TIMER, timer, 0);
            }
        }
        for (int i = 0; i < world.desk.smps.count(); i++) {
            collectSmp(i, into);
            boolean first = i == 0 || world.desk.smps.device(i - 1) != world.desk.smps.device(i);
            if (first && mayBeLost(world.desk.smps.device(i))) {
                into.add(Kind.SILENCE, world.desk.smps.device(i), 0);
            }
        }
        for (int i = 0; i < world.late.count(); i++) {
            if (!world.isCutOff(world.late.device(i))) {
                into.add(Kind.LATE, world.late.device(i), i);
            }
        }
        for (int i = 0; i < world.desk.reports.count(); i++) {
            into.add(Kind.REPORT, i, 0);
            if (mayBeLost(world.desk.reports.device(i))) {
                into.add(Kind.LOSE, i, 0);
            }
        }
        if (world.takeoversLeft > 0) {
            into.add(Kind.TAKEOVER, secondNic(), 0);
            into.add(Kind.TAKEOVER, secondNic(), 1);
        } else if (world.other != null) {
            world.swapManagers();
            formers.clear();
            collectFormer(formers);
            world.swapManagers();
            into.addOfFormer(formers);
        }
    }

    /**
     * The first manager, after the second one has taken over, goes on with the change under way, if it does not know;
     * it is not asked whether it loses patience. What it has sent may come at any time in any case.
     */
    private void collectFormer(Steps into) {
        for (int i = 0; i < world.desk.smps.count(); i++) {
            if (world.formerActs) {
                collectSmp(i, into);
            } else if (world.desk.smps.mayCome(i)) {
                into.add(Kind.SMP, world.desk.smps.device(i), i);
            }
        }
        if (world.desk.manager.phase() == Phase.COMPUTING) {
            into.add(Kind.COMPUTE, 0, 0);
        }
        for (int timer = 0; timer < ManagerTimer.values().length; timer++) {
            if ((world.desk.timers >>> timer & 1) != 0 && timer != ManagerTimer.PATIENCE.ordinal()) {
                into.add(Kind.TIMER, timer, 0);
            }
        }
        for (int i = 0; i < world.desk.reports.count(); i++) {
            into.add(Kind.REPORT, i, 0);
        }
    }

    /** The second manager is behind the last NIC. */
    private int secondNic() {
        return world.fabric.nicCount() - 1;
    }

    private void collectSmp(int i, Steps into) {
        Smps smps = world.desk.smps;
        int device = smps.device(i);
        if (ways.isLost(i) || isRefused(i)) {
            if (smps.firstAnswered(device) == i) {
                into.add(Kind.IN_VAIN, device, 0);
            }
        } else if (smps.mayCome(i)) {
            into.add(Kind.SMP, device, i);
            if (model.perBlock()) {
                devices.blocks().collect(i, into);
            }
        } else if (smps.hasCome(i)) {
            into.add(Kind.ANSWER, device, i);
        }
    }

    /** Whether a switch without tables gets an update that starts from those that it had. No answer follows. */
    private boolean isRefused(int at) {
        return !world.desk.smps.hasCome(at)
                && world.isBlank(world.desk.smps.device(at))
                && world.desk.smps.needsTables(at);
    }

    /**
     * Traps are steps of their own only where NICs can migrate at once. Any trap may be lost: then a discovery finds
     * the change; and so it does where the manager is about to discover anyway, since a switch did not answer.
     */
    private void collectTraps(Steps into) {
        long news = world.linksDown & ~world.desk.manager.believed();
        boolean looks = world.desk.manager.state().agenda().discoverAgain();
        if (world.desk.manager.phase() != Phase.IDLE || looks || news == 0 || !records.migrates()) {
            return;
        }
        for (long rest = news; rest != 0; rest &= rest - 1) {
            into.add(Kind.TRAP, Long.numberOfTrailingZeros(rest), 0);
        }
        if (Long.bitCount(news) > 1) {
            into.add(Kind.TRAP, Long.numberOfTrailingZeros(news), 1);
        }
    }

    private boolean mayBeLost(int device) {
        return world.lossesLeft > 0 && model.mute().contains(device);
    }

    /** The manager waits for an answer, and its timer of waiting runs out. */
    void collectPatience(Steps into) {
        int timer = ManagerTimer.PATIENCE.ordinal();
        if ((world.desk.timers >>> timer & 1) != 0 && world.desk.manager.phase() != Phase.IDLE) {
            into.add(Kind.TIMER, timer, 0);
        }
    }

    /** Waiting for an answer ends when nothing else can happen; earlier only as often as the model says. */
    void collectImpatience(Steps into) {
        int timer = ManagerTimer.PATIENCE.ordinal();
        boolean early = into.hasMandatoryStep();
        if ((world.desk.timers >>> timer & 1) != 0 && (!early || world.hasteLeft > 0)) {
            into.add(Kind.TIMER, timer, early ? 1 : 0);
        }
    }

    /**
     * Whether the manager may detect that something has changed: a trap comes, or a period ends. A switch that has
     * restarted is found by the next discovery.
     */
    boolean hasNews() {
        ManagerPart manager = world.desk.manager;
        boolean changed = unknownChanges() != 0;
        return manager.phase() == Phase.IDLE
                ? manager.acts() && (changed || world.unseen != 0 || manager.hasReasonToLook() || mayFindSilentNic())
                : manager.phase() == Phase.UPDATING && changed && manager.mayGiveWay();
    }

    /**
     * Links that a trap may tell of: those between switches that are in another state than the manager knows, those of
     * NICs that the manager does not miss and that have failed, and those of missing NICs that have come back.
     */
    private long unknownChanges() {
        long missing = world.desk.manager.missingNics();
        return (world.linksDown ^ world.desk.manager.known()) & ~world.nicLinks
                | world.linksDown & world.nicLinks & ~missing
                | world.returnedNics() & ~world.linksDown;
    }

    /** Whether a discovery would find a NIC that did not answer. */
    private boolean mayFindSilentNic() {
        for (long rest = world.desk.manager.silentNics(); rest != 0; rest &= rest - 1) {
            if (!world.isCutOff(world.fabric.nicDevice(Long.numberOfTrailingZeros(rest)))) {
                return true;
            }
        }
        return false;
    }

    // ---- what happens ----

    void perform(int step) {
        if (Step.isOfFormer(step)) {
            performOfFormer(step);
        } else {
            performOfRuling(step);
        }
        if (world.other != null && world.takeoversLeft == 0) {
            forgetWhatIsDropped();
        }
    }

    /**
     * What a manager that has stopped has sent, and what devices will drop, need not come. What devices remember in
     * order to drop is of no use when nothing of that manager is left.
     */
    private void forgetWhatIsDropped() {
        Smps smps = world.other.smps;
        for (int i = smps.count() - 1; i >= 0 && !world.formerActs; i--) {
            if (isOlder(smps, i, false)) {
                smps.remove(i);
            }
        }
        if (world.isFormerOver()) {
            world.followers = 0;
            Arrays.fill(world.updates, 0);
        }
    }

    /** A manager that is through with its change, or would discover the fabric, finds that another one is in charge. */
    private void performOfFormer(int step) {
        world.swapManagers();
        isFormer = true;
        try {
            performOfRuling(step);
        } finally {
            isFormer = false;
            world.swapManagers();
        }
        Phase phase = world.other.manager.phase();
        if (phase == Phase.IDLE || phase == Phase.DISCOVERING) {
            world.retireFormer();
        }
    }

    /**
     * A switch has restarted, and does not know any more where the manager is. SMPs that have not come, or whose
     * answers are lost, are repeated.
     *
     * @param links of the switch that worked
     * @param lost whether what is in the switch or on its links is lost
     */
    void restarted(int device, long links, boolean lost) {
        world.desk.contacted &= ~(1L << device);
        world.unseen |= 1L << device;
        world.unsent |= 1L << device;
        if (!lost) {
            return;
        }
        world.desk.smps.repeat(device);
        boolean[] around = Discovery.reached(world.fabric, world.desk.manager.nic(), world.linksDown | links);
        for (int i = world.desk.smps.count() - 1; i >= 0; i--) {
            if (!world.desk.smps.isAnswered(i) && !around[world.desk.smps.device(i)]) {
                world.desk.smps.remove(i);
            }
        }
        for (int i = world.desk.reports.count() - 1; i >= 0; i--) {
            if (ways.leadsOver(links, world.desk.reports.device(i))) {
                world.desk.reports.remove(i);
            }
        }
    }

    private void takeOver(int nic, boolean firstIsDead) {
        world.takeoversLeft--;
        world.swapManagers();
        world.desk.manager.takeOver(world.other.manager, nic);
        world.desk.target = world.other.target;
        world.desk.begun = world.other.begun;
        world.formerActs = !firstIsDead;
        if (firstIsDead || world.other.manager.phase() == Phase.IDLE) {
            world.retireFormer();
        }
    }

    private void performOfRuling(int step) {
        detecting = Step.kind(step) == Kind.DETECT;
        unknownTables = detecting && world.desk.manager.state().agenda().discoverAgain();
        switch (Step.kind(step)) {
            case TRAP ->
                feed(traps(Step.b(step) == 1 ? world.linksDown & ~world.desk.manager.known() : 1L << Step.a(step)));
            case DETECT -> detect();
            case COMPUTE -> feed(new Stimulus.ComputationOver());
            case PLAN -> feed(new Stimulus.PlanDue());
            case TIMER -> {
                boolean patience = Step.a(step) == ManagerTimer.PATIENCE.ordinal();
                boolean inVain = patience && Step.b(step) == 0 && world.desk.manager.phase() != Phase.IDLE;
                if (inVain && world.restarted == 0) {
                    watch.breaks(Promise.NO_WAIT_IN_VAIN, "nothing else can happen");
                }
                world.hasteLeft -= Step.b(step);
                world.desk.timers &= ~(1 << Step.a(step));
                passOn(new ManagerInput.TimerFired(ManagerTimer.values()[Step.a(step)]));
            }
            case REPORT -> {
                int sender = world.desk.reports.device(Step.a(step));
                long message = world.desk.reports.message(Step.a(step));
                world.desk.reports.remove(Step.a(step));
                passOn(new ManagerInput.Reported(sender, message));
            }
            case LOSE -> {
                world.desk.reports.remove(Step.a(step));
                world.lossesLeft--;
            }
            case SMP -> {
                int at = Step.b(step);
                boolean answered = world.desk.smps.isAnswered(at);
                boolean atOnce = model.localFirst()
                        && world.restartsAreOver()
                        && world.startIsOver()
                        && world.takeoversLeft == 0
                        && !isFormer
                        && !ways.mayBeLost(at);
                come(world.desk.smps, at);
                if (!answered || isFormer && !world.formerActs) {
                    world.desk.smps.remove(at);
                } else if (atOnce) {
                    answer(at);
                }
            }
            case BLOCK -> devices.blocks().come(Step.a(step), Step.b(step));
            case ANSWER -> answer(Step.b(step));
            case SILENCE -> silence(Step.a(step));
            case IN_VAIN -> giveUp(Step.a(step));
            case LATE -> comeLate(Step.b(step));
            case TAKEOVER -> takeOver(Step.a(step), Step.b(step) == 1);
            default -> throw new IllegalArgumentException("no step of the manager: " + Step.kind(step));
        }
    }

    /** A trap from an end of each of the links, from a switch. */
    private Stimulus traps(long links) {
        List<Trap> traps = new ArrayList<>();
        for (long rest = links; rest != 0; rest &= rest - 1) {
            int link = Long.numberOfTrailingZeros(rest);
            int end = world.fabric.isSwitch(world.fabric.linkDevice(link, 0)) ? 0 : 1;
            traps.add(new Trap(world.fabric.linkDevice(link, end), world.fabric.linkPort(link, end), world.isUp(link)));
        }
        return new Stimulus.Trapped(traps);
    }

    /**
     * Something makes the manager discover the fabric: a trap that ends the change under way, what the manager itself
     * still wants to know, or a period's end.
     */
    private void detect() {
        if (world.desk.manager.phase() == Phase.IDLE) {
            feed(new Stimulus.Look());
        } else {
            feed(traps(unknownChanges()));
        }
        if (detecting && world.desk.manager.phase() == Phase.IDLE) {
            feed(new Stimulus.PeriodEnded());
        }
    }

    /** Checks that the manager begins no more changes than faults, losses and planned changes explain. */
    private void judgeChanges(long before) {
        int expected = 2
                + model.bounds().losses()
                + model.bounds().faults() * (model.sources().contains(PathSource.DISJOINT) ? 3 : 2)
                + model.bounds().recoveries()
                + model.bounds().restarts() * (world.restartsTakeTime ? 2 : 1) // it is missed, and found again
                + model.bounds().takeovers()
                + model.bounds().haste()
                + (world.startsBare() ? mostBringUps() : 0);
        long change = world.desk.manager.state().change();
        if (change > before && change > expected) {
            watch.breaks(Promise.RUN_ENDS, "the manager begins change " + change);
        }
    }

    /** Each SMP that does not come makes a bring-up begin again, and so does a planned change. */
    private int mostBringUps() {
        return 2
                + model.bounds().losses()
                + model.bounds().faults()
                + model.bounds().restarts();
    }

    /**
     * Delivers an SMP that was given up. The manager does not know the number of its answer any more, so that nothing
     * follows from that.
     */
    private void comeLate(int at) {
        world.lateLeft--;
        int device = world.late.device(at);
        boolean control = world.late.what(at) == Smps.CONTROL;
        come(world.late, at);
        world.late.remove(at);
        world.late.dropOlder(device, control, at);
        if (world.lateLeft == 0) {
            world.late.clear();
        }
    }

    /** What the manager gives up may come late. */
    private void keepForLater(int device) {
        if (world.lateLeft > 0) {
            world.late.addUnderWay(world.desk.smps, device);
        }
    }

    /** Delivers an SMP to its device. */
    private void come(Smps smps, int at) {
        int device = smps.device(at);
        smps.setCome(at);
        if (world.isCutOff(device)) {
            return; // a broadcast that is lost at the NIC's link: what is answered does not come before it is back
        }
        if (smps == world.desk.smps && (smps.what(at) == Smps.CONTROL || changesTables(smps.what(at)))) {
            world.late.dropOlder(device, smps.what(at) == Smps.CONTROL, world.late.count());
        }
        world.desk.contacted |= 1L << device;
        if (world.other != null) {
            world.other.contacted &= ~(1L << device);
            if (isDropped(smps, at)) {
                return;
            }
        }
        if (smps.what(at) == Smps.ANNOUNCEMENT) {
            devices.deliverBroadcast(device, (int) smps.tables(at), smps.argument(at));
        } else if (smps.what(at) == Smps.COUNTS) {
            smps.answer(at, entered(device, smps.argument(at)), left(device, smps.argument(at)));
        } else if (world.fabric.isSwitch(device)) {
            comeToSwitch(smps, at, device);
        } else {
            NicAgent agent = devices.openNic(device);
            if (smps.what(at) == Smps.CONTROL || smps.what(at) == Smps.BROADCAST) {
                agent.receiveControl(smps.argument(at));
            } else {
                world.nicTables[device - world.fabric.switchCount()] = tables.at(device, smps.tables(at));
                if (smps.argument(at) != ManagerEffect.UNTOLD) {
                    agent.installed(smps.argument(at));
                }
            }
            devices.closeNic(device);
        }
    }

    /**
     * Whether a device drops what comes, and answers it all the same: an update of a change that is not newer than the
     * last one's, or a control packet that is older than the last one. Control packets of the second manager are newer
     * than those of the first.
     */
    private boolean isDropped(Smps smps, int at) {
        int device = smps.device(at);
        boolean ofSecond = !isFormer && world.takeoversLeft == 0;
        if (isOlder(smps, at, ofSecond)) {
            return true;
        }
        if (smps.isControl(at) && ofSecond) {
            world.followers |= 1L << device;
        } else if (smps.isUpdate(at)) {
            world.updates[device] = smps.change(at) << 1 | (ofSecond ? 1 : 0);
        }
        return false;
    }

    private boolean isOlder(Smps smps, int at, boolean ofSecond) {
        int device = smps.device(at);
        if (smps.isControl(at)) {
            return !ofSecond && (world.followers >>> device & 1) != 0;
        }
        boolean lastIsOfSecond = (world.updates[device] & 1) != 0;
        return smps.isUpdate(at) && lastIsOfSecond != ofSecond && smps.change(at) <= world.updates[device] >> 1;
    }

    private static boolean changesTables(int what) {
        return what == Smps.TABLES || what == Smps.STORED_TABLES || what == Smps.NOTICE;
    }

    private void comeToSwitch(Smps smps, int at, int device) {
        SwitchAgent agent = devices.openSwitch(device);
        switch (smps.what(at)) {
            case Smps.CONTROL, Smps.BROADCAST -> agent.receiveControl(smps.argument(at));
            case Smps.STORED_TABLES -> {
                world.stored[device] = tables.at(device, smps.tables(at));
                agent.stored(smps.argument(at));
            }
            case Smps.TABLES -> {
                if (isFormer) {
                    watch.tablesSent(device); // others have been sent before, and most are dropped
                }
                world.install(device, tables.at(device, smps.tables(at)));
                if (smps.argument(at) != ManagerEffect.UNTOLD) {
                    agent.installed(smps.argument(at));
                }
            }
            default -> agent.installed(smps.argument(at));
        }
        devices.closeSwitch(device);
    }

    /**
     * NICs at a device that the manager misses, a bit each: what comes from them and goes to them crosses the border.
     */
    private long border(int device) {
        long nics = 0;
        for (int nic = 0; nic < world.fabric.nicCount(); nic++) {
            int there = world.fabric.nicDevice(nic);
            boolean missing = world.fabric.attachedSwitch(there) == device
                    && world.desk.manager.state().knowledge().missing().contains(there);
            nics |= missing ? 1L << nic : 0;
        }
        return nics;
    }

    /** @param border NICs whose packets count here, a bit each */
    private long entered(int device, long border) {
        long entered = 0;
        for (int packet = 0; packet < world.fate.length; packet++) {
            int source = world.sourceDevice(packet);
            boolean crosses = (border >>> world.packets.get(packet).source() & 1) != 0 && !endedAt(packet, source);
            if ((source == device || crosses) && world.fate[packet] != Fate.WAITING) {
                entered++;
            }
        }
        return entered;
    }

    private long left(int device, long border) {
        long left = 0;
        for (int packet = 0; packet < world.fate.length; packet++) {
            int to = world.destinationDevice(packet);
            boolean crosses = (border >>> world.packets.get(packet).destination() & 1) != 0 && endedAt(packet, to);
            if (endedAt(packet, device) || crosses) {
                left++;
            }
        }
        return left;
    }

    private boolean endedAt(int packet, int device) {
        return world.fate[packet].isOver() && world.deviceOfEnd(packet) == device;
    }

    private void answer(int at) {
        Smps smps = world.desk.smps;
        int device = smps.device(at);
        int what = smps.what(at);
        long first = smps.first(at);
        long second = smps.second(at);
        smps.remove(at);
        if (what == Smps.COUNTS) {
            passOn(new ManagerInput.CountsReported(device, first, second));
        } else if (!smps.isUnacknowledged(device)) {
            if (!world.late.isFor(device)) {
                world.uncertain &= ~(1L << device);
            }
            passOn(new ManagerInput.Acknowledged(device));
        }
    }

    private void silence(int device) {
        world.lossesLeft--;
        boolean awaited = world.desk.smps.isAwaited(device);
        keepForLater(device);
        world.desk.smps.forget(device);
        if (!awaited) {
            return; // only broadcasts have not come
        }
        markUncertain(device);
        passOn(new ManagerInput.Unreachable(device));
    }

    /** A device has not answered in spite of all repetitions, each of which died on the same failed link. */
    private void giveUp(int device) {
        keepForLater(device);
        for (int at = world.desk.smps.firstAnswered(device); at >= 0; at = world.desk.smps.firstAnswered(device)) {
            world.desk.smps.remove(at);
        }
        markUncertain(device);
        passOn(new ManagerInput.Unreachable(device));
    }

    /**
     * Notes that a device may or may not have its last tables. The note matters only where the manager chooses the
     * devices to send to, or where a switch may have no tables, to which a difference is of no use.
     */
    private void markUncertain(int device) {
        if (!tables.isRouted(world.desk.target) || world.mayHaveBlankSwitches()) {
            world.uncertain |= 1L << device;
        }
    }

    // ---- the manager's machine ----

    private void passOn(ManagerInput.FromDriver input) {
        feed(new Stimulus.PassOn(input));
    }

    /** Steps until the manager waits for something that may come at any time. */
    private void feed(Stimulus first) {
        Stimulus next = first;
        while (next != null) {
            long before = world.desk.manager.state().change();
            List<Action> actions = world.desk.manager.step(next, records);
            judgeChanges(before);
            next = null;
            for (Action action : actions) {
                Stimulus answer = action.fold(performer);
                next = answer == null ? next : answer;
            }
        }
    }

    /** The tables that devices have, not those that the manager takes them to have, unless an answer was lost. */
    private final class Records implements DeviceRecords {
        @Override
        public boolean differs(int device) {
            boolean isSwitch = world.fabric.isSwitch(device);
            long has = isSwitch ? world.tables[device] : world.nicTables[device - world.fabric.switchCount()];
            return (world.uncertain >>> device & 1) != 0
                    || has != tables.at(device, world.desk.target)
                    || isSwitch && world.isMixed(device);
        }

        @Override
        public boolean hasUnknownTables(Faults faults) {
            return unknownTables && !world.startsBare()
                    || world.mayHaveBlankSwitches() && hasUnknownSwitch(ManagerPart.bits(faults));
        }

        /** Whether nothing is known of the tables of a switch that can be reached. */
        private boolean hasUnknownSwitch(long linksDown) {
            boolean[] reached = Discovery.reached(world.fabric, world.desk.manager.nic(), linksDown);
            for (int device = 0; device < world.fabric.switchCount(); device++) {
                if (reached[device] && isUnknown(device)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean isUnknown(int device) {
            return (world.uncertain >>> device & 1) != 0;
        }

        @Override
        public boolean migrates() {
            return tables.migrates(world.desk.target);
        }
    }

    /** Performs an action and returns the stimulus that follows at once, or null. */
    private final class Performer implements Action.Cases<Stimulus>, ManagerEffect.ForDriver.Cases<Stimulus> {
        @Override
        public Stimulus lookAgain(Action.LookAgain action) {
            return detecting ? new Stimulus.Look() : null;
        }

        @Override
        public Stimulus discover(Action.Discover action) {
            detecting = false;
            if (isFormer) {
                return null; // that finds the other manager
            }
            noteBlankSwitches();
            return new Stimulus.Discovered(
                    Tables.faults(world.linksDown),
                    Discovery.of(world.fabric, world.desk.manager.nic(), world.linksDown),
                    false);
        }

        /** A switch that has restarted tells that nothing has come since. */
        private void noteBlankSwitches() {
            boolean[] reached = Discovery.reached(world.fabric, world.desk.manager.nic(), world.linksDown);
            for (long rest = world.unseen; rest != 0; rest &= rest - 1) {
                int device = Long.numberOfTrailingZeros(rest);
                world.uncertain |= reached[device] && world.isBlank(device) ? 1L << device : 0;
                world.unseen &= reached[device] ? ~(1L << device) : -1;
            }
        }

        @Override
        public Stimulus believe(Action.Believe action) {
            detecting = false;
            long believed = ManagerPart.bits(action.believed());
            return new Stimulus.Discovered(
                    action.believed(), Discovery.of(world.fabric, world.desk.manager.nic(), believed), true);
        }

        @Override
        public Stimulus nothingNew(Action.NothingNew action) {
            return null;
        }

        @Override
        public Stimulus markPaths(Action.MarkPaths action) {
            long believed = ManagerPart.bits(action.believed());
            world.desk.target = tables.marked(world.desk.target, believed);
            world.desk.begun = world.desk.target;
            return new Stimulus.Marked(Discovery.of(world.fabric, world.desk.manager.nic(), believed)
                    .nics());
        }

        @Override
        public Stimulus startComputation(Action.StartComputation action) {
            return null;
        }

        @Override
        public Stimulus computeTables(Action.ComputeTables action) {
            long down = ManagerPart.bits(action.faults());
            boolean first = world.startsBare() && model.routing().planned() && action.plan() == 0;
            Tables.Target next = first
                    ? new Tables.Target(Tables.FIRST, ManagerInput.Change.ROUTING)
                    : tables.next(world.desk.target, down);
            watch.computed(world.desk.target, next.number(), down);
            world.desk.target = next.number();
            return next.change() == null
                    ? new Stimulus.PassOn(new ManagerInput.Unroutable())
                    : new Stimulus.Computed(next.change());
        }

        @Override
        public Stimulus perform(Action.Perform action) {
            return action.effect().perform(this);
        }

        @Override
        public Stimulus sendTables(ManagerEffect.SendTables effect) {
            if (!isFormer) {
                watch.tablesSent(effect.device());
            }
            int what = effect.use() == ManagerEffect.Use.STORED ? Smps.STORED_TABLES : Smps.TABLES;
            world.unsent &= ~(1L << effect.device());
            update(effect.device(), what, effect.argument());
            return null;
        }

        @Override
        public Stimulus notify(ManagerEffect.Notify effect) {
            if (world.desk.manager.isBare()) {
                watch.firstPathsSent(effect.device());
            }
            update(effect.device(), Smps.NOTICE, effect.argument());
            return null;
        }

        private void update(int device, int what, long argument) {
            world.desk.begun = world.desk.target;
            boolean whole = world.mayHaveBlankSwitches() && records.isUnknown(device);
            world.desk.smps.add(device, what, argument, world.desk.target, change(), whole);
        }

        private long change() {
            return world.other == null ? 0 : world.desk.manager.state().change();
        }

        @Override
        public Stimulus sendControl(ManagerEffect.SendControl effect) {
            world.desk.smps.add(effect.device(), Smps.CONTROL, effect.control(), 0);
            return null;
        }

        @Override
        public Stimulus broadcast(ManagerEffect.Broadcast effect) {
            Reach reached = Discovery.of(world.fabric, world.desk.manager.nic(), world.desk.manager.known());
            for (List<Integer> some : List.of(reached.switches(), reached.nics())) {
                some.forEach(device -> world.desk.smps.add(device, Smps.BROADCAST, effect.control(), 0));
            }
            return null;
        }

        @Override
        public Stimulus askCounts(ManagerEffect.AskCounts effect) {
            world.desk.smps.add(effect.device(), Smps.COUNTS, border(effect.device()), 0);
            return null;
        }

        @Override
        public Stimulus setTimer(ManagerEffect.SetTimer effect) {
            world.desk.timers |= 1 << effect.timer().ordinal();
            return null;
        }

        @Override
        public Stimulus giveUpAll(Action.GiveUpAll action) {
            if (isFormer) {
                return null; // it stops, and all of that is still under way
            }
            for (int i = 0; i < world.desk.smps.count(); i++) {
                int device = world.desk.smps.device(i);
                markUncertain(device);
                if (i == 0 || world.desk.smps.device(i - 1) != device) {
                    keepForLater(device);
                }
            }
            world.desk.smps.clear();
            world.desk.target = world.desk.begun;
            return null;
        }

        @Override
        public Stimulus reached(ManagerEffect.Reached effect) {
            if (!isFormer) {
                watch.reached(effect.milestone());
            }
            return null;
        }

        @Override
        public Stimulus complete(Action.Complete action) {
            world.desk.begun = world.desk.target;
            if (!isFormer && !action.settled() && !action.doubtful()) {
                watch.done();
            }
            return null;
        }

        @Override
        public Stimulus decided(Action.Decided action) {
            return null; // what follows from a decision are actions of their own
        }
    }
}

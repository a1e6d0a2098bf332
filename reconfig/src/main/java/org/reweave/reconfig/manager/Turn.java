package org.reweave.reconfig.manager;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.reweave.reconfig.manager.Action.Decision;
import org.reweave.reconfig.manager.ManagerState.Phase;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.reconfig.spi.ManagerProtocol;

/** One step of the manager in the making: what a stimulus does in each phase. */
final class Turn<S> implements Stimulus.Cases<Void> {
    private final Manager<S> manager;
    private final DeviceRecords records;
    private final List<Action> actions = new ArrayList<>();
    private final Performer performer = new Performer();
    private Phase phase;
    private long change;
    private boolean asked;
    private Knowledge knowledge;
    private Agenda agenda;
    private Reach reach;
    private Delivery delivery;
    private S protocol;

    Turn(Manager<S> manager, ManagerState<S> state, DeviceRecords records) {
        this.manager = manager;
        this.records = records;
        this.phase = state.phase();
        this.change = state.change();
        this.asked = state.asked();
        this.knowledge = state.knowledge();
        this.agenda = state.agenda();
        this.reach = state.reach();
        this.delivery = state.delivery();
        this.protocol = state.protocol();
    }

    private ManagerState<S> state() {
        return new ManagerState<>(phase, change, asked, knowledge, agenda, reach, delivery, protocol);
    }

    Manager.Step<S> end() {
        return new Manager.Step<>(state(), actions);
    }

    private void log(Decision decision, long of, long detail) {
        actions.add(new Action.Decided(decision, of, detail));
    }

    // ---- something comes up ----

    @Override
    public Void trapped(Stimulus.Trapped stimulus) {
        if (!manager.acts()) {
            return null;
        }
        if (phase != Phase.IDLE) {
            agenda = agenda.withTraps(stimulus.traps());
            giveWay();
        } else if (suspect(stimulus.traps())) {
            markPaths();
        } else {
            discoverOrBelieve(stimulus.traps());
        }
        return null;
    }

    @Override
    public Void periodEnded(Stimulus.PeriodEnded stimulus) {
        if (phase == Phase.IDLE) {
            discover();
        }
        return null;
    }

    @Override
    public Void planDue(Stimulus.PlanDue stimulus) {
        agenda = agenda.withPlanDue();
        if (phase == Phase.IDLE) {
            rest();
        } else {
            giveWay();
        }
        return null;
    }

    /**
     * The change under way ends, if the protocol allows that and something has come up that the last discovery does not
     * cover: nothing of that change counts any more (thesis §6.7).
     *
     * @return whether the change has ended
     */
    private boolean giveWay() {
        ManagerState<S> now = state();
        if (!manager.hasNews(now) && !agenda.hasPlan() || !manager.mayGiveWay(now)) {
            return false;
        }
        if (phase == Phase.UPDATING) {
            log(Decision.ABANDONED, change, 0);
        }
        beginAgain();
        return true;
    }

    private void beginAgain() {
        actions.add(new Action.GiveUpAll());
        delivery = delivery.givenUp();
        asked = true;
        rest();
    }

    /** Nothing is under way any more; the manager looks at what came up meanwhile. */
    private void rest() {
        phase = Phase.IDLE;
        reach = Reach.NOTHING;
        actions.add(new Action.LookAgain());
    }

    /**
     * Links that have failed come first, since NICs may leave their paths over those links at once; then a planned
     * change; then everything that a discovery will tell. Where a switch did not answer, nobody is told of links: the
     * paths that NICs are to have may be new ones whose entries did not come into force.
     */
    @Override
    public Void look(Stimulus.Look stimulus) {
        if (phase != Phase.IDLE) {
            throw new IllegalStateException("the manager looks again while " + phase);
        }
        boolean reason = manager.hasReasonToLook(state());
        List<Trap> news = agenda.traps().stream()
                .filter(trap -> knowledge.isNews(manager.map(), trap))
                .toList();
        agenda = agenda.withoutTraps();
        if (!agenda.discoverAgain() && suspect(news)) {
            markPaths();
        } else if (manager.acts() && agenda.hasPlan()) {
            agenda = agenda.withPlanBegun();
            asked = true;
            discover();
        } else if (reason) {
            boolean doubts = agenda.discoverAgain() || knowledge.hasSuspicions();
            agenda = agenda.withDiscoverAgain(false);
            if (doubts || news.isEmpty()) {
                discover();
            } else {
                discoverOrBelieve(news);
            }
        }
        return null;
    }

    // ---- failed links are told to NICs before the fabric is discovered ----

    /** @return whether traps tell of failed links whose paths NICs can leave by themselves */
    private boolean suspect(List<Trap> traps) {
        boolean failed = false;
        for (Trap trap : traps) {
            if (records.migrates() && !delivery.bare() && knowledge.isFailure(manager.map(), trap)) {
                knowledge = knowledge.suspect(manager.map(), trap);
                failed = true;
            }
        }
        return failed;
    }

    private void markPaths() {
        phase = Phase.MARKING;
        actions.add(new Action.MarkPaths(knowledge.known(), knowledge.believed()));
    }

    @Override
    public Void marked(Stimulus.Marked stimulus) {
        List<Integer> nics = concerned(stimulus.nics()).stream()
                .filter(nic -> !knowledge.missing().contains(nic))
                .toList();
        if (nics.isEmpty()) {
            rest();
            return null;
        }
        change++;
        log(Decision.TABLES_READY, change, 0);
        phase = Phase.UPDATING;
        stepProtocol(new ManagerInput.TablesReady(Change.PATHS, List.of(), nics));
        return null;
    }

    /** Devices, of those given, whose tables or paths differ, or may differ, from those computed for them. */
    private List<Integer> concerned(List<Integer> devices) {
        return devices.stream().filter(records::differs).toList();
    }

    // ---- discovery and computation ----

    private void discover() {
        phase = Phase.DISCOVERING;
        actions.add(new Action.Discover());
    }

    /** Traps need no discovery before their change if the manager trusts them and they tell of links alone. */
    private void discoverOrBelieve(List<Trap> traps) {
        if (manager.trustsTraps() && knowledge.canBelieve(manager.map(), traps)) {
            phase = Phase.DISCOVERING;
            actions.add(new Action.Believe(knowledge.known(), knowledge.after(manager.map(), traps)));
        } else {
            discover();
        }
    }

    @Override
    public Void discovered(Stimulus.Discovered found) {
        Knowledge before = knowledge;
        knowledge = before.learn(manager.map(), found);
        List<Integer> joined = before.joinedIn(knowledge);
        boolean changed = !knowledge.known().equals(before.known());
        boolean unknown = records.hasUnknownTables(knowledge.known());
        if (manager.acts() && (changed || asked || unknown || before.hasSuspicions())) {
            beginChange(found);
        } else if (manager.acts() && !joined.isEmpty()) {
            log(Decision.NICS_JOINED, change, joined.size());
            phase = Phase.SETTLING;
            stepProtocol(new ManagerInput.NicsJoined(joined));
        } else {
            actions.add(new Action.NothingNew());
            rest();
        }
        return null;
    }

    private void beginChange(Stimulus.Discovered found) {
        log(Decision.CHANGE_FOUND, change + 1, asked ? 1 : 0);
        asked = false;
        agenda = agenda.withDiscoverAgain(found.silence());
        phase = Phase.COMPUTING;
        reach = found.reach();
        List<Integer> unknown =
                reach.switches().stream().filter(records::isUnknown).toList();
        if (!delivery.bare()) {
            stepProtocol(new ManagerInput.ChangeDetected(reach.switches(), reach.nics(), unknown));
        }
        actions.add(new Action.StartComputation());
    }

    @Override
    public Void computationOver(Stimulus.ComputationOver stimulus) {
        if (!giveWay()) {
            change++;
            actions.add(new Action.ComputeTables(knowledge.known(), agenda.plansBegun(), agenda.isPlanOpen()));
        }
        return null;
    }

    @Override
    public Void computed(Stimulus.Computed stimulus) {
        agenda = agenda.withPlansRouted();
        log(Decision.TABLES_READY, change, 0);
        if (delivery.bare()) {
            deliver(reach.switches(), reach.nics());
            reach = Reach.NOTHING;
            return null;
        }
        phase = Phase.UPDATING;
        boolean all = stimulus.change() == Change.ROUTING;
        List<Integer> switches = all ? reach.switches() : concerned(reach.switches());
        List<Integer> nics = all ? reach.nics() : concerned(reach.nics());
        reach = Reach.NOTHING;
        stepProtocol(new ManagerInput.TablesReady(stimulus.change(), switches, nics));
        giveWay();
        return null;
    }

    // ---- tables and paths that the scheme's protocol has no part in ----

    /** Sends devices what they are to have, NICs when all switches have answered. */
    private void deliver(List<Integer> switches, List<Integer> nics) {
        phase = Phase.DELIVERING;
        boolean nicsOnly = switches.isEmpty();
        delivery = delivery.sent(nicsOnly ? nics : switches, nicsOnly ? List.of() : nics);
        for (int device : nicsOnly ? nics : switches) {
            actions.add(new Action.Perform(
                    nicsOnly
                            ? new ManagerEffect.Notify(device, ManagerEffect.UNTOLD)
                            : new ManagerEffect.SendTables(device, Extent.FULL, Use.AT_ONCE, ManagerEffect.UNTOLD)));
        }
    }

    private void delivered(int device) {
        delivery = delivery.without(device);
        if (!delivery.waiting().isEmpty()) {
            return;
        }
        if (!delivery.nics().isEmpty()) {
            deliver(List.of(), delivery.nics());
            return;
        }
        boolean first = delivery.bare();
        delivery = delivery.over();
        actions.add(new Action.Complete(!first, agenda.discoverAgain()));
        if (first) {
            log(Decision.RECONFIGURED, change, 0);
        }
        rest();
    }

    /**
     * A device does not answer. Where a switch lacks its first tables for that, the bring-up begins again with a
     * discovery, before any NIC gets paths: packets would be lost at the switch. A switch that does not answer that
     * discovery either counts as failed, and tables lead around it.
     */
    private void notDelivered(int device) {
        agenda = agenda.withDiscoverAgain(true);
        if (delivery.bare() && manager.map().isSwitch(device)) {
            log(Decision.REDISCOVERY, change, 0);
            beginAgain();
        } else {
            delivered(device);
        }
    }

    /** NICs that lack paths, of which the scheme has not told them. Those that are missing get them once they join. */
    private List<Integer> lacking() {
        if (delivery.bare() || !delivery.incomplete()) {
            return List.of();
        }
        return IntStream.range(0, manager.map().nicCount())
                .mapToObj(manager.map()::nicDevice)
                .filter(records::differs)
                .toList();
    }

    // ---- what concerns the scheme's protocol ----

    /** A report may be all that the protocol was waiting for before a change may end another. */
    @Override
    public Void passOn(Stimulus.PassOn stimulus) {
        ManagerInput input = stimulus.input();
        if (input instanceof ManagerInput.Unroutable refused) {
            keepTables(refused);
            return null;
        } else if (input instanceof ManagerInput.Unreachable silent) {
            noteSilence(silent.device());
            if (phase == Phase.DELIVERING) {
                notDelivered(silent.device());
                return null;
            }
        } else if (phase == Phase.DELIVERING && input instanceof ManagerInput.Acknowledged answer) {
            delivered(answer.device());
            return null;
        }
        stepProtocol(input);
        if (input instanceof ManagerInput.Reported) {
            giveWay();
        }
        return null;
    }

    /**
     * There are no new tables, so the last ones stay. Where some switches may lack them, since their change was given
     * up or they did not answer, all devices are sent them as those of a change: with some of them alone, packets could
     * wait in a cycle or go round for as long as the engine finds none.
     */
    private void keepTables(ManagerInput.Unroutable refused) {
        log(Decision.UNROUTABLE, change, 0);
        phase = Phase.SETTLING;
        List<Integer> switches = reach.switches();
        List<Integer> nics = reach.nics();
        reach = Reach.NOTHING;
        if (delivery.bare()) {
            performer.done(new ManagerEffect.Done());
        } else if (manager.protocol().isMixed(protocol) || switches.stream().anyMatch(records::differs)) {
            stepProtocol(new ManagerInput.TablesReady(switches, nics));
        } else {
            stepProtocol(refused);
        }
    }

    /** The fabric is discovered again after a switch's silence; a silent NIC joins when a discovery finds it again. */
    private void noteSilence(int device) {
        if (manager.map().isSwitch(device)) {
            agenda = agenda.withDiscoverAgain(true);
        } else {
            knowledge = knowledge.lose(device);
        }
    }

    private void stepProtocol(ManagerInput input) {
        ManagerProtocol.Step<S> step = manager.protocol().step(protocol, input);
        protocol = step.next();
        step.effects().forEach(effect -> effect.fold(performer));
    }

    /** Performs the protocol's effects, or passes them on to the driver. */
    private final class Performer implements ManagerEffect.Cases<Void> {
        /**
         * A NIC whose injection resumes sends by the tables in force, so the NIC gets the paths that changed with the
         * tables first.
         */
        @Override
        public Void forDriver(ManagerEffect.ForDriver effect) {
            if (phase == Phase.UPDATING
                    && effect instanceof ManagerEffect.SendControl control
                    && control.resumes()
                    && records.differs(control.device())) {
                actions.add(new Action.Perform(new ManagerEffect.Notify(control.device(), 0)));
            }
            actions.add(new Action.Perform(effect));
            return null;
        }

        @Override
        public Void rediscover(ManagerEffect.Rediscover effect) {
            log(Decision.REDISCOVERY, change, 0);
            beginAgain();
            return null;
        }

        @Override
        public Void done(ManagerEffect.Done effect) {
            boolean settled = phase == Phase.SETTLING;
            actions.add(new Action.Complete(settled, agenda.discoverAgain()));
            if (!settled) {
                log(Decision.RECONFIGURED, change, 0);
            }
            List<Integer> lacking = lacking();
            List<Integer> nics = lacking.stream()
                    .filter(nic -> !knowledge.missing().contains(nic))
                    .toList();
            if (nics.isEmpty()) {
                boolean isChecked = lacking.isEmpty() && !delivery.bare() && !agenda.discoverAgain();
                delivery = isChecked ? delivery.checked() : delivery;
                rest();
            } else {
                deliver(List.of(), nics);
            }
            return null;
        }
    }
}

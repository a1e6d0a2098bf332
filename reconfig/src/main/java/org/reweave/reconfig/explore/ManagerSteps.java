package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.List;
import org.reweave.reconfig.explore.Step.Kind;
import org.reweave.reconfig.explore.World.Phase;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.SwitchAgent;

/**
 * What the manager and its SMPs do. The emulator's manager without its clock: it hears of changes, discovers and
 * computes, and hands the scheme's protocol what it learns.
 *
 * @param <S> the protocol's state
 */
final class ManagerSteps<S> {
    private final Model model;
    private final World world;
    private final Devices devices;
    private final Tables tables;
    private final ManagerProtocol<S> protocol;
    private final Watch watch;

    ManagerSteps(Model model, World world, Devices devices, Tables tables, ManagerProtocol<S> protocol, Watch watch) {
        this.model = model;
        this.world = world;
        this.devices = devices;
        this.tables = tables;
        this.protocol = protocol;
        this.watch = watch;
    }

    void begin() {
        world.phase = Phase.IDLE;
        world.asked = model.routing().planned();
        world.protocol = protocol.encode(protocol.initial());
        world.lossesLeft = model.bounds().losses();
        world.hasteLeft = model.bounds().haste();
    }

    // ---- what may happen ----

    void collect(Steps into) {
        if (hasNews()) {
            into.add(Kind.DETECT, 0, 0);
        }
        if (world.phase == Phase.COMPUTING) {
            into.add(Kind.COMPUTE, 0, 0);
        }
        collectTraps(into);
        for (int timer = 0; timer < ManagerTimer.values().length; timer++) {
            if ((world.timers >>> timer & 1) != 0 && timer != ManagerTimer.PATIENCE.ordinal()) {
                into.add(Kind.TIMER, timer, 0);
            }
        }
        Smps smps = world.smps;
        for (int i = 0; i < smps.count(); i++) {
            if (smps.mayCome(i)) {
                into.add(Kind.SMP, smps.device(i), i);
            } else if (smps.hasCome(i)) {
                into.add(Kind.ANSWER, smps.device(i), i);
            }
            boolean first = i == 0 || smps.device(i - 1) != smps.device(i);
            if (first && mayBeLost(smps.device(i))) {
                into.add(Kind.SILENCE, smps.device(i), 0);
            }
        }
        for (int i = 0; i < world.reports.count(); i++) {
            into.add(Kind.REPORT, i, 0);
            if (mayBeLost(world.reports.device(i))) {
                into.add(Kind.LOSE, i, 0);
            }
        }
    }

    /**
     * Traps are acted on at once only where NICs can do something about them; any may be lost, so that the manager
     * finds out by itself.
     */
    private void collectTraps(Steps into) {
        long news = world.linksDown & ~world.known & ~world.suspected;
        if (world.phase != Phase.IDLE || news == 0 || !tables.migrates(world.target)) {
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

    /** Waiting for an answer ends when nothing else can happen; earlier only as often as the model says. */
    void collectImpatience(Steps into) {
        int timer = ManagerTimer.PATIENCE.ordinal();
        boolean early = into.mustGoOn();
        if ((world.timers >>> timer & 1) != 0 && (!early || world.hasteLeft > 0)) {
            into.add(Kind.TIMER, timer, early ? 1 : 0);
        }
    }

    boolean hasNews() {
        boolean changed = world.asked || world.known != world.linksDown || world.suspected != 0;
        if (world.phase == Phase.IDLE) {
            return model.hasManager() && (changed || world.doubtful || world.silentNics != 0);
        }
        return changed && world.phase == Phase.UPDATING && protocol.mayOverlap(protocol.decode(world.protocol));
    }

    // ---- what happens ----

    void perform(int step) {
        switch (Step.kind(step)) {
            case TRAP -> trapped(Step.b(step) == 1 ? world.linksDown & ~world.known : 1L << Step.a(step));
            case DETECT -> detect();
            case COMPUTE -> compute();
            case TIMER -> {
                boolean patience = Step.a(step) == ManagerTimer.PATIENCE.ordinal();
                if (patience && Step.b(step) == 0 && world.phase != Phase.IDLE) {
                    watch.breaks(Promise.NO_WAIT_IN_VAIN, "nothing else can happen");
                }
                world.hasteLeft -= Step.b(step);
                world.timers &= ~(1 << Step.a(step));
                give(new ManagerInput.TimerFired(ManagerTimer.values()[Step.a(step)]));
            }
            case REPORT -> {
                int sender = world.reports.device(Step.a(step));
                long message = world.reports.message(Step.a(step));
                world.reports.remove(Step.a(step));
                give(new ManagerInput.Reported(sender, message));
            }
            case LOSE -> {
                world.reports.remove(Step.a(step));
                world.lossesLeft--;
            }
            case SMP -> {
                boolean answered = world.smps.isAnswered(Step.b(step));
                come(Step.b(step));
                if (!answered) {
                    world.smps.remove(Step.b(step));
                } else if (model.localFirst()) {
                    answer(Step.b(step));
                }
            }
            case ANSWER -> answer(Step.b(step));
            case SILENCE -> silence(Step.a(step));
            default -> throw new IllegalArgumentException("no step of the manager: " + Step.kind(step));
        }
    }

    /**
     * The NICs concerned hear which of their paths have failed; what has really happened is looked at when they have
     * answered.
     */
    private void trapped(long links) {
        world.suspected |= links;
        world.target = tables.marked(world.target, world.known | world.suspected);
        List<Integer> nics = concerned(
                Discovery.of(world.fabric, world.known | world.suspected).nics());
        if (!nics.isEmpty()) {
            count();
            world.phase = Phase.UPDATING;
            give(new ManagerInput.TablesReady(Change.PATHS, List.of(), nics));
        }
    }

    /** Those of the devices that have, or may have, something else than they are to have. */
    private List<Integer> concerned(List<Integer> devices) {
        List<Integer> concerned = new ArrayList<>();
        for (int device : devices) {
            long has = world.fabric.isSwitch(device)
                    ? world.tables[device]
                    : world.nicTables[device - world.fabric.switchCount()];
            if ((world.uncertain >>> device & 1) != 0 || has != tables.at(device, world.target)) {
                concerned.add(device);
            }
        }
        return concerned;
    }

    private void detect() {
        if (world.phase == Phase.UPDATING) {
            world.smps.clear();
        }
        boolean change = world.asked || world.doubtful || world.known != world.linksDown || world.suspected != 0;
        world.known = world.linksDown;
        world.suspected = 0;
        world.asked = false;
        world.doubtful = false;
        List<Integer> joined = new ArrayList<>();
        for (int nic = 0; nic < world.fabric.nicCount(); nic++) {
            if ((world.silentNics >>> nic & 1) != 0) {
                joined.add(world.fabric.nicDevice(nic));
            }
        }
        world.silentNics = 0;
        if (change) {
            world.phase = Phase.COMPUTING;
            ManagerInput.TablesReady order = reached();
            give(new ManagerInput.ChangeDetected(order.switches(), order.nics()));
        } else {
            world.phase = Phase.SETTLING;
            give(new ManagerInput.NicsJoined(joined));
        }
    }

    private void count() {
        world.change++;
        int expected = 2
                + model.bounds().losses()
                + model.bounds().faults() * (model.sources().contains(PathSource.DISJOINT) ? 2 : 1)
                + model.bounds().recoveries()
                + model.bounds().haste();
        if (world.change > expected) {
            watch.breaks(Promise.RUN_ENDS, "the manager begins change " + world.change);
        }
    }

    private void compute() {
        count();
        Tables.Target next = tables.next(world.target, world.known);
        world.target = next.number();
        ManagerInput.TablesReady all = reached();
        if (next.change() == null) {
            world.phase = Phase.SETTLING;
            give(new ManagerInput.Unroutable());
        } else if (next.change() == Change.ROUTING) {
            world.phase = Phase.UPDATING;
            give(all);
        } else {
            world.phase = Phase.UPDATING;
            give(new ManagerInput.TablesReady(Change.PATHS, concerned(all.switches()), concerned(all.nics())));
        }
    }

    /** All that can be reached by what the manager knows. */
    private ManagerInput.TablesReady reached() {
        return Discovery.of(world.fabric, world.known);
    }

    /** An SMP comes to its device. */
    private void come(int at) {
        Smps smps = world.smps;
        int device = smps.device(at);
        smps.setCome(at);
        world.heard |= 1L << device;
        if (smps.what(at) == Smps.ANNOUNCEMENT) {
            devices.hear(device, (int) smps.tables(at), smps.argument(at));
        } else if (smps.what(at) == Smps.COUNTS) {
            smps.answer(at, entered(device), left(device));
        } else if (world.fabric.isSwitch(device)) {
            comeToSwitch(at, device);
        } else {
            NicAgent agent = devices.openNic(device);
            if (smps.what(at) == Smps.CONTROL || smps.what(at) == Smps.BROADCAST) {
                agent.told(smps.argument(at));
            } else {
                world.nicTables[device - world.fabric.switchCount()] = tables.at(device, smps.tables(at));
                agent.installed(smps.argument(at));
            }
            devices.closeNic(device);
        }
    }

    private void comeToSwitch(int at, int device) {
        Smps smps = world.smps;
        SwitchAgent agent = devices.openSwitch(device);
        switch (smps.what(at)) {
            case Smps.CONTROL, Smps.BROADCAST -> agent.told(smps.argument(at));
            case Smps.STORED_TABLES -> {
                world.stored[device] = tables.at(device, smps.tables(at));
                agent.stored(smps.argument(at));
            }
            case Smps.TABLES -> {
                world.tables[device] = tables.at(device, smps.tables(at));
                agent.installed(smps.argument(at));
            }
            default -> agent.installed(smps.argument(at));
        }
        devices.closeSwitch(device);
    }

    private long entered(int device) {
        long entered = 0;
        for (int packet = 0; packet < world.fate.length; packet++) {
            if (world.sourceDevice(packet) == device && world.fate[packet] != Fate.WAITING) {
                entered++;
            }
        }
        return entered;
    }

    private long left(int device) {
        long left = 0;
        for (int packet = 0; packet < world.fate.length; packet++) {
            if (world.fate[packet].isOver() && world.deviceOfEnd(packet) == device) {
                left++;
            }
        }
        return left;
    }

    private void answer(int at) {
        Smps smps = world.smps;
        int device = smps.device(at);
        int what = smps.what(at);
        long first = smps.first(at);
        long second = smps.second(at);
        smps.remove(at);
        if (what == Smps.COUNTS) {
            give(new ManagerInput.CountsReported(device, first, second));
        } else if (!smps.isUnacknowledged(device)) {
            world.uncertain &= ~(1L << device);
            give(new ManagerInput.Acknowledged(device));
        }
    }

    private void silence(int device) {
        world.lossesLeft--;
        boolean awaited = world.smps.isAwaited(device);
        world.smps.forget(device);
        if (!awaited) {
            return; // only broadcasts have not come
        }
        doubt(device);
        if (world.fabric.isSwitch(device)) {
            world.doubtful = true;
        } else {
            world.silentNics |= 1L << device - world.fabric.switchCount();
        }
        give(new ManagerInput.Unreachable(device));
    }

    /**
     * A device has, or has not, what it was last sent. It matters only where the manager picks the devices that it
     * sends something to.
     */
    private void doubt(int device) {
        if (!tables.isRouted(world.target)) {
            world.uncertain |= 1L << device;
        }
    }

    // ---- the scheme ----

    private void give(ManagerInput input) {
        ManagerProtocol.Step<S> step = protocol.step(protocol.decode(world.protocol), input);
        world.protocol = protocol.encode(step.next());
        for (ManagerEffect effect : step.effects()) {
            effect.fold(performer);
        }
    }

    private final ManagerEffect.Cases<Void> performer = new ManagerEffect.Cases<>() {
        @Override
        public Void sendTables(ManagerEffect.SendTables send) {
            watch.tablesSent(send.device());
            int what = send.use() == ManagerEffect.Use.STORED ? Smps.STORED_TABLES : Smps.TABLES;
            world.smps.add(send.device(), what, send.argument(), world.target);
            return null;
        }

        @Override
        public Void notify(ManagerEffect.Notify notice) {
            world.smps.add(notice.device(), Smps.NOTICE, notice.argument(), world.target);
            return null;
        }

        @Override
        public Void tell(ManagerEffect.Tell control) {
            world.smps.add(control.device(), Smps.CONTROL, control.control(), 0);
            return null;
        }

        @Override
        public Void broadcast(ManagerEffect.Broadcast broadcast) {
            ManagerInput.TablesReady reached = ManagerSteps.this.reached();
            for (List<Integer> devices : List.of(reached.switches(), reached.nics())) {
                devices.forEach(device -> world.smps.add(device, Smps.BROADCAST, broadcast.control(), 0));
            }
            return null;
        }

        @Override
        public Void askCounts(ManagerEffect.AskCounts question) {
            world.smps.add(question.device(), Smps.COUNTS, 0, 0);
            return null;
        }

        @Override
        public Void setTimer(ManagerEffect.SetTimer set) {
            world.timers |= 1 << set.timer().ordinal();
            return null;
        }

        @Override
        public Void reached(ManagerEffect.Reached step) {
            watch.reached(step.milestone());
            return null;
        }

        @Override
        public Void rediscover(ManagerEffect.Rediscover again) {
            for (int i = 0; i < world.smps.count(); i++) {
                doubt(world.smps.device(i));
            }
            world.smps.clear();
            world.asked = true;
            world.phase = Phase.IDLE;
            return null;
        }

        @Override
        public Void done(ManagerEffect.Done end) {
            watch.done();
            world.phase = Phase.IDLE;
            return null;
        }
    };
}

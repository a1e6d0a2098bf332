package org.reweave.reconfig.explore;

import java.util.Set;
import org.reweave.reconfig.spi.Promise;

/** A model that can be put into any of its states and taken on by any step from there. */
final class Machine {
    final Model model;
    final World world;
    final Watch watch;
    private final Devices devices;
    private final FabricSteps fabric;
    private final FaultSteps faults;
    private final ManagerSteps manager;
    private final KnownRoutes known; // null = the promise NICS_KNOW is not checked
    private final LocalSteps local;
    private final PersistentSteps persistent;
    private final boolean reduces;

    /** A machine in the model's first state. */
    Machine(Model model, Set<Promise> promises) {
        this.model = model;
        this.world = new World(model, promises.contains(Promise.NO_REVISIT));
        Tables tables = Tables.of(model, world.lanes);
        this.watch = new Watch(promises, model.scheme().description().listedCases(), world, tables);
        this.devices = new Devices(model, world, tables);
        this.fabric = new FabricSteps(model, world, devices, tables, watch);
        this.faults = new FaultSteps(model, world, devices, watch);
        SmpRoutes ways = new SmpRoutes(model, world);
        this.manager = new ManagerSteps(model, world, devices, tables, ways, watch);
        this.known = promises.contains(Promise.NICS_KNOW) ? new KnownRoutes(model) : null;
        Onward onward = new Onward(world, tables);
        this.local = LocalSteps.of(model, world, tables, ways, onward, promises);
        this.persistent = new PersistentSteps(model, world, onward, promises);
        this.reduces = model.localFirst()
                && model.bounds().late() == 0
                && !(promises.contains(Promise.ORDER) && takesDeliveriesFirst(model));
        java.util.Arrays.fill(world.fate, Fate.WAITING);
        manager.begin();
        faults.begin();
    }

    /** Whether a packet's delivery may be a local step although another packet goes the same way. */
    private static boolean takesDeliveriesFirst(Model model) {
        boolean hasFlows =
                model.packets().stream().distinct().count() < model.packets().size();
        return hasFlows
                && switch (model.reduction()) {
                    case FORWARDING, FORWARDING_WITH_TURNS -> true;
                    default -> model.bounds().outputSlots() > 0;
                };
    }

    /**
     * The steps to be explored from here: all that may be possible, or with local steps first one of those that touch
     * nothing shared.
     *
     * @param mayLeaveOut whether with local steps first a persistent set of several steps is enough
     * @return whether a persistent set leaves out any step
     */
    boolean collect(Steps into, boolean mayLeaveOut) {
        collectInputs(into);
        boolean leavesOut = false;
        if (reduces
                && world.hasOneManager()
                && world.nicLinksStay()
                && world.restartsAreOver()
                && world.startIsOver()) {
            boolean news = manager.hasNews();
            local.reduce(into, news);
            leavesOut = mayLeaveOut && persistent.reduce(into, news);
        }
        manager.collectImpatience(into);
        return leavesOut;
    }

    /** What may happen where no mandatory step changes anything. */
    void collectLastResort(Steps into) {
        into.clear();
        manager.collectPatience(into);
    }

    /** All steps that may be possible. */
    void collectAll(Steps into) {
        collectInputs(into);
        manager.collectImpatience(into);
    }

    private void collectInputs(Steps into) {
        into.clear();
        fabric.collect(into);
        faults.collect(into);
        manager.collect(into);
    }

    /** Takes a step; when the scheme throws because an invariant is broken, the watch records that. */
    void perform(int step) {
        watch.clear();
        devices.clear();
        try {
            switch (Step.kind(step)) {
                case INJECT, ROUTE, OFFER, CROSS, SWITCH_TIMER -> fabric.perform(step);
                case FAULT, RECOVERY, SWITCH_FAULT, SWITCH_RECOVERY, BACK -> faults.perform(step);
                case RESTART, AWAY -> {
                    long links = world.workingLinks(Step.a(step));
                    faults.perform(step);
                    manager.restarted(Step.a(step), links, (Step.b(step) & Step.Kind.WITH_MANAGEMENT) != 0);
                }
                default -> manager.perform(step);
            }
            devices.sendSeparators();
            if (world.startsBare() && world.desk.manager.isBare()) {
                watch.bringsUp();
            }
        } catch (IllegalStateException broken) {
            watch.breaks(Promise.NO_BROKEN_INVARIANT, broken.getMessage());
            if (watch.broken() != Promise.NO_BROKEN_INVARIANT) {
                throw broken;
            }
        }
    }

    /** Whether a NIC that the manager reaches has no paths, although the fabric has come up. */
    private boolean lacksPaths(int nic) {
        return world.nicTables[nic] == Tables.BLANK
                && !world.desk.manager.isBare()
                && Discovery.reached(world.fabric, world.desk.manager.nic(), world.linksDown)[
                        world.fabric.nicDevice(nic)];
    }

    /** Judges an end: a state without a mandatory step. */
    void judgeEnd() {
        watch.clear();
        watch.end();
        for (int nic = 0; nic < world.fabric.nicCount(); nic++) {
            int device = world.fabric.nicDevice(nic);
            if (!world.isCutOff(device) && (!devices.mayInject(device) || lacksPaths(nic))) {
                watch.halted(device);
            }
            if (known != null && !known.areThoseOf(devices.openNic(device), nic, world.linksDown)) {
                watch.breaks(Promise.NICS_KNOW, world.fabric.deviceName(device));
            }
        }
    }
}

package org.reweave.emulator.network;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.reweave.emulator.device.BufferCredits;
import org.reweave.emulator.device.fabricswitch.LaneChoice;
import org.reweave.emulator.device.fabricswitch.SwitchParameters;
import org.reweave.emulator.device.fabricswitch.Switching;
import org.reweave.emulator.scenario.Cabling;
import org.reweave.emulator.scenario.Drains;
import org.reweave.emulator.scenario.PlannedRouting;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.RoutingChoice;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;

/** Checks before the run whether the scenario's engines can compute all tables that the run will need. */
final class RoutingChecks {
    private final Scenario scenario;
    private final Fabric fabric;
    private final Cabling cabling;
    private final FabricMap map;
    private final Outages outages;
    private final int managerNic;
    private final boolean managed;
    private final Function<String, RoutingEngine> engines;
    private final List<PlannedRouting> plans;
    private final SchemeTables schemeTables;
    private final List<String> problems = new ArrayList<>();
    private final int schemeLanes;
    private int laneClasses;

    /**
     * @param managed whether a manager will compute tables after changes
     * @param schemeLanes the least VLs with which the scheme works
     * @param engines by name
     */
    RoutingChecks(
            ResolvedScenario resolved,
            Outages outages,
            boolean managed,
            int schemeLanes,
            Function<String, RoutingEngine> engines) {
        this.managed = managed;
        this.schemeLanes = schemeLanes;
        this.engines = engines;
        this.scenario = resolved.scenario();
        this.fabric = resolved.fabric();
        this.cabling = resolved.cabling();
        this.map = resolved.map();
        this.outages = outages;
        this.managerNic = resolved.managerNic();
        this.plans = scenario.reconfigure();
        this.schemeTables = new SchemeTables(scenario, problems);
    }

    /**
     * The tables that are in force at the start.
     *
     * @throws ScenarioException when they, or those after a planned fault, cannot be computed, or need VLs that the
     *     switches lack
     */
    RoutingTables initialTables() {
        RoutingTables first = route("routing.engine", scenario.routing(), 0, Faults.none());
        if (first != null) {
            checkAdaptive(first);
            checkRings(first);
            checkLanes(first);
            laneClasses = Math.max(first.slToVl().laneCount(), schemeLanes);
            checkSources(first);
            if (schemeTables.accept("routing.engine", first, faultsAt(0, Faults.none())) && problems.isEmpty()) {
                checkChanges(first);
            }
        }
        boolean differs = scenario.beginning().plan().isPresent() || cabling.grows();
        RoutingTables planned = differs && problems.isEmpty() ? plannedTables() : first;
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems);
        }
        return planned;
    }

    /** The tables by the plan, which the fabric that is wired need not be like. */
    private RoutingTables plannedTables() {
        Faults absent = map.faultsOf(fabric, outages.absent()).and(map.vacancies());
        RoutingTables planned = route("routing.engine", map.forEngines(), scenario.routing(), absent);
        String key = scenario.beginning().plan().isPresent() ? "fabric.planned" : "wiring";
        if (planned != null) {
            checkLanes(planned);
            checkLaneClasses(key, planned);
        }
        if (planned != null && planned.rings().isPresent()) {
            problems.add(scenario.sources()
                    .problem(
                            key,
                            "does not go with bubble flow control, since a switch keeps the rings of the start",
                            "write routing.options { vl = dateline }"));
        }
        return planned;
    }

    /**
     * Tables for the fabric as it is cabled at a cycle.
     *
     * @param key whose engine it is, for messages
     * @param drained elements that are led around although they work
     */
    private RoutingTables route(String key, RoutingChoice choice, long cycle, Faults drained) {
        return route(key, cabling.at(cycle), choice, faultsAt(cycle, drained));
    }

    /** What does not work at a cycle, and elements that are led around, in the numbers of the fabric as it is then. */
    private Faults faultsAt(long cycle, Faults drained) {
        Faults faults = outages.at(cycle).and(drained);
        Fabric then = cabling.at(cycle);
        return then == fabric
                ? faults
                : FabricMap.of(then).faultsOf(fabric, faults).and(outages.laterAt(cycle, then));
    }

    private RoutingTables route(String key, Fabric over, RoutingChoice choice, Faults faults) {
        try {
            Faults seen = ReachableDevices.asSeen(over, faults, managerNic);
            return engines.apply(choice.engine()).route(over, seen, choice.options());
        } catch (UnroutableException | IllegalArgumentException e) {
            String after = faults.isEmpty() ? "" : " after the planned faults";
            problems.add(
                    scenario.sources().subject(key) + " cannot route " + over.name() + after + ": " + e.getMessage());
            return null;
        }
    }

    /**
     * Refuses adaptive tables together with a scheme: the choices of an adaptive routing are not part of the tables
     * that a manager sends.
     */
    private void checkAdaptive(RoutingTables tables) {
        String scheme = scenario.reconfiguration().scheme();
        if (tables.adaptive().isPresent() && !scheme.equals(ReconfigurationChoice.NONE)) {
            problems.add(scenario.sources()
                    .problem(
                            "routing.options",
                            "gives " + tables.engine() + " several ports for a LID, and " + scheme
                                    + " would send tables that name one",
                            "use its deterministic mode, or reconfiguration.scheme = none"));
        }
    }

    /**
     * Tables that rely on bubble flow control need buffers of two packets, and are not changed while packets are under
     * way: packets of old and new tables could fill a ring that neither fill alone.
     */
    private void checkRings(RoutingTables tables) {
        if (tables.rings().isEmpty()) {
            return;
        }
        SwitchParameters switches = scenario.switches();
        if (switches.switching() == Switching.WORMHOLE) {
            problems.add(scenario.sources()
                    .problem(
                            "device.switch.switching",
                            "lets part of a packet into a ring, and the tables of " + tables.engine()
                                    + " rely on room for a whole one (bubble flow control)",
                            "write cut-through, or routing.options { vl = dateline }"));
            return;
        }
        if (switches.laneChoice() != LaneChoice.TABLE) {
            problems.add(scenario.sources()
                    .problem(
                            "device.switch.lane-choice",
                            "divides the VLs of a ring into lanes, and the tables of " + tables.engine()
                                    + " rely on room in one VL (bubble flow control)",
                            "write table, or routing.options { vl = dateline }"));
            return;
        }
        int packet = scenario.nics().packetFlits();
        boolean buffered = switches.outputBuffer() > 0;
        int unit = buffered ? 1 : switches.creditUnit();
        int least = 2 * BufferCredits.ofPacket(packet, unit);
        int has = BufferCredits.ofBuffer(buffered ? switches.outputBuffer() : switches.inputBuffer(), unit);
        if (has < least) {
            String key = buffered ? "device.switch.output-buffer" : "device.switch.input-buffer";
            String size = least * unit + "flits";
            problems.add(scenario.sources()
                    .problem(
                            key,
                            "< " + size + ", room for two packets, without which no packet comes into a ring of "
                                    + tables.engine() + " with bubble flow control",
                            "raise it to " + size + ", or write routing.options { vl = dateline }"));
        }
        ReconfigurationChoice choice = scenario.reconfiguration();
        boolean changesUnderPackets = choice.description()
                .filter(scheme -> !scheme.emptiesFabric(choice.options()))
                .isPresent();
        if (changesUnderPackets) {
            problems.add(scenario.sources()
                    .problem(
                            "reconfiguration.scheme",
                            "sends tables to a fabric with packets in it, and those of " + tables.engine()
                                    + " rely on bubble flow control, which old and new packets together could break",
                            "use static with distribution = drained, or routing.options { vl = dateline }"));
        }
    }

    /** VLs that the scheme and the tables of the start name, and with them all later ones where VLs are classes. */
    int laneClasses() {
        return laneClasses;
    }

    private void checkLaneClasses(String key, RoutingTables next) {
        int needed = next.slToVl().laneCount();
        if (scenario.switches().laneChoice() != LaneChoice.TABLE && needed > laneClasses) {
            problems.add(scenario.sources()
                    .problem(
                            key,
                            "makes " + next.engine() + " need " + needed + " classes of lanes, and the lanes of "
                                    + fabric.name() + " are divided into " + laneClasses + " when the run starts",
                            "write device.switch.lane-choice = " + LaneChoice.TABLE.label()));
        }
    }

    private void checkLanes(RoutingTables tables) {
        int needed = tables.slToVl().laneCount();
        if (needed > scenario.switches().lanes()) {
            problems.add(scenario.sources()
                    .problem(
                            "device.switch.vls",
                            "< " + needed + ", the VLs that " + tables.engine() + " needs on " + fabric.name(),
                            "raise it to " + needed));
        }
    }

    /** Checks the further paths that the scheme uses beside an engine's tables. */
    private void checkSources(RoutingTables tables) {
        List<PathSource> sources = StartingTables.sources(scenario);
        String scheme = scenario.reconfiguration().scheme();
        boolean disjoint = sources.contains(PathSource.DISJOINT);
        if (disjoint && tables.paths().isEmpty()) {
            problems.add(scenario.sources()
                    .problem(
                            "routing.engine",
                            "gives each pair one path, and " + scheme + " needs several disjoint ones",
                            "use tftr, or spftr on a torus"));
        }
        if (sources.contains(PathSource.JOINED)) {
            int used = disjoint ? tables.slToVl().laneCount() : 0;
            int needed = used + StartingTables.JOINED_LANES;
            if (needed > scenario.switches().lanes()) {
                problems.add(scenario.sources()
                        .problem(
                                "device.switch.vls",
                                "< " + needed + ", as RFTR's paths have " + StartingTables.JOINED_LANES
                                        + " VLs of their own" + (used > 0 ? " beside those of the disjoint ones" : ""),
                                "raise it to " + needed));
            }
            if (!disjoint && !tables.engine().equals("updown")) {
                problems.add(scenario.sources()
                        .problem(
                                "routing.engine",
                                "is not updown, whose paths " + scheme + " starts from",
                                "use updown with the options tree = bfs and root = auto"));
            } else if (!disjoint && !hasJoinedPathsOrder(scenario.routing().options())) {
                problems.add(scenario.sources()
                        .problem(
                                "routing.options",
                                "name another tree or root than bfs and auto, and " + scheme
                                        + " knows only the turns of that tree",
                                "write { tree = bfs, root = auto }"));
            }
        }
        if (!plans.isEmpty() && !sources.contains(PathSource.ENGINE)) {
            problems.add(scenario.sources()
                    .problem("reconfiguration.scheme", "cannot change the routing as planned", "use combined"));
        }
    }

    /** Whether up*&#47;down* goes by the tree whose forbidden turns RFTR goes by. */
    private static boolean hasJoinedPathsOrder(EngineOptions options) {
        return options.get("tree", "bfs").equals("bfs")
                && options.get("root", "auto").equals("auto");
    }

    /**
     * Checks the tables after every change: the engine must find tables that need no more VLs than switches have. Under
     * schemes that do not notify NICs, NICs keep their SLs, so the tables must need one VL only or use the service
     * levels of the start.
     */
    private void checkChanges(RoutingTables first) {
        ReconfigurationChoice choice = scenario.reconfiguration();
        if (!managed || !StartingTables.sources(scenario).contains(PathSource.ENGINE)) {
            return;
        }
        Set<List<Object>> seen = new HashSet<>();
        long[] times = LongStream.concat(
                        LongStream.of(outages.changesAfterStart()),
                        plans.stream().mapToLong(PlannedRouting::at))
                .sorted()
                .distinct()
                .toArray();
        for (long cycle : times) {
            int plan = lastPlan(cycle);
            String key = plan < 0 ? "reconfiguration.engine" : "reconfigure[" + plan + "].engine";
            RoutingChoice inForce =
                    plan < 0 ? choice.routing() : plans.get(plan).routing();
            Faults drained = plan < 0 ? Faults.none() : Drains.after(fabric, plans, plan);
            Fabric cabled = cabling.later().isEmpty() ? fabric : cabling.at(cycle);
            boolean isNew = seen.add(List.of(faultsAt(cycle, drained), inForce, cabled));
            if (isNew && !isPossible(key, inForce, cycle, drained, first)) {
                return;
            }
        }
    }

    /** The plan that was last due at a cycle; -1 = none. */
    private int lastPlan(long cycle) {
        int last = -1;
        for (int plan = 0; plan < plans.size(); plan++) {
            boolean due = plans.get(plan).at() <= cycle;
            last = due && (last < 0 || plans.get(plan).at() >= plans.get(last).at()) ? plan : last;
        }
        return last;
    }

    private boolean isPossible(String key, RoutingChoice choice, long cycle, Faults drained, RoutingTables first) {
        RoutingTables next = route(key, choice, cycle, drained);
        if (next == null) {
            return false;
        }
        int before = problems.size();
        checkForwarder(key, next, first);
        checkLanes(next);
        checkLaneClasses(key, next);
        boolean notifies = Schemes.get(scenario.reconfiguration().scheme())
                .description()
                .notifiesNics(scenario.reconfiguration().options());
        if (!notifies && next.slToVl().laneCount() > 1 && !sameLevels(first, next)) {
            problems.add(scenario.sources()
                    .problem(
                            key,
                            "has other SLs than " + first.engine()
                                    + " had for the start, and NICs are not told of them by "
                                    + scenario.reconfiguration().scheme(),
                            "use a scheme that tells them, such as ebrd, or updown, which needs one VL"));
        }
        return schemeTables.accept(key, next, faultsAt(cycle, drained)) && problems.size() == before;
    }

    private void checkForwarder(String key, RoutingTables next, RoutingTables first) {
        checkAdaptive(next);
        if (next.rings().isPresent() && !next.rings().equals(first.rings())) {
            problems.add(scenario.sources()
                    .problem(
                            key,
                            "relies on bubble flow control in rings that " + first.engine()
                                    + " did not have at the start, and a switch keeps its rings",
                            "start with the same engine and options, or write vl = dateline"));
        }
        if (!next.forwarder().equals(first.forwarder())) {
            problems.add(scenario.sources()
                    .problem(
                            key,
                            "needs switches that choose ways otherwise than those that " + first.engine()
                                    + " has at the start, and a switch keeps its way of choosing",
                            "use the start's engine and options, or reconfiguration.scheme = none"));
        }
    }

    /** All paths have the same service levels. */
    private boolean sameLevels(RoutingTables first, RoutingTables next) {
        for (int from = fabric.switchCount(); from < fabric.deviceCount(); from++) {
            for (int to = fabric.switchCount(); to < fabric.deviceCount(); to++) {
                int lid = fabric.attachedPort(to) < 0 ? 0 : fabric.nicLid(to, fabric.attachedPort(to));
                boolean same = lid == 0
                        || first.pathLevels().level(from, lid)
                                == next.pathLevels().level(from, lid);
                if (!same) {
                    return false;
                }
            }
        }
        return true;
    }
}

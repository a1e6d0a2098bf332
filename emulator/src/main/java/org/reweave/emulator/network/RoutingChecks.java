package org.reweave.emulator.network;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.reweave.emulator.scenario.PlannedRouting;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.RoutingChoice;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** Finds out before the run whether the scenario's engines can do what it will ask of them. */
final class RoutingChecks {
    private final Scenario scenario;
    private final Fabric fabric;
    private final Outages outages;
    private final int managerNic;
    private final List<PlannedRouting> plans;
    private final SchemeChecks schemes;
    private final List<String> problems = new ArrayList<>();

    RoutingChecks(ResolvedScenario resolved, Outages outages) {
        this.scenario = resolved.scenario();
        this.fabric = resolved.fabric();
        this.outages = outages;
        this.managerNic = resolved.managerNic();
        this.plans = scenario.reconfigure();
        this.schemes = new SchemeChecks(scenario, fabric, problems);
    }

    /** The tables that are in force at the start.
     *  @throws ScenarioException when they, or those after a planned fault, cannot be computed, or need VLs that the switches lack */
    RoutingTables initialTables() {
        RoutingTables first = route("routing.engine", scenario.routing(), outages.absent());
        if (first != null) {
            checkAdaptive(first);
            checkLanes(first);
            schemes.lanes();
            if (schemes.accept("routing.engine", first, outages.absent())) {
                checkChanges(first);
            }
        }
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems);
        }
        return first;
    }

    /** @param key whose engine it is, for messages */
    private RoutingTables route(String key, RoutingChoice choice, Faults faults) {
        try {
            Faults seen = Reach.asSeen(fabric, faults, managerNic);
            return EngineRegistry.load().engine(choice.engine()).route(fabric, seen, choice.options());
        } catch (UnroutableException | IllegalArgumentException e) {
            String after = faults.isEmpty() ? "" : " after the planned faults";
            problems.add(
                    scenario.sources().subject(key) + " cannot route " + fabric.name() + after + ": " + e.getMessage());
            return null;
        }
    }

    /** What switches know of the choices is not in the tables that a manager sends. */
    private void checkAdaptive(RoutingTables tables) {
        String scheme = scenario.reconfiguration().scheme();
        if (tables.adaptive().isPresent() && !scheme.equals(ReconfigurationChoice.NONE)) {
            problems.add(scenario.sources()
                    .problem(
                            "routing.options",
                            "makes " + tables.engine() + " adaptive, and " + scheme
                                    + " would send tables that name one port for a LID",
                            "use its deterministic mode, or reconfiguration.scheme = none"));
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

    /** Switches keep their SLtoVL tables and NICs their SLs during a run, so new tables must do with one VL or agree with them. */
    private void checkChanges(RoutingTables first) {
        ReconfigurationChoice choice = scenario.reconfiguration();
        if (choice.scheme().equals(ReconfigurationChoice.NONE)) {
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
            Faults faults = outages.at(cycle);
            if (seen.add(List.of(faults, inForce)) && !isPossible(key, inForce, faults, first)) {
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

    private boolean isPossible(String key, RoutingChoice choice, Faults faults, RoutingTables first) {
        RoutingTables next = route(key, choice, faults);
        if (next != null && next.slToVl().laneCount() > 1 && !sameLanes(first, next)) {
            problems.add(scenario.sources()
                    .problem(
                            key,
                            "needs " + next.slToVl().laneCount()
                                    + " VLs and SLs or SLtoVL tables of its own, and those stay as " + first.engine()
                                    + " made them for the start",
                            "use updown, which needs one VL"));
            return false;
        }
        return next != null && schemes.accept(key, next, faults);
    }

    /** All paths have the same service levels, and all switches map them alike. */
    private boolean sameLanes(RoutingTables first, RoutingTables next) {
        int levels = next.pathLevels().levelCount();
        if (levels > first.pathLevels().levelCount()) {
            return false;
        }
        for (int s = 0; s < fabric.switchCount(); s++) {
            int ports = fabric.portCount(s);
            for (int cell = 0; cell < (ports + 1) * ports * levels; cell++) {
                int in = cell / levels / ports;
                int out = cell / levels % ports + 1;
                if (first.slToVl().lane(s, in, out, cell % levels)
                        != next.slToVl().lane(s, in, out, cell % levels)) {
                    return false;
                }
            }
        }
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

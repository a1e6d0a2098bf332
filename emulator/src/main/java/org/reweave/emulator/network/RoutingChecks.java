package org.reweave.emulator.network;

import java.util.ArrayList;
import java.util.List;
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
    private final List<String> problems = new ArrayList<>();

    RoutingChecks(ResolvedScenario resolved, Outages outages) {
        this.scenario = resolved.scenario();
        this.fabric = resolved.fabric();
        this.outages = outages;
    }

    /** The tables that are in force at the start.
     *  @throws ScenarioException when they, or those after a planned fault, cannot be computed, or need VLs that the switches lack */
    RoutingTables initialTables() {
        RoutingTables first = route("routing", scenario.routing(), Faults.none());
        if (first != null) {
            checkLanes(first);
            checkChanges(first);
        }
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems);
        }
        return first;
    }

    private RoutingTables route(String section, RoutingChoice choice, Faults faults) {
        try {
            return EngineRegistry.load().engine(choice.engine()).route(fabric, faults, choice.options());
        } catch (UnroutableException | IllegalArgumentException e) {
            String after = faults.isEmpty() ? "" : " after the planned faults";
            problems.add(scenario.sources().subject(section + ".engine") + " cannot route " + fabric.name() + after
                    + ": " + e.getMessage());
            return null;
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

    /** Switches keep their SLtoVL tables and NICs their SLs during a run, so new tables must do with one VL or be the same engine's. */
    private void checkChanges(RoutingTables first) {
        ReconfigurationChoice choice = scenario.reconfiguration();
        if (choice.scheme().equals(ReconfigurationChoice.NONE)) {
            return;
        }
        for (Faults faults : outages.history()) {
            RoutingTables next = route("reconfiguration", choice.routing(), faults);
            if (next == null) {
                return;
            }
            if (next.slToVl().laneCount() > 1 && !next.engine().equals(first.engine())) {
                problems.add(scenario.sources()
                        .problem(
                                "reconfiguration.engine",
                                "needs " + next.slToVl().laneCount()
                                        + " VLs and its own SLtoVL tables, which stay those of " + first.engine()
                                        + " during a run",
                                "use updown, which needs one VL"));
                return;
            }
        }
    }
}

package org.reweave.emulator.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.device.fabricswitch.LaneChoice;
import org.reweave.emulator.device.fabricswitch.Switching;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.topology.Faults;

/** Checks before the run whether the scenario's scheme can work on the fabric. */
final class SchemeChecks {
    private static final String KEY = "reconfiguration.scheme";

    private final Scenario scenario;
    private final ResolvedScenario resolved;
    private final Faults absent;
    private final SchemeOptions options;
    private final List<String> problems = new ArrayList<>();

    /** @param absent what does not work when the run starts */
    SchemeChecks(ResolvedScenario resolved, Faults absent, SchemeOptions options) {
        this.absent = absent;
        this.resolved = resolved;
        this.scenario = resolved.scenario();
        this.options = options;
    }

    /**
     * The scheme, ready for the fabric; where the scenario has none the one whose agents only forward.
     *
     * @throws ScenarioException when it cannot work there, or lacks VLs
     */
    Scheme scheme() {
        String name = scenario.reconfiguration().scheme();
        if (name.equals(ReconfigurationChoice.NONE)) {
            return Schemes.get("naive");
        }
        Scheme scheme = Schemes.get(name);
        checkEngine(scheme);
        checkLanes(scheme);
        checkLaneChoice(scheme);
        checkPlans(scheme);
        checkSwitching(scheme);
        try {
            scheme = scheme.on(resolved.fabric(), absent, options);
        } catch (UnroutableException e) {
            problems.add(scenario.sources().problem(KEY, "cannot work on this fabric", e.getMessage()));
        }
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems);
        }
        return scheme;
    }

    private void checkEngine(Scheme scheme) {
        Optional<String> engine = scheme.description().engine();
        checkEngine(scheme, "routing.engine", scenario.routing().engine(), engine);
        if (scheme.description().hasManager(options)) {
            checkEngine(
                    scheme,
                    "reconfiguration.engine",
                    scenario.reconfiguration().routing().engine(),
                    engine);
        }
    }

    private void checkEngine(Scheme scheme, String key, String written, Optional<String> wanted) {
        if (wanted.isPresent() && !wanted.get().equals(written)) {
            problems.add(scenario.sources()
                    .problem(
                            key,
                            "is not " + wanted.get() + ", whose routing " + scheme.name() + " goes on from",
                            "write " + key + " = " + wanted.get()));
        }
    }

    private void checkLanes(Scheme scheme) {
        int needed = scheme.description().leastLanes(options);
        if (needed > scenario.switches().lanes()) {
            problems.add(scenario.sources()
                    .problem(
                            "device.switch.vls",
                            "< " + needed + ", the VLs that " + scheme.name() + " needs",
                            "raise it to " + needed));
        } else if (scenario.switches().lanes() > scheme.description().mostLanes()) {
            problems.add(scenario.sources()
                    .problem(
                            "device.switch.vls",
                            "> " + scheme.description().mostLanes() + ", the VLs that " + scheme.name()
                                    + " can do with",
                            "lower it to " + scheme.description().mostLanes()));
        }
    }

    private void checkSwitching(Scheme scheme) {
        Optional<String> why = scheme.description().needsWholePackets();
        if (scenario.switches().switching() == Switching.WORMHOLE && why.isPresent()) {
            problems.add(scenario.sources()
                    .problem(
                            KEY,
                            why.get() + ", and device.switch.switching = wormhole",
                            "write device.switch.switching = cut-through, or one of the schemes naive, static"));
        }
    }

    private void checkLaneChoice(Scheme scheme) {
        if (scenario.switches().laneChoice() != LaneChoice.TABLE
                && !scheme.description().worksByClass()) {
            problems.add(scenario.sources()
                    .problem(
                            "device.switch.lane-choice",
                            "makes VLs classes of lanes, and " + scheme.name() + " tells packets by the lane itself",
                            "write device.switch.lane-choice = table, or use one of naive, static, dlr, ddrc, hybrid"));
        }
    }

    private void checkPlans(Scheme scheme) {
        if (!scheme.description().hasManager(options) && !scenario.reconfigure().isEmpty()) {
            problems.add(scenario.sources()
                    .problem(
                            KEY,
                            "is " + scheme.name()
                                    + ", under which no tables are ever sent, and the list reconfigure plans to",
                            "leave that list out"));
        }
    }
}

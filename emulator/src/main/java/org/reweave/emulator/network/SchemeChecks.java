package org.reweave.emulator.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.engine.UnroutableException;

/** Finds out before the run whether the scenario's scheme can work on its fabric. */
final class SchemeChecks {
    private static final String KEY = "reconfiguration.scheme";

    private final Scenario scenario;
    private final ResolvedScenario resolved;
    private final SchemeOptions options;
    private final List<String> problems = new ArrayList<>();

    SchemeChecks(ResolvedScenario resolved, SchemeOptions options) {
        this.resolved = resolved;
        this.scenario = resolved.scenario();
        this.options = options;
    }

    /** The scheme, ready for the fabric; where the scenario has none the one whose agents only forward.
     *  @throws ScenarioException when it cannot work there, or lacks VLs */
    Scheme scheme() {
        String name = scenario.reconfiguration().scheme();
        if (name.equals(ReconfigurationChoice.NONE)) {
            return Schemes.get("naive");
        }
        Scheme scheme = Schemes.get(name);
        checkEngine(scheme);
        checkLanes(scheme);
        checkPlans(scheme);
        try {
            scheme = scheme.on(resolved.fabric());
        } catch (UnroutableException e) {
            problems.add(scenario.sources().problem(KEY, "cannot work on this fabric", e.getMessage()));
        }
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems);
        }
        return scheme;
    }

    private void checkEngine(Scheme scheme) {
        Optional<String> engine = scheme.engine();
        checkEngine(scheme, "routing.engine", scenario.routing().engine(), engine);
        if (scheme.hasManager()) {
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
        int needed = scheme.laneCount(options);
        if (needed > scenario.switches().lanes()) {
            problems.add(scenario.sources()
                    .problem(
                            "device.switch.vls",
                            "< " + needed + ", the VLs that " + scheme.name()
                                    + " needs with reconfiguration.rerouting = "
                                    + options.rerouting().methodName(),
                            "raise it to " + needed));
        }
    }

    private void checkPlans(Scheme scheme) {
        if (!scheme.hasManager() && !scenario.reconfigure().isEmpty()) {
            problems.add(scenario.sources()
                    .problem(
                            KEY,
                            "is " + scheme.name()
                                    + ", under which no tables are ever sent, and the list reconfigure plans to",
                            "leave that list out"));
        }
    }
}

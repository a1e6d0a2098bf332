package org.reweave.emulator.network;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.reconfig.spi.PathSource;

/**
 * Whether a manager of the scenario's scheme can begin with a plan that is wrong, in front of a bare fabric or in place
 * of another manager, and whether it finds cables and devices that come during the run.
 */
final class BeginningChecks {
    private static final String PLANNED = "fabric.planned";
    private static final String START = "run.start";
    private static final String WIRING = "wiring";
    private static final String STANDBY = "manager.standby";

    private final Scenario scenario;
    private final boolean managed;
    private final boolean grows;
    private final List<String> problems = new ArrayList<>();

    /** @param managed whether a manager sends tables */
    BeginningChecks(ResolvedScenario resolved, boolean managed) {
        this.scenario = resolved.scenario();
        this.managed = managed;
        this.grows = resolved.cabling().grows();
    }

    /** @throws ScenarioException when it cannot */
    void check() {
        boolean planned = scenario.beginning().plan().isPresent();
        boolean stands = scenario.manager().standby().exists();
        String key = planned ? PLANNED : grows ? WIRING : stands ? STANDBY : START;
        String scheme = scenario.reconfiguration().scheme();
        if (!planned && !grows && !stands && !scenario.beginning().bare()) {
            return;
        }
        if (!managed) {
            problems.add(scenario.sources()
                    .problem(
                            key,
                            "needs a manager that sends tables, and reconfiguration.scheme = " + scheme + " has none",
                            "use a scheme that has one, such as naive"));
        } else if (!StartingTables.sources(scenario).equals(List.of(PathSource.ENGINE))) {
            problems.add(scenario.sources()
                    .problem(
                            key,
                            "needs a scheme whose paths all come of the engine's tables, and those of " + scheme
                                    + " go by a structure that is computed before the run",
                            "use ebr or another scheme that changes the routing"));
        } else if (stands && !scenario.reconfiguration().canBeTakenOver()) {
            problems.add(scenario.sources()
                    .problem(
                            STANDBY,
                            "needs a scheme that may skip numbers of changes, and " + scheme
                                    + " with these options counts them without a gap",
                            "write epoch-bits > 1 and overlap = off"));
        }
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems);
        }
    }
}

package org.reweave.emulator.scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.reweave.routing.io.FabricFormatException;
import org.reweave.routing.io.FabricReaders;
import org.reweave.routing.io.ImportResult;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.FabricMap;

/** Builds the fabric of a scenario, or reads it. */
final class FabricLoader {
    private FabricLoader() {}

    /** @throws ScenarioException with the generator's or the file's complaint, at the key that names it */
    static ImportResult load(Scenario scenario) {
        return scenario.fabric()
                .fold(made -> generate(scenario, made.spec()), read -> read(scenario, RunKeys.FILE, read.file()));
    }

    /**
     * The fabric as the manager believes it is cabled: as planned or, without a plan, as at the start of the run.
     *
     * @throws ScenarioException when the plan cannot be read, or names devices that do not exist
     */
    static FabricMap map(Scenario scenario, Cabling cabling) {
        Fabric wired = cabling.fabric();
        Optional<Path> plan = scenario.beginning().plan();
        if (plan.isEmpty()) {
            return cabling.grows() ? FabricMap.planned(wired, cabling.source()) : FabricMap.of(wired);
        }
        try {
            return FabricMap.planned(
                    wired, read(scenario, RunKeys.PLANNED, plan.get()).fabric());
        } catch (IllegalArgumentException e) {
            throw refused(
                    scenario,
                    RunKeys.PLANNED,
                    e.getMessage() + "; name devices as the fabric does, and let one that is not there fail at 0");
        }
    }

    private static ImportResult generate(Scenario scenario, String spec) {
        try {
            return new ImportResult(FabricGenerators.parse(spec, scenario.addressing()), List.of());
        } catch (IllegalArgumentException e) {
            throw refused(scenario, RunKeys.GENERATOR, e.getMessage());
        }
    }

    private static ImportResult read(Scenario scenario, Key<?, ?> key, Path file) {
        try {
            return FabricReaders.read(file);
        } catch (FabricFormatException e) {
            throw refused(scenario, key, e.getMessage());
        } catch (IOException e) {
            throw refused(scenario, key, "cannot be read (" + e + "); check the file and its permissions");
        }
    }

    private static ScenarioException refused(Scenario scenario, Key<?, ?> key, String message) {
        return new ScenarioException(List.of(scenario.sources().subject(key.path()) + ": " + message));
    }
}

package org.reweave.emulator.scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.reweave.routing.io.FabricFormatException;
import org.reweave.routing.io.FabricReaders;
import org.reweave.routing.io.ImportResult;
import org.reweave.routing.topology.FabricGenerators;

/** Builds the fabric of a scenario, or reads it. */
final class FabricLoader {
    private FabricLoader() {}

    /** @throws ScenarioException with the generator's or the file's complaint, at the key that names it */
    static ImportResult load(Scenario scenario) {
        return scenario.fabric().fold(made -> generate(scenario, made.spec()), read -> read(scenario, read.file()));
    }

    private static ImportResult generate(Scenario scenario, String spec) {
        try {
            return new ImportResult(FabricGenerators.parse(spec, scenario.addressing()), List.of());
        } catch (IllegalArgumentException e) {
            throw refused(scenario, RunKeys.GENERATOR, e.getMessage());
        }
    }

    private static ImportResult read(Scenario scenario, Path file) {
        try {
            return FabricReaders.read(file);
        } catch (FabricFormatException e) {
            throw refused(scenario, RunKeys.FILE, e.getMessage());
        } catch (IOException e) {
            throw refused(scenario, RunKeys.FILE, "cannot be read (" + e + "); check the file and its permissions");
        }
    }

    private static ScenarioException refused(Scenario scenario, Key<?, ?> key, String message) {
        return new ScenarioException(List.of(scenario.sources().subject(key.path()) + ": " + message));
    }
}

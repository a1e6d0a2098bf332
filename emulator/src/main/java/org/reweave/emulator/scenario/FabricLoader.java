package org.reweave.emulator.scenario;

import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

/** Builds the fabric of a scenario, or reads it. */
final class FabricLoader {
    private FabricLoader() {}

    /** @throws ScenarioException with the generator's or the file's complaint, at the key that names it */
    static Fabric load(Scenario scenario) {
        Problems problems = new Problems(scenario.sources());
        Fabric fabric = null;
        try {
            fabric = scenario.fabric().fold(made -> FabricGenerators.parse(made.spec()), read -> read(read));
        } catch (IllegalArgumentException e) {
            problems.explain(scenario.fabric().fold(made -> RunKeys.GENERATOR, read -> RunKeys.FILE).path(), e.getMessage());
        }
        problems.throwIfAny();
        return fabric;
    }
}

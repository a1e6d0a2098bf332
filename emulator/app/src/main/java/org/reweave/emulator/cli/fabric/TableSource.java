package org.reweave.emulator.cli.fabric;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.imported.ImportedEngine;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** Tables as options name them: those of a folder of dumps, or those that an engine computes. */
record TableSource(RoutingEngine engine, EngineOptions options) {
    /** @throws IllegalArgumentException for an unknown engine, and for options of a folder */
    static TableSource of(String text, Map<String, String> options) {
        if (!Files.isDirectory(Path.of(text))) {
            return new TableSource(EngineRegistry.load().engine(text), new EngineOptions(options));
        }
        if (!options.isEmpty()) {
            throw new IllegalArgumentException(text + " is a folder, which has no options; drop them");
        }
        String folder = Path.of(text).toAbsolutePath().toString();
        return new TableSource(
                EngineRegistry.load().engine(ImportedEngine.NAME),
                new EngineOptions(Map.of(ImportedEngine.FOLDER, folder)));
    }

    /** The tables; those of a folder are the same whatever has failed. */
    RoutingTables tables(Fabric fabric, Faults faults) {
        return engine.route(fabric, faults, options);
    }
}

package org.reweave.routing.imported;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import org.reweave.routing.engine.spi.EngineDescription;
import org.reweave.routing.engine.spi.EngineOption;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.io.FabricFormatException;
import org.reweave.routing.io.TableDump;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * The tables of a folder, as a subnet manager dumped them (see {@link TableDump}). The tables are taken unchanged:
 * nothing is computed and nothing is routed around faults. Only verification tells whether these tables deliver and are
 * free of deadlock (routing/docs/engines.md: never trust the engine's name).
 */
public final class ImportedEngine implements RoutingEngine {
    /** The engine's name in the registry. */
    public static final String NAME = "imported";

    /** The option that names the folder. */
    public static final String FOLDER = "dir";

    private static final EngineDescription DESCRIPTION = new EngineDescription(
            NAME,
            "forwarding tables that OpenSM or ibroute dumped into a folder (option dir); promises nothing",
            Set.of(),
            EngineOption.text(FOLDER, "", "folder of the dumps"));

    @Override
    public EngineDescription description() {
        return DESCRIPTION;
    }

    /**
     * @throws UnroutableException with file and line, when the tables make no sense for this fabric
     * @throws IllegalArgumentException when there is no such folder or no tables are in it
     */
    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        DESCRIPTION.requireKnown(options);
        String folder = options.get(FOLDER, "");
        if (folder.isEmpty()) {
            throw new IllegalArgumentException(
                    NAME + ": option " + FOLDER + " is missing; name the folder of the dumps");
        }
        try {
            Path path = Path.of(folder);
            if (!Files.isDirectory(path)) {
                throw new IllegalArgumentException(NAME + ": " + FOLDER + "=" + folder + " is no folder");
            }
            return TableDump.read(fabric, NAME, path);
        } catch (FabricFormatException e) {
            throw new UnroutableException(NAME + " cannot use the tables of " + folder + ": " + e.getMessage());
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(NAME + ": " + e.getMessage() + " went away", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(NAME + ": " + folder + ": " + e.getMessage(), e);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(NAME + ": " + FOLDER + "=" + folder + " is no path", e);
        }
    }
}

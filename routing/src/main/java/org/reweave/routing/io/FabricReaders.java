package org.reweave.routing.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.reweave.routing.plugin.Plugins;
import org.reweave.routing.plugin.Registry;

/** Every format in which fabrics may be read: ours, and those of users' jars, which are asked first. */
public final class FabricReaders {
    private static final FabricReader OURS = new Ibnetdiscover();
    private static final Registry<FabricReader> REGISTRY =
            Registry.of("fabric file formats", FabricReader.class, List.of(OURS), FabricReader::name, Plugins.inUse());

    private FabricReaders() {}

    /** All formats. */
    public static Registry<FabricReader> registry() {
        return REGISTRY;
    }

    /**
     * Reads a file of any format; the fabric is named after it.
     *
     * @throws FabricFormatException with file, line, what was found and what is expected
     */
    public static ImportResult read(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        byte[] bytes;
        try {
            bytes = BoundedLines.bytes(file, BoundedLines.Limits.DESCRIPTION);
        } catch (BoundedLines.LimitException e) {
            throw e.in(file);
        }
        return REGISTRY.all().stream()
                .filter(reader -> reader != OURS && reader.accepts(name, bytes))
                .findFirst()
                .orElse(OURS)
                .read(name, bytes);
    }

    private static final class Ibnetdiscover implements FabricReader {
        @Override
        public String name() {
            return "ibnetdiscover";
        }

        @Override
        public String summary() {
            return "what ibnetdiscover prints, and ibsim net files";
        }

        @Override
        public boolean accepts(String file, byte[] bytes) {
            return true;
        }

        @Override
        public ImportResult read(String file, byte[] bytes) {
            return IbnetdiscoverReader.read(file, bytes);
        }
    }
}

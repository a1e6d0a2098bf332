package org.reweave.routing.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.reweave.routing.plugin.Plugins;
import org.reweave.routing.plugin.Registry;

/** Every format in which fabrics may be read: ours, and those of users' jars, which are asked first. */
public final class FabricReaders {
    /** The format of a file that no reader claims; its reader says what is wrong with the file. */
    private static final FabricReader USUAL = new Ibnetdiscover();

    private static final List<FabricReader> OURS =
            List.of(new PortsReportReader(), new GraphMlReader(), new DotReader(), USUAL);
    private static final Registry<FabricReader> REGISTRY =
            Registry.of("fabric file formats", FabricReader.class, OURS, FabricReader::name, Plugins.inUse());

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
        Stream<FabricReader> ofUsers = REGISTRY.all().stream().filter(reader -> !OURS.contains(reader));
        return Stream.concat(ofUsers, OURS.stream())
                .filter(reader -> reader.accepts(name, bytes))
                .findFirst()
                .orElse(USUAL)
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

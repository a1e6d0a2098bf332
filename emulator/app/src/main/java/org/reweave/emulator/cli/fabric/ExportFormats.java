package org.reweave.emulator.cli.fabric;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.reweave.routing.io.DotWriter;
import org.reweave.routing.io.GraphMlWriter;
import org.reweave.routing.io.IbnetdiscoverWriter;
import org.reweave.routing.io.IbsimNetWriter;
import org.reweave.routing.model.NearestName;
import org.reweave.routing.topology.Fabric;

/** Formats of {@code --export}, by name. */
final class ExportFormats {
    static final String IBNETDISCOVER = "ibnetdiscover";

    private static final Map<String, Function<Fabric, String>> BY_NAME = new TreeMap<>(Map.of(
            IBNETDISCOVER,
            IbnetdiscoverWriter::text,
            "ibsim",
            IbsimNetWriter::text,
            "dot",
            DotWriter::text,
            "graphml",
            GraphMlWriter::text));

    /** Endings of files that say which format they are to have. */
    private static final Map<String, String> BY_ENDING =
            Map.of(".net", "ibsim", ".dot", "dot", ".gv", "dot", ".graphml", "graphml", ".xml", "graphml");

    private ExportFormats() {}

    /** The format that the ending of a file's name stands for; that of ibnetdiscover for all other endings. */
    static String of(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        String ending = dot < 1 ? "" : name.substring(dot).toLowerCase(Locale.ROOT);
        return BY_ENDING.getOrDefault(ending, IBNETDISCOVER);
    }

    /** @throws IllegalArgumentException for an unknown name, with the nearest one */
    static Function<Fabric, String> writer(String name) {
        Function<Fabric, String> writer = BY_NAME.get(name);
        if (writer == null) {
            throw new IllegalArgumentException("no format is named '" + name + "'; the nearest name is "
                    + NearestName.of(name, BY_NAME.keySet()) + ", known are " + String.join(", ", BY_NAME.keySet()));
        }
        return writer;
    }
}

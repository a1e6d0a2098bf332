package org.reweave.emulator.cli.fabric;

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
    private static final Map<String, Function<Fabric, String>> BY_NAME = new TreeMap<>(Map.of(
            "ibnetdiscover",
            IbnetdiscoverWriter::text,
            "ibsim",
            IbsimNetWriter::text,
            "dot",
            DotWriter::text,
            "graphml",
            GraphMlWriter::text));

    private ExportFormats() {}

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

package org.reweave.routing.io;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.reweave.routing.topology.Fabric;

/**
 * Writes a fabric as an undirected Graphviz graph: boxes are switches, ellipses NICs; a cable shows its port at each
 * end and its rate.
 */
public final class DotWriter {
    private DotWriter() {}

    /** The file's text. */
    public static String text(Fabric fabric) {
        StringBuilder out = new StringBuilder();
        out.append("graph ").append(quoted(fabric.name())).append(" {\n");
        for (int device = 0; device < fabric.deviceCount(); device++) {
            out.append("  ")
                    .append(quoted(fabric.deviceName(device)))
                    .append(" [shape=")
                    .append(fabric.isSwitch(device) ? "box, kind=switch" : "ellipse, kind=nic")
                    .append(label(fabric.description(device)))
                    .append("];\n");
        }
        for (int link = 0; link < fabric.linkCount(); link++) {
            out.append("  ")
                    .append(quoted(fabric.deviceName(fabric.linkDevice(link, 0))))
                    .append(" -- ")
                    .append(quoted(fabric.deviceName(fabric.linkDevice(link, 1))))
                    .append(" [taillabel=")
                    .append(quoted("" + fabric.linkPort(link, 0)))
                    .append(", headlabel=")
                    .append(quoted("" + fabric.linkPort(link, 1)));
            if (fabric.linkRate(link) != null) {
                out.append(", label=").append(quoted(fabric.linkRate(link).toString()));
            }
            out.append("];\n");
        }
        return out.append("}\n").toString();
    }

    /** Writes the text to a file, as UTF-8. */
    public static void write(Fabric fabric, Path file) throws IOException {
        Files.write(file, text(fabric).getBytes(StandardCharsets.UTF_8));
    }

    private static String label(String description) {
        return description.isEmpty() ? "" : ", label=" + quoted(description);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}

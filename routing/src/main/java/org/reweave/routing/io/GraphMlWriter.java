package org.reweave.routing.io;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Shape;

/**
 * Writes a fabric as an undirected GraphML graph for graph tools. Nodes {@code d0}, {@code d1}, .. are the devices by
 * number, with {@code name}, {@code kind} ({@code switch} or {@code nic}), {@code description} where there is one,
 * {@code ports}, {@code lid} (a NIC's: that of its attached port) and, on regular fabrics, {@code coordinates} (joined
 * by spaces); the graph has {@code shape}. Edges {@code l0}, {@code l1}, .. are the links by number, with
 * {@code sourcePort}, {@code targetPort} and, where known, {@code rate} and {@code latencyPs} (picoseconds).
 *
 * <p>Characters that XML cannot hold stand as four hexadecimal digits after a backslash; so do quotes and backslashes
 * in names. Source: GraphML 1.0, graphml.graphdrawing.org.
 */
public final class GraphMlWriter {
    private final Fabric fabric;
    private final StringBuilder out = new StringBuilder();

    private GraphMlWriter(Fabric fabric) {
        this.fabric = fabric;
    }

    /** The file's text. */
    public static String text(Fabric fabric) {
        GraphMlWriter writer = new GraphMlWriter(fabric);
        writer.head();
        for (int device = 0; device < fabric.deviceCount(); device++) {
            writer.node(device);
        }
        for (int link = 0; link < fabric.linkCount(); link++) {
            writer.edge(link);
        }
        writer.out.append("  </graph>\n</graphml>\n");
        return writer.out.toString();
    }

    /** Writes the text to a file, as UTF-8. */
    public static void write(Fabric fabric, Path file) throws IOException {
        Files.write(file, text(fabric).getBytes(StandardCharsets.UTF_8));
    }

    private void head() {
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
                .append("<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
        key("graph", "name", "string");
        key("graph", "shape", "string");
        key("node", "name", "string");
        key("node", "kind", "string");
        key("node", "description", "string");
        key("node", "ports", "int");
        key("node", "lid", "int");
        key("node", "coordinates", "string");
        key("edge", "sourcePort", "int");
        key("edge", "targetPort", "int");
        key("edge", "rate", "string");
        key("edge", "latencyPs", "long");
        out.append("  <graph id=\"fabric\" edgedefault=\"undirected\">\n");
        out.append("    ");
        data("graph", "name", fabric.name());
        Shape shape = fabric.shape();
        if (shape.family() != Shape.Family.IRREGULAR) {
            data("graph", "shape", shape.family().name() + " " + joined(Arrays.stream(shape.dimensions())));
        }
        out.append('\n');
    }

    private void key(String owner, String name, String type) {
        out.append("  <key id=\"")
                .append(owner)
                .append('.')
                .append(name)
                .append("\" for=\"")
                .append(owner);
        out.append("\" attr.name=\"")
                .append(name)
                .append("\" attr.type=\"")
                .append(type)
                .append("\"/>\n");
    }

    private void node(int device) {
        boolean isSwitch = fabric.isSwitch(device);
        out.append("    <node id=\"d").append(device).append("\">");
        data("node", "name", fabric.deviceName(device));
        data("node", "kind", isSwitch ? "switch" : "nic");
        if (!fabric.description(device).isEmpty()) {
            data("node", "description", fabric.description(device));
        }
        data("node", "ports", "" + fabric.portCount(device));
        int attached = isSwitch ? 0 : fabric.attachedPort(device);
        if (attached >= 0) {
            data("node", "lid", "" + (isSwitch ? fabric.switchLid(device) : fabric.nicLid(device, attached)));
        }
        if (isSwitch && fabric.shape().family() != Shape.Family.IRREGULAR) {
            IntStream dimensions = IntStream.range(0, fabric.shape().dimensions().length);
            data("node", "coordinates", joined(dimensions.map(d -> fabric.coordinate(device, d))));
        }
        out.append("</node>\n");
    }

    private void edge(int link) {
        out.append("    <edge id=\"l").append(link);
        out.append("\" source=\"d").append(fabric.linkDevice(link, 0));
        out.append("\" target=\"d").append(fabric.linkDevice(link, 1)).append("\">");
        data("edge", "sourcePort", "" + fabric.linkPort(link, 0));
        data("edge", "targetPort", "" + fabric.linkPort(link, 1));
        if (fabric.linkRate(link) != null) {
            data("edge", "rate", fabric.linkRate(link).toString());
        }
        if (fabric.linkLatencyPs(link) >= 0) {
            data("edge", "latencyPs", "" + fabric.linkLatencyPs(link));
        }
        out.append("</edge>\n");
    }

    private void data(String owner, String name, String value) {
        out.append("<data key=\"").append(owner).append('.').append(name).append("\">");
        for (char c : SyntheticIds.escaped(value).toCharArray()) {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '\uFFFE', '\uFFFF' -> out.append(String.format("\\%04x", (int) c));
                default -> out.append(c);
            }
        }
        out.append("</data>");
    }

    private static String joined(IntStream numbers) {
        return numbers.mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }
}

package com.example.reweave;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.reweave.routing.io.FabricFormatException;
import org.reweave.routing.io.FabricReader;
import org.reweave.routing.io.ImportResult;
import org.reweave.routing.topology.FabricBuilder;

/** A format of fabric files, {@code NAME.edges}: two names of switches a line, for a link. Every switch has a NIC. */
public final class EdgeList implements FabricReader {
    private static final int PORTS = 64; // the last one is the NIC's

    @Override
    public String name() {
        return "edge-list";
    }

    @Override
    public String summary() {
        return "files NAME.edges: two switches a line, a NIC at each switch";
    }

    @Override
    public boolean accepts(String file, byte[] bytes) {
        return file.endsWith(".edges");
    }

    @Override
    public ImportResult read(String file, byte[] bytes) {
        FabricBuilder builder = new FabricBuilder(file);
        Map<String, FabricBuilder.Node> switches = new TreeMap<>();
        Map<String, Integer> used = new TreeMap<>();
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        for (int line = 1; line <= lines.size(); line++) {
            String[] ends = lines.get(line - 1).trim().split("\\s+");
            if (ends.length != 2) {
                throw new FabricFormatException(file, line, "'" + lines.get(line - 1) + "'", "two names of switches");
            }
            for (String end : ends) {
                switches.computeIfAbsent(end, name -> builder.addSwitch(name, PORTS));
                if (used.merge(end, 1, Integer::sum) == PORTS) {
                    throw new FabricFormatException(file, line, "switch " + end, "at most " + (PORTS - 1) + " links");
                }
            }
            builder.connect(switches.get(ends[0]), used.get(ends[0]), switches.get(ends[1]), used.get(ends[1]));
        }
        switches.forEach((name, node) -> builder.connect(node, PORTS, builder.addNic("nic-" + name, 1), 1));
        return new ImportResult(builder.build(), List.of());
    }
}

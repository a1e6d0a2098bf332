package org.reweave.routing;

import java.util.ArrayList;
import java.util.List;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricBuilder.Node;

/**
 * Small fabrics as untidy as real ones: parallel links, cables from a switch to itself, switches with no NIC, NICs with
 * two ports on different switches, parts that no cable joins, ports in random order. Everything follows from the seed.
 */
public final class RandomFabrics {
    private static final int PORTS = 60;

    private final SeededSequence random;
    private final FabricBuilder builder;
    private final List<Node> switches = new ArrayList<>();
    private final List<List<Integer>> freePorts = new ArrayList<>();
    private int nics;

    private RandomFabrics(long seed) {
        this.random = new SeededSequence(seed);
        this.builder = new FabricBuilder("random seed " + seed);
    }

    /** 2 to 15 switches. */
    public static Fabric untidy(long seed) {
        RandomFabrics r = new RandomFabrics(seed);
        int count = 2 + r.random.below(14);
        for (int s = 0; s < count; s++) {
            r.addSwitch(s);
        }
        for (int s = 1; s < count; s++) {
            if (r.random.below(30) > 0) {
                r.join(s, r.random.below(s));
            }
        }
        for (int extra = r.random.below(2 * count); extra > 0; extra--) {
            r.join(r.random.below(count), r.random.below(count));
        }
        for (int s = 0; s < count; s++) {
            for (int n = r.random.below(4); n > 0; n--) {
                r.addNic(s);
            }
        }
        return r.builder.build();
    }

    private void addSwitch(int number) {
        switches.add(builder.addSwitch("s" + number, PORTS));
        List<Integer> ports = new ArrayList<>();
        for (int port = 1; port <= PORTS; port++) {
            ports.add(random.below(port), port);
        }
        freePorts.add(ports);
    }

    private int takePort(int s) {
        return freePorts.get(s).remove(0);
    }

    private void join(int a, int b) {
        for (int parallel = 1 + random.below(3) / 2 + random.below(4) / 3; parallel > 0; parallel--) {
            if (freePorts.get(a).size() > 8 && freePorts.get(b).size() > 8) {
                builder.connect(switches.get(a), takePort(a), switches.get(b), takePort(b));
            }
        }
    }

    private void addNic(int s) {
        Node nic = builder.addNic("h" + nics++, 2);
        int first = 1 + random.below(2);
        builder.connect(nic, first, switches.get(s), takePort(s));
        if (random.below(6) == 0) {
            int other = random.below(switches.size());
            if (freePorts.get(other).size() > 4) {
                builder.connect(nic, 3 - first, switches.get(other), takePort(other));
            }
        }
    }

    /** Every cable, for the message of a failed test. */
    public static String describe(Fabric fabric) {
        StringBuilder text = new StringBuilder(fabric.name());
        for (int link = 0; link < fabric.linkCount(); link++) {
            text.append(link == 0 ? ": " : ", ").append(fabric.linkName(link));
        }
        return text.toString();
    }

    /**
     * Switches with the ports they need, joined as {@code 0-1, 1-2, ..}, and one NIC at each in its last port. Ports
     * follow the order of the pairs.
     */
    public static Fabric graph(String name, int switchCount, int[][] pairs) {
        FabricBuilder builder = new FabricBuilder(name);
        int[] used = new int[switchCount];
        List<Node> nodes = new ArrayList<>();
        for (int s = 0; s < switchCount; s++) {
            nodes.add(builder.addSwitch("s" + s, pairs.length + 1));
        }
        for (int[] pair : pairs) {
            builder.connect(nodes.get(pair[0]), ++used[pair[0]], nodes.get(pair[1]), ++used[pair[1]]);
        }
        for (int s = 0; s < switchCount; s++) {
            builder.connect(builder.addNic("h" + s, 1), 1, nodes.get(s), ++used[s]);
        }
        return builder.build();
    }
}

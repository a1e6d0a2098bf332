package org.reweave.routing.topology;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import java.util.Set;
import org.reweave.routing.model.SeededSequence;

/**
 * {@code irregular:32,4,seed=7}: a random connected graph of 32 switches with 4 links each to different switches.
 *
 * <p>Every switch has the full degree; where switches x degree is odd, the one left over has a link less. The graph
 * starts as a random tree, so it is always connected, then random pairs of switches with free ports are joined. When
 * only neighbours have free ports left, a link a-b is replaced by u-a and v-b, unless that cuts the graph.
 *
 * <p>Names {@code s0}, {@code s1}, .. and {@code n0} (or {@code n0_0}, {@code n0_1}, .. with several NICs a switch).
 * Ports: 1..degree lead to the neighbours in increasing number, the NICs follow. The seed defaults to 1.
 */
public final class IrregularGenerator implements FabricGenerator {
    private static final int MAX_SWITCHES = 10_000;

    @Override
    public String name() {
        return "irregular";
    }

    @Override
    public String usage() {
        return "irregular:SWITCHES,DEGREE[,seed=N][,nics=NICs per switch], such as irregular:32,4,seed=7";
    }

    @Override
    public Fabric generate(String args) {
        GeneratorArguments arguments = new GeneratorArguments(this, args, 2, Set.of("seed", "nics"));
        int switches = arguments.value(0, "switches", 1, MAX_SWITCHES);
        int degree = arguments.value(1, "degree", 0, GeneratorArguments.MAX_PORTS - 1);
        int nics = arguments.option("nics", 1, 1, GeneratorArguments.MAX_PORTS);
        long seed = arguments.seed("seed", 1);
        if (degree > switches - 1) {
            throw arguments.refuse(
                    "degree = " + degree + " > " + (switches - 1) + " other switches; lower it or add switches");
        }
        if (degree < 2 && switches > degree + 1) {
            throw arguments.refuse(
                    "degree = " + degree + " < 2 cannot connect " + switches + " switches; use 2 or more");
        }
        arguments.requirePorts((long) degree + nics);
        arguments.requireLids(switches, (long) switches * nics);
        BitSet[] neighbours = new RandomGraph(switches, degree, new SeededSequence(seed)).grow();
        return build(arguments.text(), neighbours, degree, nics);
    }

    private static Fabric build(String name, BitSet[] neighbours, int degree, int nics) {
        FabricBuilder builder = new FabricBuilder(name);
        FabricBuilder.Node[] switches = new FabricBuilder.Node[neighbours.length];
        for (int s = 0; s < switches.length; s++) {
            switches[s] = builder.addSwitch("s" + s, degree + nics);
        }
        for (int s = 0; s < switches.length; s++) {
            for (int t = neighbours[s].nextSetBit(s); t >= 0; t = neighbours[s].nextSetBit(t + 1)) {
                builder.connect(switches[s], rank(neighbours[s], t), switches[t], rank(neighbours[t], s));
            }
            for (int i = 0; i < nics; i++) {
                FabricBuilder.Node nic = builder.addNic("n" + s + (nics == 1 ? "" : "_" + i), 1);
                builder.connect(nic, 1, switches[s], degree + 1 + i);
            }
        }
        return builder.build();
    }

    /** The port of a neighbour: its place among them, from 1. */
    private static int rank(BitSet neighbours, int neighbour) {
        return neighbours.get(0, neighbour).cardinality() + 1;
    }

    /** The switches' neighbour sets while links are added. */
    private static final class RandomGraph {
        private static final int RANDOM_TRIES = 64;
        private final int degree;
        private final SeededSequence random;
        private final BitSet[] neighbours;

        RandomGraph(int switches, int degree, SeededSequence random) {
            this.degree = degree;
            this.random = random;
            this.neighbours = new BitSet[switches];
            for (int s = 0; s < switches; s++) {
                neighbours[s] = new BitSet(switches);
            }
        }

        BitSet[] grow() {
            growTree();
            IntArrayList open = openSwitches();
            while (open.size() > 1 || (open.size() == 1 && freePorts(open.getInt(0)) > 1)) {
                if (!joinRandomPair(open) && !joinAnyPair(open) && !replaceLink(open)) {
                    break;
                }
                open.removeIf(s -> freePorts(s) == 0);
            }
            return neighbours;
        }

        private void growTree() {
            int[] order = new int[neighbours.length];
            for (int i = 0; i < order.length; i++) {
                int j = random.below(i + 1);
                order[i] = order[j];
                order[j] = i;
            }
            IntArrayList open = new IntArrayList();
            for (int s : order) {
                if (!open.isEmpty()) {
                    int at = random.below(open.size());
                    int parent = open.getInt(at);
                    join(s, parent);
                    if (freePorts(parent) == 0) {
                        open.removeInt(at);
                    }
                }
                if (freePorts(s) > 0) {
                    open.add(s);
                }
            }
        }

        private IntArrayList openSwitches() {
            IntArrayList open = new IntArrayList();
            for (int s = 0; s < neighbours.length; s++) {
                if (freePorts(s) > 0) {
                    open.add(s);
                }
            }
            return open;
        }

        private boolean joinRandomPair(IntArrayList open) {
            for (int i = 0; i < RANDOM_TRIES; i++) {
                int u = open.getInt(random.below(open.size()));
                int v = open.getInt(random.below(open.size()));
                if (u != v && !neighbours[u].get(v)) {
                    join(u, v);
                    return true;
                }
            }
            return false;
        }

        private boolean joinAnyPair(IntArrayList open) {
            for (int u : open) {
                for (int v : open) {
                    if (u < v && !neighbours[u].get(v)) {
                        join(u, v);
                        return true;
                    }
                }
            }
            return false;
        }

        /**
         * Gives one free port each of u and v (or two of u alone) to the ends of a link, which goes. Starts at a random
         * switch.
         */
        private boolean replaceLink(IntArrayList open) {
            int u = open.getInt(0);
            int v = freePorts(u) > 1 ? u : open.getInt(1);
            int start = random.below(neighbours.length);
            for (int i = 0; i < neighbours.length; i++) {
                int a = (start + i) % neighbours.length;
                if (a == u || a == v || neighbours[u].get(a)) {
                    continue;
                }
                for (int b = neighbours[a].nextSetBit(0); b >= 0; b = neighbours[a].nextSetBit(b + 1)) {
                    if (b != u && b != v && !neighbours[v].get(b) && replace(a, b, u, v)) {
                        return true;
                    }
                }
            }
            return false;
        }

        private boolean replace(int a, int b, int u, int v) {
            part(a, b);
            join(u, a);
            join(v, b);
            if (connected()) {
                return true;
            }
            part(u, a);
            part(v, b);
            join(a, b);
            return false;
        }

        private boolean connected() {
            BitSet seen = new BitSet(neighbours.length);
            IntArrayList queue = IntArrayList.of(0);
            seen.set(0);
            while (!queue.isEmpty()) {
                BitSet fresh = (BitSet) neighbours[queue.popInt()].clone();
                fresh.andNot(seen);
                seen.or(fresh);
                fresh.stream().forEach(queue::push);
            }
            return seen.cardinality() == neighbours.length;
        }

        private int freePorts(int s) {
            return degree - neighbours[s].cardinality();
        }

        private void join(int a, int b) {
            neighbours[a].set(b);
            neighbours[b].set(a);
        }

        private void part(int a, int b) {
            neighbours[a].clear(b);
            neighbours[b].clear(a);
        }
    }
}

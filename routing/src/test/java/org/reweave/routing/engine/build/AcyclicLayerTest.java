package org.reweave.routing.engine.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

class AcyclicLayerTest {
    private record Pair(int entry, int exit) {}

    /** A switch of the last fabric has more ports than a word has bits. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"torus:5x5; 50", "irregular:30,5,seed=4; 50", "torus:4x4x3; 50", "irregular:200,66,seed=1; 0"})
    void aPathIsTakenExactlyWhenItClosesNoCycle(String name, int leastRefused) {
        Fabric fabric = FabricGenerators.parse(name);
        SwitchGraph graph = SwitchGraph.of(fabric, Faults.none());
        RoutingTables tables =
                EngineRegistry.load().engine("min-hop").route(fabric, Faults.none(), EngineOptions.none());
        byte[][] lft = new byte[fabric.switchCount()][];
        List<Pair> pairs = new ArrayList<>();
        for (int s = 0; s < lft.length; s++) {
            lft[s] = tables.lft(s);
            for (int exit = 0; exit < lft.length; exit++) {
                if (exit != s) {
                    pairs.add(new Pair(s, exit));
                }
            }
        }
        Collections.shuffle(pairs, new Random(11));
        SlotWalk walk = new SlotWalk(fabric, graph, lft);
        AcyclicLayer layer = new AcyclicLayer(graph, walk);
        BitSet[] oracle = new BitSet[graph.slotCount()];
        for (int slot = 0; slot < oracle.length; slot++) {
            oracle[slot] = new BitSet();
        }
        int refused = 0;
        for (Pair pair : pairs.subList(0, Math.min(1500, pairs.size()))) {
            int hops = walk.follow(pair.entry(), pair.exit(), fabric.switchLid(pair.exit()));
            List<int[]> fresh = new ArrayList<>();
            for (int hop = 1; hop < hops; hop++) {
                if (!oracle[walk.slot(hop - 1)].get(walk.slot(hop))) {
                    oracle[walk.slot(hop - 1)].set(walk.slot(hop));
                    fresh.add(new int[] {walk.slot(hop - 1), walk.slot(hop)});
                }
            }
            boolean acyclic = fresh.stream().noneMatch(dependency -> leads(oracle, dependency[1], dependency[0]));
            if (!acyclic) {
                fresh.forEach(dependency -> oracle[dependency[0]].clear(dependency[1]));
                refused++;
            }
            assertThat(layer.offer(hops)).as("%s of %s", pair, name).isEqualTo(acyclic);
        }
        assertThat(refused).as("paths refused").isGreaterThanOrEqualTo(leastRefused);
    }

    private static boolean leads(BitSet[] dependencies, int from, int to) {
        BitSet seen = new BitSet();
        List<Integer> open = new ArrayList<>(List.of(from));
        seen.set(from);
        while (!open.isEmpty()) {
            int slot = open.remove(open.size() - 1);
            if (slot == to) {
                return true;
            }
            dependencies[slot].stream().filter(next -> !seen.get(next)).forEach(next -> {
                seen.set(next);
                open.add(next);
            });
        }
        return false;
    }
}

package org.reweave.reconfig.ddrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** Which routes NICs choose, against a search of the fabric's links that knows nothing of digits. */
class SourceRoutesTest {
    private static final int FAR = Integer.MAX_VALUE;

    private Fabric small = FabricGenerators.parse("k-ary-n-tree:2,3");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "k-ary-n-tree:2,3",
                "k-ary-n-tree:3,3",
                "k-ary-n-tree:4,2",
                "k-ary-n-tree:5,3",
                "k-ary-n-tree:2,7",
                "m-port-n-tree:4,3",
                "m-port-n-tree:6,2"
            })
    void whileAllWorksPacketsTakeTheWaysOfTheFatTreeEngine(String name) {
        Fabric fabric = FabricGenerators.parse(name);
        RoutingTables tables =
                EngineRegistry.load().engine("fat-tree").route(fabric, Faults.none(), EngineOptions.none());
        SourceTree tree = new SourceTree(fabric, Faults.none());
        for (int from = 0; from < fabric.nicCount(); from++) {
            for (int to = 0; to < fabric.nicCount(); to += 1 + from % 3) {
                if (from != to) {
                    assertThat(tree.send(from, to)).isPositive();
                    for (int channel : tree.channels) {
                        assertThat(channel % 64).isEqualTo(tables.outPort(channel / 64, tree.lid(to)));
                    }
                }
            }
        }
    }

    /** All sets of at most two links and switches, NICs' links among them. */
    private List<Faults> faultSets() {
        List<Faults> single = new ArrayList<>();
        for (int link = 0; link < small.linkCount(); link++) {
            single.add(Faults.none().withLink(link));
        }
        for (int device = 0; device < small.switchCount(); device++) {
            single.add(Faults.none().withDevice(device));
        }
        List<Faults> all = new ArrayList<>(single);
        all.add(Faults.none());
        for (int i = 0; i < single.size(); i++) {
            for (int j = 0; j < i; j++) {
                Faults both = single.get(i);
                for (int link : single.get(j).links()) {
                    both = both.withLink(link);
                }
                for (int device : single.get(j).devices()) {
                    both = both.withDevice(device);
                }
                all.add(both);
            }
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"k-ary-n-tree:2,3", "m-port-n-tree:4,2", "clos:pods=2,leaves=2,spines=2,cores=2,nics=2"})
    void everyPairThatHasAWayUpAndThenDownTakesAShortestOneOfThemAroundAnyTwoFaults(String generator) {
        small = FabricGenerators.parse(generator);
        int cutOff = 0;
        for (Faults faults : faultSets()) {
            SourceTree tree = new SourceTree(small, Faults.none());
            tree.become(faults);
            tree.settle();
            for (int to = 0; to < small.nicCount(); to++) {
                int[] distance = upThenDown(small, faults, to);
                for (int from = 0; from < small.nicCount(); from++) {
                    if (from != to && faults.portUp(small, small.nicDevice(from), 1)) {
                        int expected = distance[small.attachedSwitch(small.nicDevice(from))];
                        cutOff += expected == FAR ? 1 : 0;
                        assertThat(tree.send(from, to))
                                .as("%d to %d, failed %s", from, to, faults)
                                .isEqualTo(expected == FAR ? 0 : expected);
                    }
                }
            }
        }
        assertThat(cutOff).as("pairs without a way were among them").isPositive();
    }

    @Test
    void knowingFromTheStartIsTheSameAsBeingTold() {
        for (Faults faults : faultSets()) {
            SourceTree told = new SourceTree(small, Faults.none());
            told.become(faults);
            told.settle();
            SourceTree known = new SourceTree(small, faults);
            for (int from = 0; from < small.nicCount(); from++) {
                for (int to = 0; to < small.nicCount() && faults.portUp(small, small.nicDevice(from), 1); to++) {
                    assertThat(known.nic(from).trail(known.lid(to), 0))
                            .isEqualTo(told.nic(from).trail(told.lid(to), 0));
                }
            }
        }
    }

    /** Packets of all these routes may be under way at once, since NICs learn of faults one after the other. */
    @Test
    void theDependenciesOfAllRoutesAroundAnyTwoFaultsTogetherHaveNoCycle() {
        Map<Integer, Set<Integer>> next = new TreeMap<>();
        for (Faults faults : faultSets()) {
            SourceTree tree = new SourceTree(small, faults);
            for (int from = 0; from < small.nicCount(); from++) {
                for (int to = 0; to < small.nicCount(); to++) {
                    if (from != to) {
                        tree.send(from, to);
                        for (int i = 1; i < tree.channels.size(); i++) {
                            next.computeIfAbsent(tree.channels.get(i - 1), c -> new TreeSet<>())
                                    .add(tree.channels.get(i));
                        }
                    }
                }
            }
        }
        Map<Integer, Integer> pending = new TreeMap<>();
        next.values().forEach(after -> after.forEach(channel -> pending.merge(channel, 1, Integer::sum)));
        Deque<Integer> free = new ArrayDeque<>(
                next.keySet().stream().filter(c -> !pending.containsKey(c)).toList());
        while (!free.isEmpty()) {
            for (int channel : next.getOrDefault(free.remove(), Set.of())) {
                if (pending.merge(channel, -1, Integer::sum) == 0) {
                    pending.remove(channel);
                    free.add(channel);
                }
            }
        }
        assertThat(next).hasSizeGreaterThan(2 * small.switchCount());
        assertThat(pending).as("channels on cycles, or behind them").isEmpty();
    }

    /** Switches on the shortest way from each switch to a NIC that goes up and then down. */
    private static int[] upThenDown(Fabric fabric, Faults faults, int nic) {
        int[] down = new int[fabric.switchCount()];
        int[] any = new int[fabric.switchCount()];
        Arrays.fill(down, FAR);
        int device = fabric.nicDevice(nic);
        if (faults.portUp(fabric, device, 1)) {
            down[fabric.attachedSwitch(device)] = 1;
        }
        int[] upwards = IntStream.range(0, fabric.switchCount())
                .boxed()
                .sorted((a, b) -> fabric.coordinate(b, 0) - fabric.coordinate(a, 0))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int s : upwards) {
            down[s] = Math.min(down[s], best(fabric, faults, s, 1, down));
        }
        for (int i = upwards.length - 1; i >= 0; i--) {
            any[upwards[i]] = Math.min(down[upwards[i]], best(fabric, faults, upwards[i], -1, any));
        }
        return any;
    }

    private static int best(Fabric fabric, Faults faults, int s, int step, int[] distance) {
        int best = FAR;
        for (int port = 1; port <= fabric.portCount(s); port++) {
            int peer = fabric.peer(s, port);
            if (peer >= 0
                    && fabric.isSwitch(peer)
                    && fabric.coordinate(peer, 0) == fabric.coordinate(s, 0) + step
                    && faults.portUp(fabric, s, port)
                    && distance[peer] != FAR) {
                best = Math.min(best, distance[peer] + 1);
            }
        }
        return best;
    }

    @Test
    void whatWentThroughOneLinkIsSpreadOverTheOthersUpwardsAndDownwards() {
        Fabric fabric = FabricGenerators.parse("k-ary-n-tree:4,2");
        SourceTree tree = new SourceTree(fabric, Faults.none().withDevice(fabric.deviceByName("t0_1")));
        Set<Integer> up = new TreeSet<>();
        for (int to : new int[] {5, 9, 13}) { // d-mod-k: by up port 1
            assertThat(tree.send(0, to)).isEqualTo(3);
            up.add(tree.channels.get(0) % 64 - 5);
        }
        assertThat(up).containsExactlyInAnyOrder(0, 2, 3);
        Set<Integer> roots = new TreeSet<>();
        for (int from : new int[] {4, 8, 12}) {
            assertThat(tree.send(from, 1)).isEqualTo(3);
            roots.add(tree.channels.get(1) / 64);
        }
        assertThat(roots).as("switches above the destination").hasSize(3);
    }

    @Test
    void aLidThatIsNoNicsHasNoRoute() {
        SourceTree tree = new SourceTree(small, Faults.none());
        assertThat(tree.nic(0).trail(0, 77)).isEqualTo(SourceRoutes.NONE);
        assertThat(tree.nic(0).trail(small.switchLid(3), 0)).isEqualTo(SourceRoutes.NONE);
    }

    @Test
    void parallelCablesAreRefused() {
        Fabric parallel = FabricGenerators.parse("clos:leaves=3,spines=2,parallel=2,nics=2");
        assertThatThrownBy(() -> new SourceTree(parallel, Faults.none()))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("parallel cables")
                .hasMessageContaining("ddrc = manager");
    }

    @Test
    void whatABroadcastHasNoRoomForIsRefused() {
        Fabric wide = FabricGenerators.parse("k-ary-n-tree:32,2");
        assertThatThrownBy(() -> new SourceTree(wide, Faults.none()))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("64 ports > 62");
        SourceTree widest = new SourceTree(FabricGenerators.parse("k-ary-n-tree:31,2"), Faults.none());
        assertThat(widest.send(0, 960)).isEqualTo(3);
    }
}

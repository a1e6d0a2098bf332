package org.reweave.emulator.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

class PartitionTest {
    private static final Wiring TORUS = new Network(ResolvedScenario.of(ScenarioLoader.parse(
                    "partition.conf",
                    "description = partition, fabric.generator = \"torus:8x8\", routing.engine = updown, device.preset = iba-1x, "
                            + "traffic.load = 0.1, run.duration = 1ms",
                    List.of())))
            .wiring();

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 16, 64, 1000})
    void everyDeviceIsInOneIslandAndNoIslandIsTooLarge(int size) {
        List<List<Integer>> islands = Partition.ofSize(TORUS, size);

        assertThat(islands.stream().flatMap(List::stream))
                .hasSize(TORUS.devices())
                .doesNotHaveDuplicates();
        assertThat(islands)
                .allSatisfy(island -> assertThat(island).hasSizeBetween(1, size).isSorted());
    }

    @Test
    void twoIslandsOfATorusCutTwoRowsOfLinksAndAreOfNearlyEqualSize() {
        List<List<Integer>> halves = Partition.into(TORUS, 2);

        assertThat(halves).hasSize(2);
        assertThat(halves.get(0).size() - halves.get(1).size()).isBetween(-5, 5);
        assertThat(cutLinks(halves.get(0))).isEqualTo(2 * 8);
    }

    @Test
    void thereAreNoMoreIslandsThanDevices() {
        assertThat(Partition.into(TORUS, 3 * TORUS.devices()).stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, TORUS.devices()).boxed().toList());
        assertThat(Partition.into(TORUS, 3 * TORUS.devices())).noneMatch(List::isEmpty);
    }

    @Test
    void aNicIsBesideItsSwitch() {
        long apart = Partition.ofSize(TORUS, 8).stream()
                .mapToLong(PartitionTest::nicsWithoutTheirSwitch)
                .sum();

        assertThat(apart).isLessThanOrEqualTo(TORUS.devices() / 8);
    }

    @Test
    void anIslandHoldsAtLeastOneDevice() {
        assertThatThrownBy(() -> Partition.ofSize(TORUS, 0)).hasMessageContaining("island size 0 < 1");
    }

    private static int cutLinks(List<Integer> island) {
        int cut = 0;
        for (int device : island) {
            for (int peer : TORUS.peerDevice()[device]) {
                cut += peer >= 0 && !island.contains(peer) ? 1 : 0;
            }
        }
        return cut;
    }

    private static long nicsWithoutTheirSwitch(List<Integer> island) {
        return island.stream()
                .filter(device -> TORUS.ports(device) == 1)
                .filter(device -> !island.contains(TORUS.peerDevice()[device][0]))
                .count();
    }
}

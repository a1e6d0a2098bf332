package org.reweave.routing.tolerance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.rerouting.LocalRerouting;
import org.reweave.routing.rerouting.Reroute;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.topology.FabricGenerators;

/**
 * R_det^link against Algorithm 1 of the fat-tree paper's App. A, transcribed below: its table is what a switch does
 * while no link of its own is faulty.
 */
class RerouteTableTest {
    private static final int UNSET = -1;
    private static final int END_OF_SEQUENCE = -2;

    @ParameterizedTest
    @ValueSource(strings = {"k-ary-n-tree:2,4", "k-ary-n-tree:3,3", "k-ary-n-tree:4,3"})
    void everyEntryOfAlgorithm1IsWhatTheFunctionAnswers(String fabric) {
        TreeGeometry tree = TreeGeometry.of(FabricGenerators.parse(fabric), "test");
        int k = tree.downs(0);
        int all = (1 << k) - 1;
        int entries = 0;
        for (int s = 0; s < tree.fabric().switchCount(); s++) {
            int up = tree.tier(s) == 0 ? 0 : all;
            for (int nic = 0; nic < tree.nicCount(); nic++) {
                int[][] route = algorithm1(k, tree.way(s, nic));
                for (int in = 0; in < 2 * k; in++) {
                    for (int layer = Reroute.NL; layer <= Reroute.ML1; layer++) {
                        if (route[in][layer] == UNSET) {
                            continue;
                        }
                        long answer = LocalRerouting.DETERMINISTIC_LINK.next(
                                k, tree.bottom(s), in, Reroute.header(layer, -1), tree.way(s, nic), all, up, 0);
                        assertThat(encoded(answer, k))
                                .as(
                                        "%s to NIC %d, in %d, layer %d",
                                        tree.fabric().deviceName(s), nic, in, layer)
                                .isEqualTo(
                                        up == 0 && in >= k && tree.way(s, nic) < 0
                                                ? END_OF_SEQUENCE
                                                : route[in][layer]);
                        entries++;
                    }
                }
            }
        }
        assertThat(entries).isPositive();
    }

    private static int encoded(long answer, int k) {
        int ports = Reroute.ports(answer);
        if (ports == 0) {
            return END_OF_SEQUENCE;
        }
        int port = Integer.numberOfTrailingZeros(ports) + (Reroute.goesUp(answer) ? k : 0);
        return port * 4 + Reroute.layer(Reroute.headerOf(answer));
    }

    /** route[incoming port][incoming VC] = 4 * outgoing port + outgoing VC, the sequence D being k..2k-1. */
    private static int[][] algorithm1(int k, int way) {
        int vc1 = Reroute.NL;
        int vc2 = Reroute.ML1;
        int[][] route = new int[2 * k][2];
        for (int[] row : route) {
            java.util.Arrays.fill(row, UNSET);
        }
        if (way < 0) {
            int dp = k - 1 - way;
            for (int p = 0; p < k; p++) {
                route[p][vc1] = dp * 4 + vc1;
            }
            for (int p = k; p < 2 * k; p++) {
                route[p][vc1] = k * 4 + vc2;
                route[p][vc2] = p + 1 < 2 * k ? (p + 1) * 4 + vc2 : END_OF_SEQUENCE;
            }
            return route;
        }
        for (int p = 0; p < 2 * k; p++) {
            if (p != way) {
                route[p][vc1] = way * 4 + vc1;
                route[p][vc2] = p < k ? way * 4 + vc2 : way * 4 + vc1;
            }
        }
        return route;
    }
}

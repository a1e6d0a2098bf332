package org.reweave.routing.rerouting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.routing.tolerance.FaultSets;
import org.reweave.routing.tolerance.TreeWalk;
import org.reweave.routing.topology.FabricGenerators;

/**
 * With fewer than k faults an adaptive packet arrives whatever it chooses, and whatever bits other packets have set.
 */
@Tag("slow")
class AdaptiveReroutingTest {
    @ParameterizedTest
    @CsvSource({"2,3", "2,4", "2,5", "3,3"})
    void everyChoiceDeliversUnderAllSetsOfFewerThanKLinkFaults(int k, int n) {
        for (LocalRerouting rule : List.of(LocalRerouting.ADAPTIVE_LINK, LocalRerouting.ADAPTIVE_SWITCH)) {
            Explorer explorer = new Explorer(k, n, rule);
            for (int count = 0; count < k; count++) {
                FaultSets.each(FaultSets.trunks(explorer.tree.fabric()), count, links -> explorer.check(links, false));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2,3", "2,4", "2,5", "3,3"})
    void everyChoiceDeliversUnderAllSetsOfFewerThanKSwitchFaults(int k, int n) {
        Explorer explorer = new Explorer(k, n, LocalRerouting.ADAPTIVE_SWITCH);
        for (int count = 1; count < k; count++) {
            FaultSets.each(FaultSets.switchesAboveBottom(explorer.tree), count, set -> explorer.check(set, true));
        }
    }

    /** m-port n-trees and Clos fabrics: one fault fewer than the fewest switches above a switch. */
    @ParameterizedTest
    @CsvSource({
        "'m-port-n-tree:4,2', 1",
        "'m-port-n-tree:4,3', 1",
        "'m-port-n-tree:6,2', 2",
        "'clos:leaves=3,spines=3,nics=2', 2",
        "'clos:leaves=3,spines=2,parallel=2,nics=3', 1",
        "'clos:pods=2,leaves=2,spines=2,cores=3,nics=2', 1"
    })
    void everyChoiceDeliversOnOtherFatTrees(String fabric, int most) {
        for (LocalRerouting rule : List.of(LocalRerouting.ADAPTIVE_LINK, LocalRerouting.ADAPTIVE_SWITCH)) {
            Explorer explorer = new Explorer(fabric, rule);
            for (int count = 0; count <= most; count++) {
                FaultSets.each(FaultSets.trunks(explorer.tree.fabric()), count, links -> explorer.check(links, false));
            }
        }
        Explorer explorer = new Explorer(fabric, LocalRerouting.ADAPTIVE_SWITCH);
        for (int count = 1; count <= most; count++) {
            FaultSets.each(FaultSets.switchesAboveBottom(explorer.tree), count, set -> explorer.check(set, true));
        }
    }

    @Test
    void beyondTheGuaranteeAPacketIsDiscardedInTheEnd() {
        TreeGeometry tree = TreeGeometry.of(FabricGenerators.parse("k-ary-n-tree:2,4"), "test");
        int[] links = FaultSets.trunks(tree.fabric());
        for (LocalRerouting rule : List.of(LocalRerouting.ADAPTIVE_LINK, LocalRerouting.ADAPTIVE_SWITCH)) {
            TreeWalk walk = new TreeWalk(tree, rule);
            FaultSets.each(links, 2, set -> {
                Arrays.stream(set).forEach(link -> walk.setLink(link, false));
                for (int nic = 0; nic < tree.nicCount(); nic++) {
                    assertThat(walk.walk(tree.nicSwitch(0), nic, nic)).isNotEqualTo(TreeWalk.LIVELOCKED);
                }
                Arrays.stream(set).forEach(link -> walk.setLink(link, true));
            });
        }
    }

    /**
     * Searches all choices of one packet. Its state: switch, arrival port, header and every switch's vector; along a
     * path bits are only set, so that a repeated state would be a livelock.
     */
    private static final class Explorer {
        private final TreeGeometry tree;
        private final LocalRerouting rule;
        private final int[] down;
        private final int[] up;
        private final int[] vector;
        private final Set<String> done = new HashSet<>();
        private final Set<String> onPath = new HashSet<>();
        private int nic;

        Explorer(int k, int n, LocalRerouting rule) {
            this("k-ary-n-tree:" + k + "," + n, rule);
        }

        Explorer(String fabric, LocalRerouting rule) {
            this.tree = TreeGeometry.of(FabricGenerators.parse(fabric), "test");
            this.rule = rule;
            this.down = new int[tree.fabric().switchCount()];
            this.up = new int[down.length];
            this.vector = new int[down.length];
        }

        void check(int[] set, boolean switches) {
            for (int s = 0; s < up.length; s++) {
                down[s] = (1 << tree.downs(s)) - 1;
                up[s] = (1 << tree.ups(s)) - 1;
                for (int neighbour = 0; neighbour < tree.neighbours(s); neighbour++) {
                    int peer = tree.peer(s, neighbour);
                    int here = s;
                    boolean failed = peer >= 0
                            && (switches
                                    ? Arrays.stream(set).anyMatch(f -> f == here || f == peer)
                                    : allCablesIn(set, s, neighbour));
                    if (failed) {
                        boolean below = neighbour < tree.downs(s);
                        int[] masks = below ? down : up;
                        masks[s] &= ~(1 << (below ? neighbour : neighbour - tree.downs(s)));
                    }
                }
            }
            for (nic = 0; nic < tree.nicCount(); nic += tree.downs(tree.nicSwitch(0))) {
                for (int from = 0; from < up.length; from++) {
                    if (tree.bottom(from) && from != tree.nicSwitch(nic)) {
                        done.clear();
                        explore(from, 0, Reroute.INITIAL, set);
                    }
                }
            }
        }

        private boolean allCablesIn(int[] set, int s, int neighbour) {
            return IntStream.range(0, tree.cables(s, neighbour))
                    .map(cable -> tree.fabric().link(s, tree.port(s, neighbour, cable)))
                    .allMatch(link -> Arrays.stream(set).anyMatch(f -> f == link));
        }

        private void explore(int s, int inPort, int header, int[] set) {
            int way = tree.way(s, nic);
            if (way >= 0 && tree.bottom(s)) {
                return;
            }
            String state = s + " " + inPort + " " + header + " " + Arrays.toString(vector);
            if (done.contains(state)) {
                return;
            }
            if (!onPath.add(state)) {
                throw new AssertionError(rule + " livelocks with " + Arrays.toString(set));
            }
            int k = tree.downs(s);
            long answer = rule.next(k, tree.bottom(s), inPort, header, way, down[s], up[s], vector[s]);
            int ports = Reroute.ports(answer);
            if (ports == 0) {
                throw new AssertionError(rule + " discards at " + tree.fabric().deviceName(s) + " with "
                        + Arrays.toString(set) + " failed, to NIC " + nic);
            }
            int before = vector[s];
            vector[s] |= Reroute.marksArrival(answer) ? 1 << inPort - k : 0;
            for (int left = ports; left != 0; left &= left - 1) {
                int out = Integer.numberOfTrailingZeros(left) + (Reroute.goesUp(answer) ? k : 0);
                explore(tree.peer(s, out), tree.arrival(s, out), Reroute.headerOf(answer), set);
            }
            vector[s] = before;
            onPath.remove(state);
            done.add(state);
        }
    }
}

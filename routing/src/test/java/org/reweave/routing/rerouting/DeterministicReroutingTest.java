package org.reweave.routing.rerouting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.tolerance.FaultSets;
import org.reweave.routing.tolerance.TreeWalk;
import org.reweave.routing.topology.FabricGenerators;

/**
 * The guarantees for fewer than k faults: all pairs delivered over channels whose numbers increase, hence no livelock.
 */
@Tag("slow")
class DeterministicReroutingTest {
    private static final int SAMPLED_SETS = 3_000;

    @ParameterizedTest
    @CsvSource({"2,3", "2,4", "2,5", "2,6", "3,3"})
    void linksDeliverEveryPairUnderAllSetsOfFewerThanKFaults(int k, int n) {
        Checker checker = new Checker(k, n, LocalRerouting.DETERMINISTIC_LINK);
        checker.allLinkSets(k - 1);
    }

    @ParameterizedTest
    @CsvSource({"2,3", "2,4", "2,5", "2,6", "3,3"})
    void switchesDeliverEveryPairUnderAllSetsOfFewerThanKFaults(int k, int n) {
        Checker checker = new Checker(k, n, LocalRerouting.DETERMINISTIC_SWITCH);
        checker.allLinkSets(k - 1);
        checker.allSwitchSets(k - 1);
    }

    /**
     * m-port n-trees and Clos fabrics, of which the faults are one fewer than the fewest switches above a switch:
     * channel numbers rise along all paths together, so that no mixture of them can deadlock.
     */
    @ParameterizedTest
    @CsvSource({
        "'m-port-n-tree:4,2', 1, 0",
        "'m-port-n-tree:4,3', 1, 1",
        "'m-port-n-tree:6,2', 2, 1",
        "'m-port-n-tree:6,3', 1, 1",
        "'clos:leaves=4,spines=3,nics=2', 2, 2",
        "'clos:leaves=3,spines=2,parallel=2,nics=3', 3, 1",
        "'clos:pods=3,leaves=2,spines=3,cores=2,nics=2', 1, 1",
        "'clos:pods=2,leaves=2,spines=2,cores=2,nics=2,parallel=2,core-parallel=2', 2, 1"
    })
    void otherFatTreesDeliverEveryPair(String fabric, int links, int switches) {
        new Checker(fabric, LocalRerouting.DETERMINISTIC_LINK).allLinkSets(links);
        Checker both = new Checker(fabric, LocalRerouting.DETERMINISTIC_SWITCH);
        both.allLinkSets(links);
        both.allSwitchSets(switches);
    }

    @Test
    void mixedSetsOfALinkAndASwitchAreTolerated() {
        Checker checker = new Checker(3, 3, LocalRerouting.DETERMINISTIC_SWITCH);
        for (int s : FaultSets.switchesAboveBottom(checker.tree)) {
            for (int link : FaultSets.trunks(checker.tree.fabric())) {
                checker.check(new int[] {link}, new int[] {s});
            }
        }
    }

    @Test
    void theFourAryThreeTreeHoldsForAllSetsOfTwoAndASampleOfThree() {
        for (LocalRerouting rule :
                new LocalRerouting[] {LocalRerouting.DETERMINISTIC_LINK, LocalRerouting.DETERMINISTIC_SWITCH}) {
            Checker checker = new Checker(4, 3, rule);
            checker.allLinkSets(2);
            SeededSequence random = new SeededSequence(4);
            int[] links = FaultSets.trunks(checker.tree.fabric());
            for (int i = 0; i < SAMPLED_SETS; i++) {
                int[] set = {
                    links[random.below(links.length)],
                    links[random.below(links.length)],
                    links[random.below(links.length)]
                };
                checker.check(set, new int[0]);
            }
        }
        new Checker(4, 3, LocalRerouting.DETERMINISTIC_SWITCH).allSwitchSets(3);
    }

    @Test
    @Tag("campaign")
    void theFourAryThreeTreeHoldsForAllSetsOfThreeLinks() {
        new Checker(4, 3, LocalRerouting.DETERMINISTIC_LINK).allLinkSets(3);
        new Checker(4, 3, LocalRerouting.DETERMINISTIC_SWITCH).allLinkSets(3);
    }

    @Test
    @Tag("campaign")
    void mixedSetsOnTheFourAryThreeTreeAreTolerated() {
        Checker checker = new Checker(4, 3, LocalRerouting.DETERMINISTIC_SWITCH);
        int[] links = FaultSets.trunks(checker.tree.fabric());
        int[] switches = FaultSets.switchesAboveBottom(checker.tree);
        FaultSets.each(switches, 1, s -> FaultSets.each(links, 2, l -> checker.check(l, s)));
        FaultSets.each(switches, 2, s -> FaultSets.each(links, 1, l -> checker.check(l, s)));
    }

    @Test
    void beyondTheGuaranteeNumbersStillIncrease() {
        for (LocalRerouting rule :
                new LocalRerouting[] {LocalRerouting.DETERMINISTIC_LINK, LocalRerouting.DETERMINISTIC_SWITCH}) {
            Checker checker = new Checker(3, 4, rule);
            checker.mayDiscard = true;
            SeededSequence random = new SeededSequence(34);
            int[] links = FaultSets.trunks(checker.tree.fabric());
            for (int i = 0; i < 200; i++) {
                int[] set = new int[40];
                Arrays.setAll(set, j -> links[random.below(links.length)]);
                checker.check(set, new int[0]);
            }
        }
    }

    @Test
    void aRepairedElementIsUsedAgainAtOnce() {
        TreeGeometry tree = TreeGeometry.of(FabricGenerators.parse("k-ary-n-tree:3,3"), "test");
        for (LocalRerouting rule : LocalRerouting.values()) {
            TreeWalk fresh = new TreeWalk(tree, rule);
            TreeWalk repaired = new TreeWalk(tree, rule);
            for (int link : FaultSets.trunks(tree.fabric())) {
                repaired.setLink(link, false);
                eachPair(tree, (from, nic) -> repaired.walk(from, nic, 1));
                repaired.setLink(link, true);
            }
            eachPair(tree, (from, nic) -> {
                assertThat(repaired.walk(from, nic, 1)).isEqualTo(fresh.walk(from, nic, 1));
                assertThat(repaired.stepCount()).isEqualTo(fresh.stepCount());
            });
        }
    }

    private interface Pair {
        void of(int from, int nic);
    }

    private static void eachPair(TreeGeometry tree, Pair use) {
        for (int from = 0; from < tree.fabric().switchCount(); from++) {
            for (int nic = 0; tree.bottom(from) && nic < tree.nicCount(); nic++) {
                use.of(from, nic);
            }
        }
    }

    /** Walks every pair under one fault set after another. */
    private static final class Checker {
        private final TreeGeometry tree;
        private final LocalRerouting rule;
        private final TreeWalk walk;
        private final ChannelNumbers numbers;
        private boolean mayDiscard;

        Checker(int k, int n, LocalRerouting rule) {
            this("k-ary-n-tree:" + k + "," + n, rule);
        }

        Checker(String fabric, LocalRerouting rule) {
            this.tree = TreeGeometry.of(FabricGenerators.parse(fabric), "test");
            this.rule = rule;
            this.walk = new TreeWalk(tree, rule);
            this.numbers = rule.channelNumbers(tree).orElseThrow();
        }

        void allLinkSets(int most) {
            sets(FaultSets.trunks(tree.fabric()), most, links -> check(links, new int[0]));
        }

        void allSwitchSets(int most) {
            sets(FaultSets.switchesAboveBottom(tree), most, switches -> check(new int[0], switches));
        }

        private static void sets(int[] elements, int most, Consumer<int[]> use) {
            for (int count = 0; count <= most; count++) {
                FaultSets.each(elements, count, use);
            }
        }

        void check(int[] links, int[] switches) {
            apply(links, switches, false);
            eachPair(tree, (from, nic) -> {
                int crossed = walk.walk(from, nic, 0);
                if (crossed < 1 && !(mayDiscard && crossed == TreeWalk.DISCARDED)) {
                    fail("outcome " + crossed, from, nic, links, switches);
                }
                int last = -1;
                for (int i = 0; i < walk.stepCount(); i++) {
                    int number = numbers.number(walk.stepSwitch(i), walk.stepNeighbour(i), walk.stepLayer(i));
                    if (number <= last || walk.stepLayer(i) >= rule.layers()) {
                        fail("channel " + number + " after " + last, from, nic, links, switches);
                    }
                    last = number;
                }
            });
            apply(links, switches, true);
        }

        private void apply(int[] links, int[] switches, boolean works) {
            for (int link : links) {
                walk.setLink(link, works);
            }
            for (int s : switches) {
                walk.setSwitch(s, works);
            }
        }

        private void fail(String what, int from, int nic, int[] links, int[] switches) {
            throw new AssertionError(rule + " on " + tree.fabric().name() + ", links " + Arrays.toString(links)
                    + " and switches " + Arrays.toString(switches) + " failed: " + what + " from "
                    + tree.fabric().deviceName(from) + " to "
                    + tree.fabric().deviceName(tree.fabric().nicDevice(nic)));
        }
    }
}

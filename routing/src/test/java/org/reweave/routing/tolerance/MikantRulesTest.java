package org.reweave.routing.tolerance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.engine.mikant.MikantRule;
import org.reweave.routing.engine.mikant.MikantTree;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

class MikantRulesTest {
    private static final int UNREACHED = -1;

    /** routing/docs/mikant.md: distances, in links, of the four examples on the slides. */
    @ParameterizedTest
    @CsvSource({"12222, 7", "02222, 8", "02022, 6", "02002, 4"})
    void examplesOfTheSlidesForEveryRule(String to, int links) {
        Net net = new Net("mikant:3,4");
        for (MikantRule rule : MikantRule.ALL) {
            assertThat(net.walk(rule).walk(net.switchOf("p02000"), net.switchOf("p" + to)))
                    .isEqualTo(links);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mikant:2,2", "mikant:4,2", "mikant:2,3", "mikant:3,3", "mikant:2,5"})
    void withoutFaultsEveryPathIsMinimal(String text) {
        Net net = new Net(text);
        for (MikantRule rule : MikantRule.ALL) {
            MikantWalk walk = net.walk(rule);
            net.eachPair(new int[0], (source, target) -> assertThat(walk.walk(source, target))
                    .isEqualTo(net.distance(source, target, new int[0], true)));
        }
    }

    /**
     * The oracle of Go-Back is a breadth-first search of the fabric that knows nothing of levels: a minimal path
     * survives exactly if the distance is what it was.
     */
    @ParameterizedTest
    @CsvSource({
        "'2,2',true,4",
        "'3,2',true,4",
        "'2,3',true,4",
        "'3,3',true,2",
        "'2,4',true,2",
        "'2,3',false,2",
        "'3,2',false,3"
    })
    void goBackArrivesExactlyWhereAMinimalPathSurvives(String size, boolean switches, int most) {
        Net net = new Net("mikant:" + size);
        MikantWalk goBack = net.walk(MikantRule.named("go-back"));
        for (int count = 1; count <= most; count++) {
            FaultSets.each(net.elements(switches), count, set -> {
                net.fail(goBack, set, switches, false);
                net.eachPair(switches ? set : new int[0], (source, target) -> {
                    boolean minimal = net.distance(source, target, set, switches)
                            == net.distance(source, target, new int[0], true);
                    int links = goBack.walk(source, target);
                    assertThat(links != MikantWalk.FAILED)
                            .as("%s to %s with %s failed", source, target, Arrays.toString(set))
                            .isEqualTo(minimal);
                    assertThat(goBack.stepCount()).isLessThan(4 * net.fabric.switchCount());
                });
                net.fail(goBack, set, switches, true);
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"'2,2',true,4", "'3,2',true,4", "'2,3',true,4", "'3,3',true,2", "'2,4',true,2", "'2,3',false,2"})
    void allPortSucceedsWhereOnePortDoesAndGoBackWhereAllPortDoes(String size, boolean switches, int most) {
        Net net = new Net("mikant:" + size);
        MikantWalk onePort = net.walk(MikantRule.named("one-port"));
        MikantWalk allPort = net.walk(MikantRule.named("all-port"));
        MikantWalk goBack = net.walk(MikantRule.named("go-back"));
        for (int count = 1; count <= most; count++) {
            FaultSets.each(net.elements(switches), count, set -> {
                for (MikantWalk walk : new MikantWalk[] {onePort, allPort, goBack}) {
                    net.fail(walk, set, switches, false);
                }
                net.eachPair(switches ? set : new int[0], (source, target) -> {
                    int one = onePort.walk(source, target);
                    int all = allPort.walk(source, target);
                    if (one != MikantWalk.FAILED) {
                        assertThat(all).isEqualTo(one);
                    }
                    if (switches && all != MikantWalk.FAILED) {
                        assertThat(goBack.walk(source, target)).isNotEqualTo(MikantWalk.FAILED);
                    }
                });
                for (MikantWalk walk : new MikantWalk[] {onePort, allPort, goBack}) {
                    net.fail(walk, set, switches, true);
                }
            });
        }
    }

    /**
     * Where a link between two switches has failed, One-Port may come round over both groups: three links instead of
     * one.
     */
    @Test
    void goBackKnowsNoDetourOverTheOtherGroup() {
        Net net = new Net("mikant:2,2");
        int source = net.fabric.deviceByName("g0l0_1");
        int target = net.fabric.deviceByName("g1l0_0");
        int[] link = {net.fabric.link(source, net.tree.port(source, 2))};
        int[] links = new int[3];
        for (int i = 0; i < 3; i++) {
            MikantWalk walk = net.walk(MikantRule.ALL.get(i));
            net.fail(walk, link, false, false);
            links[i] = walk.walk(source, target);
        }
        assertThat(links).containsExactly(5, 5, MikantWalk.FAILED);
    }

    /** routing/docs/mikant.md: if the far-side root is faulty One-Port bounces between the groups for ever. */
    @Test
    void onePortFailsWhenTheFarRootIsFaultyAndGoBackGoesRound() {
        Net net = new Net("mikant:3,3");
        int source = net.switchOf("p0000");
        int target = net.switchOf("p1000");
        int[] farRoot = {net.fabric.deviceByName("g1l1_00")};
        int[] links = new int[3];
        for (int i = 0; i < 3; i++) {
            MikantWalk walk = net.walk(MikantRule.ALL.get(i));
            net.fail(walk, farRoot, true, false);
            links[i] = walk.walk(source, target);
        }
        // Go-Back: up, back, up by the next port, across, down, and a link at either end.
        assertThat(links).containsExactly(MikantWalk.FAILED, MikantWalk.FAILED, 7);
    }

    /**
     * The crossings that One-Port and All-Port count, against Algorithm 2 written from the slides with a set of
     * (switch, next).
     */
    @ParameterizedTest
    @CsvSource({"'3,3',0.05", "'3,3',0.3", "'2,4',0.2", "'4,2',0.3"})
    void countingCrossingsFindsWhatRememberingEveryHopFinds(String size, double share) {
        Net net = new Net("mikant:" + size);
        SeededSequence random = new SeededSequence(7);
        for (int round = 0; round < 40; round++) {
            boolean switches = round % 2 == 0;
            int[] elements = net.elements(switches);
            int[] set = Arrays.stream(elements)
                    .filter(e -> random.below(1000) < 1000 * share)
                    .toArray();
            for (int candidates : new int[] {2, net.tree.k()}) {
                MikantWalk walk = net.walk(MikantRule.named(candidates == 2 ? "one-port" : "all-port"));
                if (candidates == 2 && net.tree.k() == 2) {
                    continue;
                }
                net.fail(walk, set, switches, false);
                net.eachPair(switches ? set : new int[0], (source, target) -> assertThat(walk.walk(source, target))
                        .as("%s, %d candidates, %d to %d, %s", size, candidates, source, target, Arrays.toString(set))
                        .isEqualTo(net.algorithm2(source, target, candidates, set, switches)));
            }
        }
    }

    @Test
    void everySizeThatCanBeGeneratedHasRoomForTheTrail() {
        for (MikantRule rule : MikantRule.ALL) {
            for (int k = 2; k <= 127; k++) {
                for (int digits = 1; 2 * Math.pow(k, digits + 1) < 49_152; digits++) {
                    rule.requireRoom("test", k, digits);
                }
            }
        }
        assertThatThrownBy(() -> MikantRule.named("go-back").requireRoom("mikant:127,10", 127, 9))
                .isInstanceOf(UnroutableException.class)
                .hasMessage("go-back: the trail on mikant:127,10 takes 70 bits, and a packet has room for 55;"
                        + " use one-port or all-port, or a smaller tree");
    }

    private interface Pair {
        void check(int source, int target);
    }

    /** A fabric with the oracles of this test, which read its links and names. */
    private static final class Net {
        private final Fabric fabric;
        private final MikantTree tree;

        Net(String text) {
            fabric = FabricGenerators.parse(text);
            tree = MikantTree.of(fabric, "test");
        }

        MikantWalk walk(MikantRule rule) {
            return new MikantWalk(tree, rule);
        }

        int switchOf(String nic) {
            return fabric.attachedSwitch(fabric.deviceByName(nic));
        }

        int[] elements(boolean switches) {
            return (switches ? Element.SWITCH : Element.LINK).all(fabric);
        }

        void fail(MikantWalk walk, int[] set, boolean switches, boolean works) {
            for (int e : set) {
                if (switches) {
                    walk.setSwitch(e, works);
                } else {
                    walk.setLink(e, works);
                }
            }
        }

        /** All ordered pairs of working switches with NICs. */
        void eachPair(int[] failed, Pair pair) {
            for (int source = 0; source < fabric.switchCount(); source++) {
                for (int target = 0; target < fabric.switchCount(); target++) {
                    if (fabric.coordinate(source, 1) == 0
                            && fabric.coordinate(target, 1) == 0
                            && !contains(failed, source)
                            && !contains(failed, target)) {
                        pair.check(source, target);
                    }
                }
            }
        }

        /** Links between NICs, by breadth-first search. */
        int distance(int source, int target, int[] failed, boolean switches) {
            int[] distance = new int[fabric.switchCount()];
            int[] queue = new int[fabric.switchCount()];
            Arrays.fill(distance, UNREACHED);
            distance[source] = 2;
            queue[0] = source;
            for (int head = 0, tail = 1; head < tail; head++) {
                for (int port = 1; port <= fabric.portCount(queue[head]); port++) {
                    int peer = fabric.peer(queue[head], port);
                    if (peer >= 0
                            && fabric.isSwitch(peer)
                            && distance[peer] == UNREACHED
                            && !contains(failed, switches ? peer : fabric.link(queue[head], port))) {
                        distance[peer] = distance[queue[head]] + 1;
                        queue[tail++] = peer;
                    }
                }
            }
            return distance[target];
        }

        /**
         * Algorithm 2 on coordinates (group, level, D_{n-2}..D_0), with any number of candidates on the way up.
         *
         * @return links, or FAILED when it says so or meets a (switch, next) again
         */
        int algorithm2(int source, int target, int candidates, int[] failed, boolean switches) {
            Set<Long> met = new HashSet<>();
            int links = 2;
            int s = source;
            while (s != target) {
                int next = -1;
                boolean rises = rises(s, target);
                for (int i = 0; next < 0 && i < (rises ? candidates : 1); i++) {
                    next = working(s, neighbour(s, target, i), failed, switches);
                }
                if (next < 0 || !met.add((long) s << 32 | next)) {
                    return MikantWalk.FAILED;
                }
                s = next;
                links++;
            }
            return links;
        }

        private boolean rises(int s, int target) {
            int top = fabric.shape().dimensions()[1] - 1;
            boolean rises = fabric.coordinate(s, 0) != fabric.coordinate(target, 0);
            for (int digit = top; digit >= fabric.coordinate(s, 1); digit--) {
                rises |= fabric.coordinate(s, 2 + top - digit) != fabric.coordinate(target, 2 + top - digit);
            }
            return rises;
        }

        private int neighbour(int s, int target, int i) {
            int top = fabric.shape().dimensions()[1] - 1;
            int level = fabric.coordinate(s, 1);
            int[] place = new int[fabric.shape().dimensions().length];
            Arrays.setAll(place, d -> fabric.coordinate(s, d));
            if (!rises(s, target)) {
                place[1] = level - 1;
                place[2 + top - (level - 1)] = fabric.coordinate(target, 2 + top - (level - 1));
            } else {
                place[level == top ? 0 : 1] = level == top ? 1 - place[0] : level + 1;
                place[2 + top - level] = (fabric.coordinate(target, 2 + top - level) + i)
                        % fabric.shape().dimensions()[2];
            }
            for (int other = 0; other < fabric.switchCount(); other++) {
                int candidate = other;
                int[] coordinates = new int[place.length];
                Arrays.setAll(coordinates, d -> fabric.coordinate(candidate, d));
                if (Arrays.equals(coordinates, place)) {
                    return other;
                }
            }
            throw new AssertionError("no switch at " + Arrays.toString(place));
        }

        private int working(int s, int next, int[] failed, boolean switches) {
            for (int port = 1; port <= fabric.portCount(s); port++) {
                if (fabric.peer(s, port) == next) {
                    return contains(failed, switches ? next : fabric.link(s, port)) ? -1 : next;
                }
            }
            throw new AssertionError(fabric.deviceName(s) + " is not joined to " + fabric.deviceName(next));
        }

        private static boolean contains(int[] set, int element) {
            for (int e : set) {
                if (e == element) {
                    return true;
                }
            }
            return false;
        }
    }
}

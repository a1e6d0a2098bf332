package org.reweave.emulator.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.cluster.protocol.Downing.Member;
import org.reweave.emulator.cluster.protocol.Downing.Role;

/**
 * Small clusters whose members look once a second. Nodes are a, b, c, ..; runs are X, which is under way, and Y.
 * Members on one side of a partition do not reach those on the other. A member that is lost is out for all on the side
 * that says so, and ends if it is on that side.
 */
class DowningTest {
    private static final int AFTER = 7;
    private static final Member RUN = new Member("X", 1, Role.RUN, true);
    private static final Member A = new Member("a", 1, Role.NODE, true);
    private static final Member B = new Member("b", 1, Role.NODE, true);

    private static final class World {
        private final List<Member> members = new ArrayList<>();
        private final Function<Member, Integer> side; // below 0 = hangs: reaches nobody, and does not look
        private final List<Downing.State> states = new ArrayList<>();
        private final List<Set<Member>> out = new ArrayList<>(); // by member: whom it knows to be out
        private final Set<Member> ended = new HashSet<>();
        private final List<Map<String, Boolean>> answers = new ArrayList<>(); // by member

        World(String names, Function<String, Integer> side) {
            for (String name : names.split("")) {
                Role role = Character.isUpperCase(name.charAt(0)) ? Role.RUN : Role.NODE;
                members.add(new Member(name, 1, role, true));
                states.add(Downing.State.of(AFTER));
                out.add(new HashSet<>());
                answers.add(new HashMap<>());
            }
            this.side = member -> side.apply(member.address());
        }

        private static boolean leads(Member member) {
            return member.address().equals("X");
        }

        private boolean reaches(Member one, Member other) {
            return side.apply(one) >= 0 && side.apply(one).equals(side.apply(other)) && !ended.contains(other);
        }

        void second() {
            for (int i = 0; i < members.size(); i++) {
                Member self = members.get(i);
                if (ended.contains(self) || side.apply(self) < 0) {
                    continue;
                }
                Set<Member> gone = out.get(i);
                List<Member> others = members.stream()
                        .filter(one -> !one.equals(self) && !gone.contains(one))
                        .toList();
                Set<Member> unreachable =
                        others.stream().filter(one -> !reaches(self, one)).collect(Collectors.toSet());
                Downing.Step step = Downing.look(
                        states.get(i),
                        new Downing.View(self, leads(self), others, unreachable, Set.of(), answers.get(i)));
                answers.set(i, new HashMap<>());
                others.stream()
                        .filter(one -> step.asked().contains(one.address()) && reaches(self, one))
                        .forEach(one -> answers.get(members.indexOf(self)).put(one.address(), leads(one)));
                states.set(i, step.next());
                step.lost().forEach(address -> down(self, address));
            }
        }

        private void down(Member by, String address) {
            Member lost = members.stream()
                    .filter(one -> one.address().equals(address))
                    .findFirst()
                    .orElseThrow();
            for (int i = 0; i < members.size(); i++) {
                if (members.get(i).equals(by) || reaches(by, members.get(i))) {
                    out.get(i).add(lost);
                }
            }
            if (lost.equals(by) || reaches(by, lost)) {
                ended.add(lost);
            }
        }

        String left() {
            return members.stream()
                    .filter(one -> !ended.contains(one) && side.apply(one) >= 0)
                    .map(Member::address)
                    .collect(Collectors.joining());
        }

        Set<String> knownBy(String name) {
            int i = members.stream().map(Member::address).toList().indexOf(name);
            return members.stream()
                    .filter(one -> !out.get(i).contains(one))
                    .map(Member::address)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** After a minute on two sides, some members hanging. */
    @ParameterizedTest(name = "{0} parted from {1}, {2} hanging")
    @CsvSource({
        "Xa, bc, '', Xabc", // the run keeps the node that it reaches; the others keep their cluster
        "X, abc, '', Xabc",
        "Xab, c, '', Xab", // c is alone and ends
        "ab, c, '', ab",
        "a, bc, '', bc",
        "ab, cd, '', ab", // of two halves the one with the lowest address
        "cd, ab, '', ab",
        "Xc, '', ab, Xc", // in whatever order nodes are lost
        "Xa, '', bcdef, Xa",
        "abc, '', X, abc", // the nodes wait for another run
        "abY, '', X, abY",
        "XaY, b, c, XaY",
        "Xabc, '', '', Xabc",
    })
    void whoeverReachesTheRunGoesOn(String here, String there, String hanging, String left) {
        World world =
                new World(here + there + hanging, name -> hanging.contains(name) ? -1 : here.contains(name) ? 0 : 1);
        for (int second = 0; second < 60; second++) {
            world.second();
        }
        assertThat(world.left().chars().sorted().toArray())
                .isEqualTo(left.chars().sorted().toArray());
        String first = here.substring(0, 1);
        if (left.contains(first)) {
            assertThat(world.knownBy(first)).isEqualTo(new TreeSet<>(Arrays.asList(here.split(""))));
        }
    }

    @Test
    void aNodeIsLostAfterSevenSecondsToTheRunUnderWay() {
        World world = new World("Xab", name -> name.equals("b") ? -1 : 0);
        for (int second = 1; second < AFTER; second++) {
            world.second();
        }
        assertThat(world.knownBy("X")).contains("b");
        world.second();
        assertThat(world.knownBy("X")).doesNotContain("b");
    }

    /** Whom a member calls lost within a hundred looks at a cluster that stays as it is. */
    private static Set<String> lost(Member self, boolean leads, Set<Member> unreachable, Map<String, Boolean> answers) {
        List<Member> others =
                Stream.of(RUN, A, B).filter(one -> !one.equals(self)).toList();
        Downing.State state = Downing.State.of(AFTER);
        Set<String> lost = new TreeSet<>();
        for (int second = 0; second < 100; second++) {
            Downing.Step step =
                    Downing.look(state, new Downing.View(self, leads, others, unreachable, Set.of(), answers));
            lost.addAll(step.lost());
            state = step.next();
        }
        return lost;
    }

    @Test
    void whoeverAnswersIsNotLostWhetherOrNotHeartbeatsCome() {
        assertThat(lost(RUN, true, Set.of(A), Map.of("a", false))).isEmpty();
        assertThat(lost(A, false, Set.of(RUN, B), Map.of("X", true, "b", false)))
                .isEmpty();
        assertThat(lost(A, false, Set.of(RUN, B), Map.of("b", false))).containsExactly("X");
    }

    @Test
    void aRunThatWaitsForItsTurnDecidesNothing() {
        assertThat(lost(RUN, false, Set.of(A, B), Map.of())).isEmpty();
        assertThat(lost(RUN, true, Set.of(A, B), Map.of())).containsExactly("a", "b");
    }

    @Test
    void nodesLeaveItToTheRunUnderWayWhichOfThemIsLost() {
        assertThat(lost(A, false, Set.of(B), Map.of("X", true))).isEmpty();
        assertThat(lost(A, false, Set.of(B), Map.of("X", false))).containsExactly("b");
    }

    @Test
    void thoseAreAskedWhomSomebodyDoesNotReachAndRunsWithThem() {
        List<Member> others = List.of(RUN, B);
        Downing.State state = Downing.State.of(AFTER);
        assertThat(Downing.look(state, new Downing.View(A, false, others, Set.of(), Set.of(), Map.of()))
                        .asked())
                .isEmpty();
        assertThat(Downing.look(state, new Downing.View(A, false, others, Set.of(B), Set.of(), Map.of()))
                        .asked())
                .containsExactly("X", "b");
    }

    @Test
    void aNodeEndsThatHasNotBecomeAMemberForTwoMinutes() {
        Member joining = new Member("c", 1, Role.NODE, false);
        Downing.State state = Downing.State.of(AFTER);
        for (int second = 1; second <= Downing.LONGEST_JOINING; second++) {
            Downing.Step step =
                    Downing.look(state, new Downing.View(joining, false, List.of(A, B), Set.of(), Set.of(), Map.of()));
            assertThat(step.lost()).isEqualTo(second < Downing.LONGEST_JOINING ? List.of() : List.of("c"));
            state = step.next();
        }
    }

    /** Whom node b calls lost when it is cut off from a and c, and notices c some looks later. */
    private static Set<String> lostToACutOffNode(int later) {
        Member c = new Member("c", 1, Role.NODE, true);
        Downing.State state = Downing.State.of(AFTER);
        Set<String> lost = new TreeSet<>();
        for (int second = 0; second < 100 && !lost.contains("b"); second++) {
            Set<Member> unreachable = second < later ? Set.of(A) : Set.of(A, c);
            Downing.Step step =
                    Downing.look(state, new Downing.View(B, false, List.of(A, c), unreachable, Set.of(), Map.of()));
            lost.addAll(step.lost());
            state = step.next();
        }
        return lost;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 20})
    void aNodeThatIsCutOffEndsThoughItNoticesTheOthersOneAfterTheOther(int later) {
        assertThat(lostToACutOffNode(later)).containsExactly("b");
    }

    /** Seconds until a run calls a silent node lost that takes connections for some seconds. */
    private static int lostAfter(int connecting) {
        Downing.State state = Downing.State.of(AFTER);
        Set<String> connected = Set.of();
        for (int second = 1; ; second++) {
            Downing.View view = new Downing.View(RUN, true, List.of(A), Set.of(A), connected, Map.of());
            Downing.Step step = Downing.look(state, view);
            if (!step.lost().isEmpty()) {
                return second;
            }
            connected = second <= connecting ? Set.copyOf(step.called()) : Set.of();
            state = step.next();
        }
    }

    @Test
    void aProcessThatTakesConnectionsAndDoesNotAnswerIsWaitedForLonger() {
        assertThat(lostAfter(0)).isEqualTo(AFTER);
        assertThat(lostAfter(1_000)).isEqualTo(6 * AFTER);
        assertThat(lostAfter(20)).isBetween(21, 32);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void nobodyIsLostWhoComesBackInTime(long seed) {
        Random random = new Random(seed);
        List<Member> nodes = List.of(A, B);
        Downing.State state = Downing.State.of(AFTER);
        for (int second = 0; second < 1_000; second++) {
            boolean isBack = second % AFTER == 0;
            Set<Member> unreachable = isBack ? Set.of() : Set.copyOf(nodes.subList(0, 1 + random.nextInt(2)));
            Downing.Step step =
                    Downing.look(state, new Downing.View(RUN, true, nodes, unreachable, Set.of(), Map.of()));
            assertThat(step.lost()).isEmpty();
            state = step.next();
        }
    }

    @Test
    void anotherLifeAtTheSameAddressBeginsAnew() {
        Downing.State state = Downing.State.of(AFTER);
        for (int life = 1; life < 50; life++) {
            Member node = new Member("a", life, Role.NODE, true);
            Downing.Step step =
                    Downing.look(state, new Downing.View(RUN, true, List.of(node), Set.of(node), Set.of(), Map.of()));
            assertThat(step.lost()).isEmpty();
            state = step.next();
        }
    }
}

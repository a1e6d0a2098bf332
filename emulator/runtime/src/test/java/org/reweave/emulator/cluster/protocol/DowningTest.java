package org.reweave.emulator.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.cluster.protocol.Downing.Member;
import org.reweave.emulator.cluster.protocol.Downing.Role;

/**
 * Small clusters whose members look once a second. Nodes are a, b, c, ..; runs are X, Y. Members on one side of a
 * partition do not reach those on the other. A member that is lost is out for all on the side that says so, and ends if
 * it is on that side.
 */
class DowningTest {
    private static final int AFTER = 7;

    private static final class World {
        private final List<Member> members = new ArrayList<>();
        private final Function<Member, Integer> side; // below 0 = hangs: reaches nobody, and does not look
        private final List<Downing.State> states = new ArrayList<>();
        private final List<Set<Member>> out = new ArrayList<>(); // by member: whom it knows to be out
        private final Set<Member> ended = new HashSet<>();
        private final Set<String> heardByRuns = new TreeSet<>(); // nodes that have parts of X

        World(String names, Function<String, Integer> side) {
            for (String name : names.split("")) {
                Role role = Character.isUpperCase(name.charAt(0)) ? Role.RUN : Role.NODE;
                members.add(new Member(name, 1, role, true));
                states.add(Downing.State.of(AFTER));
                out.add(new HashSet<>());
            }
            this.side = member -> side.apply(member.address());
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
                Set<String> heard = others.stream()
                        .filter(one -> self.address().equals("X") && reaches(self, one))
                        .map(Member::address)
                        .filter(heardByRuns::contains)
                        .collect(Collectors.toSet());
                Downing.Step step = Downing.look(states.get(i), new Downing.View(self, others, unreachable, heard));
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
        world.heardByRuns.addAll(List.of("a", "b", "c", "d", "e", "f"));
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
    void aNodeIsLostAfterSevenSecondsToARunThatKnowsIt() {
        World world = new World("Xab", name -> name.equals("b") ? -1 : 0);
        world.heardByRuns.addAll(List.of("a", "b"));
        Downing.State known = new Downing.State(AFTER, world.states.get(0).missed(), Set.of("b"));
        world.states.set(0, known);
        for (int second = 1; second < AFTER; second++) {
            world.second();
        }
        assertThat(world.knownBy("X")).contains("b");
        world.second();
        assertThat(world.knownBy("X")).doesNotContain("b");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void nobodyIsLostWhoComesBackInTime(long seed) {
        Random random = new Random(seed);
        Member run = new Member("X", 1, Role.RUN, true);
        List<Member> nodes = List.of(new Member("a", 1, Role.NODE, true), new Member("b", 1, Role.NODE, true));
        Downing.State state = Downing.State.of(AFTER);
        for (int second = 0; second < 1_000; second++) {
            boolean isBack = second % AFTER == 0;
            Set<Member> unreachable = isBack ? Set.of() : Set.copyOf(nodes.subList(0, 1 + random.nextInt(2)));
            Downing.Step step = Downing.look(state, new Downing.View(run, nodes, unreachable, Set.of("a", "b")));
            assertThat(step.lost()).isEmpty();
            state = step.next();
        }
    }

    @Test
    void aNodeThatIsHeardIsNotLostWhoeverCannotReachIt() {
        Member run = new Member("X", 1, Role.RUN, true);
        Member node = new Member("a", 1, Role.NODE, true);
        Downing.State state = Downing.State.of(AFTER);
        for (int second = 0; second < 100; second++) {
            Downing.Step step = Downing.look(state, new Downing.View(run, List.of(node), Set.of(node), Set.of("a")));
            assertThat(step.lost()).isEmpty();
            state = step.next();
        }
    }

    @Test
    void anotherLifeAtTheSameAddressBeginsAnew() {
        Member run = new Member("X", 1, Role.RUN, true);
        Downing.State state = Downing.State.of(AFTER);
        for (int life = 1; life < 50; life++) {
            Member node = new Member("a", life, Role.NODE, true);
            Downing.Step step = Downing.look(state, new Downing.View(run, List.of(node), Set.of(node), Set.of()));
            assertThat(step.lost()).isEmpty();
            state = step.next();
        }
    }
}

package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;

/**
 * A search that leaves out steps takes the others for independent of them: at every state of the full search, each step
 * that is taken is still possible after each one that is left out, and the other way round, and both orders lead to the
 * same state. What is on its way and makes no difference counts as having come ({@link Play#settled}).
 */
class IndependenceModelTest {
    /** Pairs of steps that were compared, at all states. */
    record Proof(int states, int leavingOut, long pairs) {}

    private static final class Judge {
        private final Model model;
        private final Play play;
        private int leavingOut;
        private long pairs;

        Judge(Model model) {
            this.model = model;
            this.play = new Play(model, model.promises());
        }

        Proof judge() {
            Set<List<List<Long>>> known = new HashSet<>();
            Deque<List<List<Long>>> open = new ArrayDeque<>(List.of(play.state()));
            known.add(open.getFirst());
            while (!open.isEmpty()) {
                List<List<Long>> state = open.removeFirst();
                Map<String, Integer> all = play.all(state);
                judge(state, all, play.kept(state));
                for (int step : all.values()) {
                    if (play.after(state, step) instanceof List<?> next && known.add(Play.cast(next))) {
                        open.add(Play.cast(next));
                    }
                }
            }
            return new Proof(known.size(), leavingOut, pairs);
        }

        private void judge(List<List<Long>> state, Map<String, Integer> all, Map<String, Integer> kept) {
            if (kept.size() == all.size()) {
                return;
            }
            leavingOut++;
            for (String inside : kept.keySet()) {
                for (String other : all.keySet()) {
                    if (!kept.containsKey(other)) {
                        judge(state, all, inside, other);
                    }
                }
            }
        }

        private void judge(List<List<Long>> state, Map<String, Integer> all, String inside, String other) {
            pairs++;
            Object one = both(state, all.get(inside), other);
            Object two = both(state, all.get(other), inside);
            assertThat(one)
                    .as(
                            "%s under %s: %s, left out, and %s",
                            model.name(), model.scheme().name(), other, inside)
                    .isEqualTo(two);
        }

        /** Where two steps lead, or the promise that one of them breaks. */
        private Object both(List<List<Long>> state, int first, String second) {
            if (!(play.after(state, first) instanceof List<?> once)) {
                return play.after(state, first);
            }
            Integer step = play.named(Play.cast(once)).get(second);
            assertThat(step)
                    .as(
                            "%s under %s: %s is possible after the other",
                            model.name(), model.scheme().name(), second)
                    .isNotNull();
            Object twice = play.after(Play.cast(once), step);
            return twice instanceof List<?> next ? play.settled(Play.cast(next)) : twice;
        }
    }

    static Proof proof(Model model) {
        Proof proof = new Judge(model).judge();
        System.out.println(model.name() + ", " + model.scheme().name() + ": " + proof);
        return proof;
    }

    private static Model twoLinks(String scheme) {
        return SmallFabrics.twoLinks(Schemes.get(scheme), 1);
    }

    private static Model comesBack(String scheme) {
        Model model = twoLinks(scheme);
        return model.with(model.bounds().withFaults(1, 1, 1));
    }

    static Stream<Model> smallModels() {
        return Stream.concat(
                Stream.of("naive", "ebr", "ebrd", "static", "rftr", "apm", "combined")
                        .map(IndependenceModelTest::twoLinks),
                Stream.of(
                        comesBack("naive"),
                        SmallFabrics.neighbourAway(Schemes.get("naive"), 1),
                        SmallFabrics.neighbourAway(Schemes.get("ebr"), 1),
                        twoLinks("naive").withBareStart(),
                        twoLinks("ebr").withBareStart(),
                        SmallFabrics.triangle(Schemes.get("naive"), 2),
                        SmallFabrics.triangle(Schemes.get("ebr"), 2)));
    }

    @ParameterizedTest
    @MethodSource("smallModels")
    void whatIsTakenCommutesWithAllThatIsLeftOutAtEveryState(Model model) {
        Proof proof = proof(model);
        assertThat(proof.leavingOut()).isPositive();
        assertThat(proof.pairs()).isGreaterThanOrEqualTo(proof.leavingOut());
    }

    static Stream<Model> largerModels() {
        return Stream.of(comesBack("ebr"), SmallFabrics.triangle(Schemes.get("static"), 2), twoLinks("sr-la"));
    }

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("largerModels")
    void whatIsTakenCommutesWithAllThatIsLeftOutInLargerModels(Model model) {
        whatIsTakenCommutesWithAllThatIsLeftOutAtEveryState(model);
    }
}

package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.Promise;

/** Threads share the work of a search and leave no trace in its result. */
class ThreadsModelTest {
    static Stream<Model> models() {
        return Stream.of(
                SmallFabrics.triangle(Schemes.get("ebr"), 2, 10),
                SmallFabrics.triangle(Schemes.get("naive"), 2, 10, 21),
                SmallFabrics.twoLinks(Schemes.get("sr-la"), 1),
                PathFabrics.rftr(Schemes.get("rftr"), Examples.RING, 2, List.of("s0-s1"), 2),
                FatTrees.smallTree(
                        Schemes.get("dlr"), org.reweave.routing.rerouting.LocalRerouting.ADAPTIVE_SWITCH, 20, 30, 2));
    }

    @ParameterizedTest
    @MethodSource("models")
    void oneThreadAndThreeFindTheSameStatesAndTheSameSteps(Model model) {
        for (Promise promise : List.of(Promise.RUN_ENDS, Promise.NO_DEADLOCK)) {
            Exploration one = explore(model, promise, 1);
            Exploration three = explore(model, promise, 3);
            assertThat(three).hasToString(one.toString());
            assertThat(three.trace()).isEqualTo(one.trace());
            assertThat(List.of(three.states(), three.depth(), three.ends()))
                    .isEqualTo(List.of(one.states(), one.depth(), one.ends()));
            assertThat(three.transitions()).isEqualTo(one.transitions());
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void aBudgetEndsBothAtTheSameState(Model model) {
        Model small = model.withBudget(50);
        String one = message(small, 1);
        assertThat(one).contains("more than 50 states");
        assertThat(message(small, 3)).isEqualTo(one);
    }

    private static Exploration explore(Model model, Promise promise, int threads) {
        return Explorer.explore(model, java.util.Set.of(promise), threads, states -> {});
    }

    private static String message(Model model, int threads) {
        Throwable[] thrown = new Throwable[1];
        assertThatThrownBy(() -> explore(model, Promise.RUN_ENDS, threads))
                .isInstanceOf(StateBudgetException.class)
                .satisfies(error -> thrown[0] = error);
        return thrown[0].getMessage();
    }
}

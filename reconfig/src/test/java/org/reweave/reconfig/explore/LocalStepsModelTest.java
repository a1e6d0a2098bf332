package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.reconfig.explore.SmallFabrics.triangle;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.faulttolerance.LocalRerouting;

/** The reduction leaves out orders, never outcomes: the full search finds the same ends and the same broken promises. */
class LocalStepsModelTest {
    private static final SchemeOptions OVERLAP =
            new SchemeOptions(false, 3, true, false, LocalRerouting.DETERMINISTIC_LINK);

    static Stream<Model> models() {
        return Stream.of(
                triangle(Schemes.get("naive"), 2, 10, 21),
                triangle(Schemes.get("static"), 2),
                triangle(Schemes.get("static"), 2)
                        .with(new SchemeOptions(false, 3, false, true, LocalRerouting.DETERMINISTIC_LINK)),
                triangle(Schemes.get("ebr"), 10),
                triangle(Schemes.get("ebrd"), 2),
                triangle(Schemes.get("ebr"), 2).withLoss(List.of(1)),
                SmallFabrics.pair(Schemes.get("sr-la"), 1),
                SmallFabrics.pair(Schemes.get("ebrd"), 1).with(OVERLAP));
    }

    static Stream<Model> largerModels() {
        return Stream.of(
                        triangle(Schemes.get("ebr"), 2, 10),
                        triangle(Schemes.get("static"), 2, 10),
                        triangle(Schemes.get("sr-la"), 2),
                        triangle(Schemes.get("ebr"), 2).with(OVERLAP),
                        SmallFabrics.pair(Schemes.get("sr-pda"), 1, 10),
                        SmallFabrics.pair(Schemes.get("double-scheme"), 10),
                        SmallFabrics.triangleTwice(Schemes.get("ebr"), 2).with(OVERLAP))
                .map(model -> model.withBudget(30_000_000));
    }

    @ParameterizedTest
    @Tag("campaign")
    @MethodSource("largerModels")
    void soItDoesOnLargerModels(Model model) {
        aFullSearchFindsTheSameEndsAndBrokenPromises(model);
    }

    @ParameterizedTest
    @MethodSource("models")
    void aFullSearchFindsTheSameEndsAndBrokenPromises(Model model) {
        Set<Promise> all = java.util.EnumSet.allOf(Promise.class);
        Set<String> full = Explorer.outcomes(model.withLocalFirst(false), all);
        Set<String> reduced = Explorer.outcomes(model, all);
        System.out.println(model.name() + ", " + model.scheme().name() + ": " + full.size() + " outcomes");
        assertThat(reduced).isNotEmpty().isEqualTo(full);
    }
}

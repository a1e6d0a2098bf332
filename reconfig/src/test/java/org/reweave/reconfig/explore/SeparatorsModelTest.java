package org.reweave.reconfig.explore;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;

/**
 * Simple Reconfiguration and the Double Scheme when something goes wrong meanwhile: links fail and come back, a device
 * falls silent, the manager loses patience. And Simple Reconfiguration where old and new ways cross.
 */
@Tag("slow")
class SeparatorsModelTest {
    private static final Bounds FAULT = Bounds.LEAST.withFaults(1);
    private static final Bounds ONE_AFTER_THE_OTHER = Bounds.LEAST.withFaults(2, 1, 1);
    private static final Bounds RETURN = Bounds.LEAST.withFaults(1, 1, 1);
    private static final Bounds HASTE = Bounds.LEAST.withFaults(1).withHaste(1);
    private static final Bounds HASTY_RETURN = Bounds.LEAST.withFaults(1, 1, 1).withHaste(1);

    private static Arguments model(String scheme, UnaryOperator<Model> mishap, int... packets) {
        return Arguments.of(scheme, mishap.apply(SmallFabrics.twoLinks(Schemes.get(scheme), packets)));
    }

    private static UnaryOperator<Model> in(Bounds bounds) {
        return model -> model.with(bounds);
    }

    /** The switch that is not the manager's falls silent. */
    private static Model withLoss(Model model) {
        return model.withLoss(List.of(1));
    }

    static Stream<Arguments> mishaps() {
        return Stream.of(
                model("sr-la", in(FAULT), 1, 10),
                model("sr-pda", in(FAULT), 1, 10),
                model("double-scheme", in(FAULT), 1),
                model("sr-la", SeparatorsModelTest::withLoss, 1),
                model("sr-pda", SeparatorsModelTest::withLoss, 1),
                model("double-scheme", SeparatorsModelTest::withLoss, 1),
                model("sr-la", in(RETURN), 1),
                model("sr-pda", in(RETURN), 1),
                model("sr-la", in(HASTE), 1),
                model("sr-pda", in(HASTE), 1),
                model("sr-la", in(ONE_AFTER_THE_OTHER)));
    }

    static Stream<Arguments> moreMishaps() {
        return Stream.of(
                model("double-scheme", in(FAULT), 1, 10),
                model("sr-la", in(ONE_AFTER_THE_OTHER), 1),
                model("sr-pda", in(ONE_AFTER_THE_OTHER), 1),
                model("double-scheme", in(HASTE), 1),
                model("double-scheme", in(RETURN), 1),
                model("sr-la", in(HASTY_RETURN), 1),
                model("sr-pda", in(HASTY_RETURN), 1));
    }

    @ParameterizedTest(name = "{0} [{index}]")
    @MethodSource("mishaps")
    void aMishapDelaysTheEndAndBreaksNoPromise(String scheme, Model model) {
        Explored.kept(model);
    }

    @ParameterizedTest(name = "{0} [{index}]")
    @Tag("campaign")
    @MethodSource("moreMishaps")
    void moreMishapsAtATimeBreakNoPromise(String scheme, Model model) {
        Explored.kept(model.withBudget(60_000_000));
    }

    /** Old and new ways together could deadlock, and tokens keep them apart. */
    @ParameterizedTest
    @CsvSource({"sr-la, 2, 13", "sr-la, 2, 20"})
    void tokensGoRoundAReRootedRing(String scheme, int first, int second) {
        Explored.kept(SmallFabrics.reRootedRing(Schemes.get(scheme), first, second));
    }

    @Test
    void aLinkOfAMeshFails() {
        Explored.kept(SmallFabrics.mesh(Schemes.get("sr-la"), MeshModelTest.across(1)));
    }

    @Test
    @Tag("campaign")
    void aLinkOfAMeshFailsWhileTokensMayComeBeforeTables() {
        Explored.kept(SmallFabrics.mesh(Schemes.get("sr-pda"), MeshModelTest.across(1)));
    }
}

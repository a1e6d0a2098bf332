package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reweave.reconfig.explore.SmallFabrics.triangle;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;

/** A second manager takes over at any step, from a dead one or from one that goes on with its change. */
class TwoManagersModelTest {
    private static Model takenOver(Model model) {
        return model.with(model.bounds().withTakeovers(1));
    }

    private static Model twoLinks(String scheme) {
        return SmallFabrics.twoLinks(Schemes.get(scheme), 1);
    }

    private static Model comesBack(String scheme) {
        return comesBack(Schemes.get(scheme));
    }

    private static Model comesBack(Scheme scheme) {
        Model model = SmallFabrics.twoLinks(scheme, 1);
        return model.with(model.bounds().withFaults(1, 1, 1));
    }

    private static Model nothingFails(String scheme) {
        Model model = twoLinks(scheme);
        return model.with(model.bounds().withFaults(0, 0, 0));
    }

    static Stream<Model> smallModels() {
        return Stream.concat(
                Stream.of("ebr", "ebrd", "static", "sr-la", "sr-pda").map(TwoManagersModelTest::nothingFails),
                Stream.of(twoLinks("naive"), comesBack("naive"), triangle(Schemes.get("naive"), 2)));
    }

    @ParameterizedTest
    @MethodSource("smallModels")
    void promisesAreKeptWhenASecondManagerTakesOver(Model model) {
        Explored.kept(takenOver(model));
    }

    @ParameterizedTest
    @MethodSource("smallModels")
    void endsAreThoseOfAllOrders(Model model) {
        Model taken = takenOver(model);
        Set<Promise> all = EnumSet.allOf(Promise.class);
        assertThat(Explorer.outcomes(taken, all)).isEqualTo(Explorer.outcomes(taken.withLocalFirst(false), all));
    }

    static Stream<Model> largerModels() {
        return Stream.of(
                nothingFails("double-scheme"),
                twoLinks("ebr"),
                twoLinks("ebrd"),
                triangle(Schemes.get("ebr"), 2).withBudget(10_000_000));
    }

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("largerModels")
    void promisesAreKeptInLargerModels(Model model) {
        Explored.kept(takenOver(model));
    }

    private static Walks walks(Model model) {
        return Walks.of(model, Set.of(Promise.DONE_MEANS_INSTALLED), 300, 1, states -> {});
    }

    @Test
    void sameWalksAsBelowFindNothingWhereTheSecondManagerSkipsNumbers() {
        assertThat(walks(takenOver(comesBack("sr-la"))).broken()).isNull();
    }

    /** The tokens of both have the same mark: those of the first manager count for the change of the second one. */
    @Test
    void twoManagersThatNumberTheirChangesAlikeBreakWhatSrLaPromises() {
        Model model = takenOver(comesBack(Mutant.withoutSkipping("sr-la")));
        Walks found = walks(model);
        assertThat(found.broken()).isEqualTo(Promise.DONE_MEANS_INSTALLED);
        assertThat(Replay.of(model, found.trace()).lines())
                .anyMatch(step -> step.contains("takes over, and the first one goes on"))
                .anyMatch(step -> step.contains("of the first manager: the manager computes tables"));
    }

    @Test
    void whatAModelOfTwoManagersLeavesOutIsRefused() {
        assertThatThrownBy(() -> takenOver(twoLinks("apm"))).hasMessageContaining("two managers for apm");
        assertThatThrownBy(() -> takenOver(twoLinks("naive")).withTablesPerBlock(true))
                .hasMessageContaining("two managers with tables block by block");
        Model late = twoLinks("naive").withLoss(List.of(0));
        assertThatThrownBy(() -> takenOver(late.with(late.bounds().withLate(1))))
                .hasMessageContaining("late = 1 with two managers");
    }
}

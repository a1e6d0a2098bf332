package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.Promise;

/** Random walks through models that are too large to be searched. */
class WalksTest {
    private static final Model TRIANGLE = SmallFabrics.triangle(Schemes.get("naive"), 2, 10, 21);

    @Test
    void aBrokenPromiseComesWithStepsThatLeadThereOnceMore() {
        Walks found = Walks.of(TRIANGLE, EnumSet.of(Promise.NO_DEADLOCK), 10_000, 1, states -> {});
        assertThat(found.broken()).isEqualTo(Promise.NO_DEADLOCK);
        Replay replay = Replay.of(TRIANGLE, found.trace());
        assertThat(replay.cycle()).hasSize(3);
        assertThat(found.toString()).contains("found by " + found.walks() + " random walks", "which waits for");
    }

    @Test
    void aPromiseThatAStepBreaksEndsTheTraceWithThatStep() {
        Model model = SmallFabrics.mesh(Schemes.get("ebr"), MeshModelTest.across(4));
        Walks found = Walks.of(model, Set.of(Promise.NO_DISCARD), 10_000, 1, states -> {});
        assertThat(found.broken()).isEqualTo(Promise.NO_DISCARD);
        assertThat(Replay.of(model, found.trace()).broken()).isEqualTo(Promise.NO_DISCARD);
    }

    @Test
    void aSeedRepeatsTheWalksAndAnotherTakesOthers() {
        assertThat(text(100, 7)).isEqualTo(text(100, 7)).isNotEqualTo(text(100, 8));
    }

    private static String text(int walks, long seed) {
        return Walks.of(TRIANGLE, EnumSet.of(Promise.RUN_ENDS), walks, seed, states -> {})
                .toString();
    }

    @Test
    void whatWasWalkedIsSaidAndNotTakenForAProof() {
        Model model = SmallFabrics.triangle(Schemes.get("ebr"), 2, 10);
        Walks found = Walks.of(model, model.promises(), 2_000, 1, states -> {});
        assertThat(found.broken()).isNull();
        assertThat(found.trace()).isEmpty();
        assertThat(found.toString()).contains("which is no proof; 2000 random walks", "within 2 packets");
        assertThat(found.ends()).isGreaterThanOrEqualTo(2_000);
        int all = Explorer.survey(model, model.promises(), states -> {}).states();
        assertThat(found.states()).isGreaterThan(all / 10).isLessThanOrEqualTo(all);
    }

    @Test
    void walksEndWhereTheBudgetDoesAndSaySo() {
        Walks found = Walks.of(TRIANGLE.withBudget(500), EnumSet.of(Promise.RUN_ENDS), 10_000, 1, states -> {});
        assertThat(found.states()).isEqualTo(500);
        assertThat(found.walks()).isLessThan(10_000);
        assertThat(found.toString()).contains("ended by the budget of 500 states");
    }
}

package org.reweave.emulator.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a run on nodes takes checkpoints by itself. */
class CutProtocolTest {
    private static final long BETWEEN = 100;
    private static final long BEGUN = Long.MAX_VALUE - 50; // a clock of nanoseconds may begin anywhere, and go round

    private static final CutProtocol.Pace ALWAYS = new CutProtocol.Pace(BETWEEN, BETWEEN);
    private static final CutProtocol.Pace SOONER = new CutProtocol.Pace(BETWEEN / 10, BETWEEN);

    private static CutProtocol.Step seen(CutProtocol.State state, long cut, long after, CutProtocol.Pace pace) {
        return CutProtocol.step(state, new CutProtocol.Seen(cut, cut * 500, "f" + cut, BEGUN + after, pace));
    }

    /** A checkpoint of a cut that was just seen is stored after a time. */
    private static CutProtocol.State stored(CutProtocol.State state, long cut, long after, long storing) {
        CutProtocol.State taken = CutProtocol.step(state, new CutProtocol.Taken(cut, BEGUN + after))
                .next();
        return CutProtocol.step(taken, new CutProtocol.Stored(cut, BEGUN + after + storing))
                .next();
    }

    @Test
    void aCheckpointIsAskedForOnceMoreThanTheTimeBetweenTwoHasPassed() {
        CutProtocol.Step due = seen(CutProtocol.State.of(true, BEGUN), 1, BETWEEN, ALWAYS);
        assertThat(due.effects()).isEmpty();
        due = seen(due.next(), 2, BETWEEN + 1, ALWAYS);
        assertThat(due.effects()).isEqualTo(List.of(new CutProtocol.Take()));
        due = seen(due.next(), 3, 2 * BETWEEN + 1, ALWAYS);
        assertThat(due.effects()).isEmpty();
        due = seen(due.next(), 4, 2 * BETWEEN + 2, ALWAYS);
        assertThat(due.effects()).isEqualTo(List.of(new CutProtocol.Take()));
    }

    @Test
    void theLongerItTakesToStoreOneTheLongerTheNextOneIsWaitedForWithinLimits() {
        for (long[] storingAndBetween : new long[][] {{0, 10}, {1, 20}, {4, 80}, {5, 100}, {50, 100}}) {
            CutProtocol.State begun =
                    seen(CutProtocol.State.of(true, BEGUN), 1, 1, SOONER).next();
            CutProtocol.State asked =
                    CutProtocol.step(begun, new CutProtocol.Ask(BEGUN + 1)).next();
            CutProtocol.State stored = stored(asked, 1, 2, storingAndBetween[0]);
            assertThat(seen(stored, 2, 1 + storingAndBetween[1], SOONER).effects())
                    .isEmpty();
            assertThat(seen(stored, 2, 2 + storingAndBetween[1], SOONER).effects())
                    .isEqualTo(List.of(new CutProtocol.Take()));
        }
    }

    @Test
    void theListenerTakesWhatSomebodyAskedForAndOfTheOthersOneNowAndThen() {
        CutProtocol.State state = CutProtocol.State.of(true, BEGUN);
        List<Long> offered = new ArrayList<>();
        for (long cut = 1; cut <= 25; cut++) {
            CutProtocol.Step due = seen(state, cut, cut * 11, SOONER);
            assertThat(due.effects()).isEqualTo(List.of(new CutProtocol.Take()));
            state = cut == 15
                    ? CutProtocol.step(due.next(), new CutProtocol.Ask(BEGUN + cut * 11))
                            .next()
                    : due.next();
            CutProtocol.Step taken = CutProtocol.step(state, new CutProtocol.Taken(cut, BEGUN + cut * 11));
            if (taken.effects().equals(List.of(new CutProtocol.Offer(true)))) {
                offered.add(cut);
            }
            state = CutProtocol.step(taken.next(), new CutProtocol.Stored(cut, BEGUN + cut * 11))
                    .next();
        }
        assertThat(offered).containsExactly(10L, 15L, 25L);
    }

    @Test
    void aRunThatIsResumedShowsTheCutsBehindItsCheckpointAndMayEndAtOnce() {
        CutProtocol.State resumed = CutProtocol.State.at(true, 20, 10_000, BEGUN);
        CutProtocol.State begun =
                CutProtocol.step(resumed, new CutProtocol.Begin()).next();
        assertThat(CutProtocol.step(begun, new CutProtocol.Complete(21, "f21")).effects())
                .isEqualTo(List.of(new CutProtocol.Show()));
        assertThat(CutProtocol.step(begun, new CutProtocol.Complete(20, "f20")).effects())
                .allMatch(CutProtocol.Diverged.class::isInstance)
                .hasSize(1);
        CutProtocol.State ending =
                CutProtocol.step(resumed, new CutProtocol.End()).next();
        assertThat(CutProtocol.step(ending, new CutProtocol.Begin()).effects())
                .isEqualTo(List.of(new CutProtocol.Interrupt()));
    }

    @Test
    void aRunThatCannotBeRepeatedTakesNone() {
        assertThat(seen(CutProtocol.State.of(false, BEGUN), 1, 10 * BETWEEN, ALWAYS)
                        .effects())
                .isEmpty();
    }
}

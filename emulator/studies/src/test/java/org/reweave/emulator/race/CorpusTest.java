package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CorpusTest {
    private static RaceRun run(long seed, String... reached) {
        return new RaceRun(seed, new RunVerdict(RaceClass.CLEAN, "", List.of(), "", Map.of(), 0, 0), List.of(reached));
    }

    /** A race in which the runs of some seeds reach a point of their own. */
    private static List<RaceRun> race(int runs, boolean varies, long... good) {
        Corpus corpus = new Corpus(1, varies);
        List<RaceRun> all = new ArrayList<>();
        while (all.size() < runs) {
            for (long seed : corpus.generation(runs - all.size())) {
                boolean isGood = LongStream.of(good).anyMatch(one -> one == seed);
                all.add(corpus.take(isGood ? run(seed, "a", "of " + seed) : run(seed, "a")));
            }
        }
        return all;
    }

    @Test
    void onlyWhatNoRunBeforeHadReachedIsNew() {
        List<RaceRun> all = race(3, true, 2);
        assertThat(all.get(0).reached()).containsExactly("a");
        assertThat(all.get(1).reached()).containsExactly("of 2");
        assertThat(all.get(2).reached()).isEmpty();
    }

    @Test
    void fromTheSecondGenerationOnEveryFourthRunVariesASeedThatReachedSomethingNew() {
        List<RaceRun> all = race(60, true, 7);
        assertThat(all.subList(0, 20)).allMatch(RaceRun::hasPlainSeed);
        List<RaceRun> varied = all.stream().filter(one -> !one.hasPlainSeed()).toList();
        assertThat(varied).hasSize(10);
        assertThat(varied).extracting(RaceRun::seed).doesNotHaveDuplicates();
        assertThat(varied).extracting(one -> SeedPath.root(one.seed())).containsOnly(1L, 7L);
        assertThat(all.stream().filter(RaceRun::hasPlainSeed).map(RaceRun::seed))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 50).boxed().toList());
    }

    @Test
    void aShorterRaceIsTheBeginningOfALongerOne() {
        assertThat(race(33, true, 3, 22)).isEqualTo(race(80, true, 3, 22).subList(0, 33));
    }

    @Test
    void whereNothingIsVariedEverySeedIsTheNextOne() {
        assertThat(race(50, false, 7)).allMatch(RaceRun::hasPlainSeed);
    }

    @Test
    void aVariationIsANumberThatNamesItsSeedAndItsSteps() {
        long once = SeedPath.varied(17, 3);
        long twice = SeedPath.varied(once, 127);
        assertThat(SeedPath.root(twice)).isEqualTo(17);
        assertThat(SeedPath.steps(twice)).containsExactly(3, 127);
        assertThat(SeedPath.isPlain(17)).isTrue();
        assertThat(SeedPath.isPlain(once)).isFalse();
        assertThat(SeedPath.canVary(twice)).isTrue();
        assertThat(SeedPath.canVary(SeedPath.varied(twice, 1))).isFalse();
        assertThat(SeedPath.varied(twice, 127)).isPositive();
    }

    @Test
    void whatIsNotReachedIsWhatAnotherOfItsGroupHas() {
        ReachedPoints reach = ReachedPoints.of(
                List.of(
                        run(1, "message: trap lost", "message: update repeated", ReachedPoints.row(5)),
                        run(2, "message: trap repeated")),
                java.util.Set.of(2, 5));
        assertThat(reach.groups())
                .containsExactly(
                        new ReachedPoints.Group("message", 3, 4, List.of("update lost")),
                        new ReachedPoints.Group("row", 1, 2, List.of("2")));
    }
}

package org.reweave.emulator.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.plugin.PluginException;

/**
 * The patterns of thesis §7.2.3. Draws are pure functions of the seed, so statistics here are exact numbers, not flaky
 * ones.
 */
class PatternsTest {
    private static final long SEED = 42;

    private static Pattern pattern(String name, int nics, double share) {
        return Patterns.of(
                Traffics.of(name, 0.1, 0, 1000, share),
                Patterns.Place.of(IntStream.range(0, nics).boxed().toList(), nics),
                SEED);
    }

    @ParameterizedTest(name = "a jar''s pattern that names rank {0}")
    @ValueSource(ints = {-2, 1, 4, 100_000})
    void aDestinationThatIsNoOtherRankIsTheFaultOfItsJar(int to) {
        Pattern pattern = foreign((rank, counter) -> to);
        assertThatThrownBy(() -> pattern.destination(1, 7))
                .isInstanceOf(PluginException.class)
                .hasMessage("built-in: traffic pattern foreign sends packet 7 of rank 1 to rank " + to
                        + ", which is not another one from 0 to 3, nor -1; correct the jar or take it away");
    }

    @Test
    void aPatternWithoutDestinationsIsTheFaultOfItsJar() {
        assertThatThrownBy(() -> foreign(null))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("traffic pattern foreign has no destinations for 4 ranks");
    }

    private static Pattern foreign(TrafficPattern.Ranks ranks) {
        TrafficPattern pattern = new TrafficPattern() {
            @Override
            public String name() {
                return "foreign";
            }

            @Override
            public String summary() {
                return "";
            }

            @Override
            public Ranks over(Setting setting) {
                return ranks;
            }
        };
        return Patterns.of(
                pattern, Traffics.of("uniform", 0.1, 0, 1000, 0), Patterns.Place.of(List.of(0, 1, 2, 3), 4), SEED);
    }

    @ParameterizedTest(name = "{0} NICs")
    @ValueSource(ints = {2, 3, 8, 17})
    void uniformTrafficNeverGoesToItselfAndReachesEveryoneElse(int nics) {
        Pattern pattern = pattern("uniform", nics, 0);
        for (int nic = 0; nic < nics; nic++) {
            Set<Integer> reached = new TreeSet<>();
            for (long counter = 0; counter < 100L * nics; counter++) {
                reached.add(pattern.destination(nic, counter));
            }
            Set<Integer> others = new TreeSet<>(IntStream.range(0, nics).boxed().toList());
            others.remove(nic);
            assertThat(reached).isEqualTo(others);
        }
    }

    /** Chi-square over 15 destinations: 14 degrees of freedom, of which 0.1% exceed 36.12. */
    @Test
    void uniformTrafficIsEven() {
        int nics = 16;
        int draws = 15_000;
        Pattern pattern = pattern("uniform", nics, 0);
        for (int nic = 0; nic < nics; nic++) {
            int[] count = new int[nics];
            for (long counter = 0; counter < draws; counter++) {
                count[pattern.destination(nic, counter)]++;
            }
            double expected = draws / (nics - 1.0);
            double chiSquare = 0;
            for (int to = 0; to < nics; to++) {
                chiSquare += to == nic ? 0 : (count[to] - expected) * (count[to] - expected) / expected;
            }
            assertThat(chiSquare).as("source %d", nic).isLessThan(36.12);
        }
    }

    @ParameterizedTest(name = "bit reversal of 16: {0} to {1}")
    @CsvSource({"0, -1", "1, 8", "2, 4", "3, 12", "4, 2", "5, 10", "6, -1", "7, 14", "8, 1", "9, -1", "11, 13", "15, -1"
    })
    void bitReversalMirrorsTheBitsAndPalindromesStaySilent(int nic, int destination) {
        assertThat(pattern("bit-reversal", 16, 0).destination(nic, 3)).isEqualTo(destination);
    }

    @ParameterizedTest(name = "bit inversion of 8: {0} to {1}")
    @CsvSource({"0, 7", "1, 6", "2, 5", "3, 4", "4, 3", "5, 2", "6, 1", "7, 0"})
    void bitInversionFlipsEveryBit(int nic, int destination) {
        assertThat(pattern("bit-inversion", 8, 0).destination(nic, 5)).isEqualTo(destination);
    }

    /** Reversed, 0 to 5 are 0, 4, 2, 6, 1, 5: in ascending order those of 0, 4, 2, 1, 5, 3. */
    @ParameterizedTest(name = "bit reversal of 6: {0} to {1}")
    @CsvSource({"0, -1", "1, 4", "2, -1", "3, 1", "4, 5", "5, 3"})
    void bitReversalOfOtherNumbersKeepsTheOrderOfThoseThatExist(int nic, int destination) {
        assertThat(pattern("bit-reversal", 6, 0).destination(nic, 3)).isEqualTo(destination);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 9, 72, 200})
    void bitPatternsArePermutationsOfAnyNumberOfNics(int nics) {
        for (String name : List.of("bit-reversal", "bit-inversion")) {
            Pattern pattern = pattern(name, nics, 0);
            Set<Integer> reached = new TreeSet<>();
            for (int nic = 0; nic < nics; nic++) {
                int to = pattern.destination(nic, 0);
                reached.add(to < 0 ? nic : to);
            }
            assertThat(reached).as(name).hasSize(nics);
        }
    }

    @ParameterizedTest(name = "share {0} of {1} NICs: {2} sources")
    @CsvSource({"0.1, 20, 2", "0.1, 36, 4", "0.25, 8, 2", "0, 10, 0", "1, 10, 9", "0.5, 2, 1"})
    void exactlyTheShareOfTheSourcesSendsToTheHotSpotAlways(double share, int nics, int sources) {
        Pattern pattern = pattern("hotspot", nics, share);
        int constant = 0;
        Set<Integer> spots = new TreeSet<>();
        for (int nic = 0; nic < nics; nic++) {
            Set<Integer> reached = new TreeSet<>();
            for (long counter = 0; counter < 200; counter++) {
                reached.add(pattern.destination(nic, counter));
            }
            assertThat(reached).doesNotContain(nic);
            if (nics > 2 && reached.size() == 1) {
                constant++;
                spots.addAll(reached);
            }
        }
        if (nics > 2) {
            assertThat(constant).isEqualTo(sources);
            assertThat(spots).hasSizeLessThanOrEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "uniform",
                "bit-reversal",
                "bit-inversion",
                "hotspot",
                "permutation",
                "transpose",
                "all-to-all",
                "nearest-neighbour",
                "incast"
            })
    void patternsRunOverTheRanksOfThoseWhoTakePartAndTheRestStaySilent(String name) {
        List<Integer> participants = List.of(1, 4, 5, 9);
        Pattern all = pattern(name, 4, 0.5);
        Pattern some = Patterns.of(Traffics.of(name, 0.1, 0, 1000, 0.5), Patterns.Place.of(participants, 10), SEED);
        for (int nic = 0; nic < 10; nic++) {
            for (long counter = 0; counter < 50; counter++) {
                int rank = participants.indexOf(nic);
                int toRank = rank < 0 ? -1 : all.destination(rank, counter);
                assertThat(some.destination(nic, counter)).isEqualTo(toRank < 0 ? -1 : participants.get(toRank));
            }
        }
    }

    @Test
    void aPatternDependsOnTheSeedAndOnNothingElse() {
        List<Integer> first = draws(SEED);
        assertThat(draws(SEED)).isEqualTo(first);
        assertThat(draws(SEED + 1)).isNotEqualTo(first);
    }

    private static List<Integer> draws(long seed) {
        Pattern pattern = Patterns.of(
                Traffics.of("uniform", 0.1, 0, 1000, 0), Patterns.Place.of(List.of(0, 1, 2, 3, 4), 5), seed);
        List<Integer> draws = new ArrayList<>();
        for (int nic : Arrays.asList(4, 0, 2)) {
            for (long counter = 0; counter < 20; counter++) {
                draws.add(pattern.destination(nic, counter));
            }
        }
        return draws;
    }

    @Test
    void aPermutationIsOneCycleOfTheSeed() {
        for (int nics : new int[] {2, 5, 16, 33}) {
            Pattern pattern = pattern("permutation", nics, 0);
            Set<Integer> visited = new TreeSet<>();
            for (int at = 0; visited.add(at); ) {
                assertThat(pattern.destination(at, 9)).isNotEqualTo(at).isEqualTo(pattern.destination(at, 10));
                at = pattern.destination(at, 0);
            }
            assertThat(visited).hasSize(nics);
        }
    }

    @Test
    void transposeSwapsRowAndColumnAndTheDiagonalStaysSilent() {
        Pattern pattern = pattern("transpose", 9, 0);
        assertThat(IntStream.range(0, 9).map(nic -> pattern.destination(nic, 4)))
                .containsExactly(-1, 3, 6, 1, -1, 7, 2, 5, -1);
        assertThatThrownBy(() -> pattern("transpose", 8, 0)).hasMessageContaining("8");
        assertThat(Patterns.get("transpose").complaint(8)).isPresent();
        assertThat(Patterns.get("transpose").complaint(9)).isEmpty();
    }

    @Test
    void allToAllReachesEveryoneInEachPhaseAndNobodyIsHitTwiceInAStep() {
        Pattern pattern = pattern("all-to-all", 7, 0);
        for (long step = 0; step < 12; step++) {
            long now = step;
            assertThat(IntStream.range(0, 7).map(nic -> pattern.destination(nic, now)))
                    .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
        }
        assertThat(IntStream.range(0, 6).map(step -> pattern.destination(2, step)))
                .containsExactlyInAnyOrder(0, 1, 3, 4, 5, 6);
    }

    @Test
    void neighboursTakeTurnsOnTheRankGrid() {
        Pattern pattern = pattern("nearest-neighbour", 12, 0); // 3 rows of 4
        assertThat(IntStream.range(0, 8).map(step -> pattern.destination(5, step)))
                .containsExactly(1, 4, 6, 9, 1, 4, 6, 9);
        assertThat(RankGrid.neighbours(2)).isEqualTo(new int[][] {{1}, {0}});
        assertThat(RankGrid.neighbours(7)[0]).containsExactly(1, 6);
    }

    @Test
    void incastHasOneSinkThatStaysSilent() {
        Pattern pattern = pattern("incast", 9, 0);
        int[] to = IntStream.range(0, 9)
                .map(nic -> pattern.destination(nic, 1))
                .distinct()
                .sorted()
                .toArray();
        assertThat(to).hasSize(2).contains(-1);
        assertThat(pattern.destination(to[1], 1)).isEqualTo(-1);
    }

    @Test
    void anUnknownPatternIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> pattern("tornado", 4, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'tornado'")
                .hasMessageContaining(String.join(", ", Patterns.names()));
    }
}

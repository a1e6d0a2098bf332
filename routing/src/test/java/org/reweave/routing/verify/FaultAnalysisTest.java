package org.reweave.routing.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.tolerance.FaultJudge;
import org.reweave.routing.tolerance.FaultMethods;
import org.reweave.routing.tolerance.FaultStudy;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

@Tag("slow")
class FaultAnalysisTest {
    /** Table 8.9 corrected: 32 and 496 sets on the 4x4 torus; 81 and 3,240 on 3x3x3; none left, on 2 VLs. */
    @ParameterizedTest
    @CsvSource({"torus:4x4,1,32", "torus:4x4,2,496", "torus:3x3x3,1,81", "torus:3x3x3,2,3240"})
    void rftrToleratesEveryConnectedSet(String fabric, int faults, long sets) {
        FaultCount count = all(fabric, "rftr", Element.LINK, faults);
        assertThat(count.evaluated()).isEqualTo(sets);
        assertThat(count.tolerated() + count.disconnected()).isEqualTo(sets);
        assertThat(count.vls()).isLessThanOrEqualTo(2);
        assertThat(count.sls()).isLessThanOrEqualTo(5);
    }

    @Test
    @Tag("campaign")
    void rftrToleratesEveryConnectedSetOfThreeAndFour() {
        for (int faults = 3; faults <= 4; faults++) {
            FaultCount count = all("torus:4x4", "rftr", Element.LINK, faults);
            assertThat(count.notTolerated()).isZero();
            assertThat(count.evaluated()).isEqualTo(faults == 3 ? 4_960 : 35_960);
        }
        assertThat(all("torus:3x3x3", "rftr", Element.LINK, 3).notTolerated()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"rftr,torus:4x4", "updown,torus:4x4", "rftr,mesh:4x4", "updown,'irregular:16,4,seed=2'"})
    void anyTopologyMethodsTolerateASwitch(String method, String fabric) {
        FaultCount count = all(fabric, method, Element.SWITCH, 1);
        assertThat(count.notTolerated()).isZero();
        assertThat(count.tolerated()).isPositive();
    }

    /**
     * It joins what paths reach; where up*&#47;down* used a switch for all paths of a source, nothing is left to join.
     */
    @Test
    void rftrCannotUseLinksThatNoPathUsed() {
        FaultCount count = all("k-ary-n-tree:2,4", "rftr", Element.SWITCH, 1);
        assertThat(count.notTolerated()).isPositive();
        assertThat(all("k-ary-n-tree:2,4", "updown", Element.SWITCH, 1).notTolerated())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"r-det-link,LINK", "r-det-switch,SWITCH", "r-adapt-link,LINK", "r-adapt-switch,SWITCH", "ddrc,LINK"})
    void treeMethodsTolerateTwoFaultsOnTheFourAryThreeTree(String method, Element element) {
        FaultCount count = all("k-ary-n-tree:4,3", method, element, 2);
        assertThat(count.tolerated()).isEqualTo(count.evaluated()).isEqualTo(element == Element.LINK ? 8128 : 496);
    }

    /**
     * Fat-tree paper, Fig. 11(b): DDRC falls below local rerouting from 2 faults on; both algorithms of DLR are alike.
     */
    @Test
    void onTheTwoArySixTreeReconfigurationFallsBelowLocalRerouting() {
        FaultAnalysis.Plan plan = new FaultAnalysis.Plan(Element.LINK, 0, 4_000, 0.95, 11, 2);
        for (int faults : new int[] {2, 6}) {
            FaultCount ddrc = analysis("k-ary-n-tree:2,6", "ddrc", plan).count(faults, n -> {});
            FaultCount local = analysis("k-ary-n-tree:2,6", "r-det-link", plan).count(faults, n -> {});
            assertThat(ddrc.interval().high()).isLessThan(local.interval().low());
            assertThat(ddrc.hopsMean()).isLessThan(local.hopsMean());
        }
    }

    /** Fat-tree paper, Fig. 11(a): about 100% at 4 faults and 97% at 10. */
    @Test
    void onTheFourAryThreeTreeConnectivityIsThatOfTheFigure() {
        FaultAnalysis.Plan plan = new FaultAnalysis.Plan(Element.LINK, 0, 4_000, 0.99, 11, 2);
        FaultAnalysis ddrc = analysis("k-ary-n-tree:4,3", "ddrc", plan);
        assertThat(ddrc.count(4, n -> {}).share()).isGreaterThan(0.999);
        FaultCount ten = ddrc.count(10, n -> {});
        assertThat(ten.interval().low()).isLessThan(0.975);
        assertThat(ten.interval().high()).isGreaterThan(0.97);
    }

    @ParameterizedTest
    @CsvSource({"r-adapt-link,k-ary-n-tree:3;3", "rftr,torus:4x4", "ddrc,k-ary-n-tree:2;4", "go-back,mikant:2;3"})
    void theNumberOfThreadsChangesNothing(String method, String fabric) {
        FaultCount[] counts = new FaultCount[3];
        for (int threads = 1; threads <= 3; threads++) {
            FaultAnalysis.Plan plan = new FaultAnalysis.Plan(Element.LINK, 0, 500, 0.99, 3, threads);
            counts[threads - 1] =
                    analysis(fabric.replace(';', ','), method, plan).count(4, n -> {});
        }
        assertThat(counts[1]).isEqualTo(counts[0]);
        assertThat(counts[2]).isEqualTo(counts[0]);
        assertThat(counts[0].evaluated()).isEqualTo(500);
    }

    @Test
    void disconnectedSetsAreCountedApart() {
        FaultCount count = all("mesh:2x2", "updown", Element.LINK, 2);
        assertThat(count.combinations()).isEqualTo(BigInteger.valueOf(6));
        assertThat(count.disconnected()).isEqualTo(6);
        assertThat(all("mesh:2x2", "updown", Element.LINK, 1).tolerated()).isEqualTo(4);
        assertThat(all("mesh:3x1", "updown", Element.SWITCH, 1).disconnected()).isEqualTo(1);
    }

    @Test
    void cyclicTablesAreNotTolerated() {
        Fabric fabric = FabricGenerators.parse("torus:4x4");
        FaultStudy minHop = new FaultStudy() {
            @Override
            public int[] elements(Element kind) {
                return kind.all(fabric);
            }

            @Override
            public FaultJudge judge() {
                return (kind, failed, draw, verdict) -> verdict.installed(
                        EngineRegistry.load().engine("min-hop").route(fabric, Faults.none(), EngineOptions.none()));
            }
        };
        FaultAnalysis.Plan plan = new FaultAnalysis.Plan(Element.LINK, Long.MAX_VALUE, 1, 0.99, 1, 1);
        FaultCount intact = new FaultAnalysis(fabric, minHop, plan).count(0, n -> {});
        assertThat(intact.notTolerated()).isEqualTo(1);
        assertThat(intact.cyclic()).isEqualTo(1);
        FaultCount stale = new FaultAnalysis(fabric, minHop, plan).count(1, n -> {});
        assertThat(stale.notTolerated()).isEqualTo(32);
        assertThat(stale.pairsLost()).isPositive();
        assertThat(stale.examples()).hasSize(FaultCount.MAX_EXAMPLES);
    }

    @Test
    void moreFaultsThanElementsAreRefused() {
        assertThatThrownBy(() -> all("mesh:2x2", "updown", Element.LINK, 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("5 faults")
                .hasMessageContaining("has 4");
    }

    @Test
    void combinationsAreEnumeratedInOrderAndDrawnUniformly() {
        int[] walked = {0, 1, 2};
        int[] ranked = new int[3];
        Set<String> sets = new HashSet<>();
        for (int rank = 0; rank < 56; rank++) {
            Combinations.unrank(8, rank, ranked);
            assertThat(ranked).isEqualTo(walked);
            sets.add(Arrays.toString(ranked));
            Combinations.advance(8, walked);
        }
        assertThat(sets).hasSize(56);
        int[] hits = new int[8];
        for (int draw = 0; draw < 16_000; draw++) {
            Combinations.draw(8, 5, draw, ranked);
            assertThat(ranked[0] < ranked[1] && ranked[1] < ranked[2]).isTrue();
            Arrays.stream(ranked).forEach(i -> hits[i]++);
        }
        assertThat(Arrays.stream(hits)).allSatisfy(hit -> assertThat(hit).isBetween(5_700, 6_300));
        assertThat(Combinations.count(128, 3)).isEqualTo(BigInteger.valueOf(341_376));
    }

    /** Values of R 4.2, {@code prop.test(x, n, correct = FALSE)}. */
    @Test
    void intervalsAreWilsons() {
        assertThat(ConfidenceInterval.wilson(25, 40, 0.95).low()).isCloseTo(0.4703, within(1e-4));
        assertThat(ConfidenceInterval.wilson(25, 40, 0.95).high()).isCloseTo(0.7578, within(1e-4));
        assertThat(ConfidenceInterval.wilson(0, 50, 0.95).low()).isZero();
        assertThat(ConfidenceInterval.wilson(0, 50, 0.95).high()).isCloseTo(0.0714, within(1e-4));
        ConfidenceInterval half = ConfidenceInterval.wilson(50, 100, 0.95);
        assertThat(half.low()).isCloseTo(0.4038, within(1e-4));
        assertThat(half.high()).isCloseTo(0.5962, within(1e-4));
        assertThat(ConfidenceInterval.wilson(10, 10, 0.95).low()).isCloseTo(0.7225, within(1e-4));
        assertThat(ConfidenceInterval.wilson(10, 10, 0.95).high()).isEqualTo(1);
        assertThat(ConfidenceInterval.samplesFor(0.99, 0.01)).isEqualTo(16_588);
        assertThat(ConfidenceInterval.samplesFor(0.95, 0.01)).isEqualTo(9_604);
    }

    /** Two sets serve 8 and 4 of 10 pairs: 0.6, and a standard error of sqrt(2 / 1 * (2^2 + 2^2)) / 20 = 0.2. */
    @Test
    void theIntervalOfPairsComesFromTheScatterBetweenSets() {
        PairTally tally = new PairTally();
        PairTally other = new PairTally();
        tally.add(8, 2, 8, 40, 6);
        other.add(4, 6, 5, 32, 9);
        tally.merge(other);
        PairFigures figures = tally.figures(50, 2, false, 0.95);
        assertThat(figures.faultFraction()).isEqualTo(0.04);
        assertThat(figures.working()).isEqualTo(20);
        assertThat(figures.connected()).isEqualTo(13);
        assertThat(figures.ofWorking()).isCloseTo(0.6, within(1e-12));
        assertThat(figures.ofWorkingInterval().low()).isCloseTo(0.6 - 1.96 * 0.2, within(1e-4));
        assertThat(figures.ofWorkingInterval().high()).isCloseTo(0.6 + 1.96 * 0.2, within(1e-4));
        assertThat(figures.ofConnected()).isCloseTo(12.0 / 13, within(1e-12));
        assertThat(figures.linksMean()).isEqualTo(7);
        assertThat(figures.linksMax()).isEqualTo(10);
        assertThat(new PairTally().figures(50, 2, false, 0.95)).isNull();
    }

    private static FaultAnalysis analysis(String text, String method, FaultAnalysis.Plan plan) {
        Fabric fabric = FabricGenerators.parse(text);
        return new FaultAnalysis(fabric, FaultMethods.load().method(method).study(fabric), plan);
    }

    private static FaultCount all(String text, String method, Element element, int faults) {
        FaultAnalysis.Plan plan = new FaultAnalysis.Plan(element, Long.MAX_VALUE, 1, 0.99, 1, 2);
        return analysis(text, method, plan).count(faults, n -> {});
    }
}

package org.reweave.routing.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.tolerance.FaultMethods;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

/** The fault method {@code kns} against the lemmas and the tables of the paper. */
@Tag("slow")
class KnsFaultsTest {
    /** KNS Lemma 1: n-1 faults with one intermediate, every set; n faults are too many for it. */
    @ParameterizedTest
    @CsvSource({"'kns:4,2',1", "'kns:3,3',2", "'kns:2,3',2", "'kns:2,4',3", "'kns:8,2',1", "'kns:4,3',2"})
    void lemmaOne(String network, int faults) {
        FaultCount within = all(network, 1, Element.LINK, faults);
        assertThat(within.exhaustive()).isTrue();
        assertThat(within.tolerated()).isEqualTo(within.evaluated());
        if (faults < 3) {
            assertThat(all(network, 1, Element.LINK, faults + 1).notTolerated()).isPositive();
        }
    }

    /**
     * KNS Lemma 2 for two dimensions, corrected (emulator/docs/validity.md): 2k-3 faults with two intermediates, sets
     * that disconnect routers excluded. One fault more is too many.
     */
    @ParameterizedTest
    @CsvSource({"3,3", "4,5"})
    void lemmaTwoForTwoDimensionsIsTwoKMinusThree(int k, int faults) {
        String network = "kns:" + k + ",2";
        for (int f = 1; f <= faults; f++) {
            FaultCount count = all(network, 2, Element.LINK, f);
            assertThat(count.exhaustive()).isTrue();
            assertThat(count.notTolerated()).as("%s, %d faults", network, f).isZero();
        }
        assertThat(all(network, 2, Element.LINK, faults + 1).notTolerated()).isPositive();
    }

    /** For more dimensions the lemma promises 2(n-1)+k-3 faults. */
    @ParameterizedTest
    @CsvSource({"'kns:2,3',3", "'kns:3,3',3"})
    void lemmaTwoForThreeDimensions(String network, int faults) {
        FaultCount count = all(network, 2, Element.LINK, faults);
        assertThat(count.tolerated() + count.disconnected()).isEqualTo(count.evaluated());
    }

    @Test
    @Tag("campaign")
    void lemmaTwoForThreeTimesThreeTimesThreeUpToItsBound() {
        FaultCount count = all("kns:3,3", 2, Element.LINK, 4);
        assertThat(count.tolerated() + count.disconnected()).isEqualTo(count.evaluated());
    }

    /**
     * A row's fat tree goes around a fault of its own: no pair needs an intermediate. A router's link is a fault as
     * ever.
     */
    @Test
    void faultsInsideARowsTreeAreToleratedLocally() {
        Fabric fabric = FabricGenerators.parse("kns:4,2,s=2");
        FaultCount count = all("kns:4,2,s=2", 1, Element.LINK, 1);
        assertThat(count.tolerated()).isEqualTo(count.evaluated()).isEqualTo(8 * 4 + 32);
        // Half the single faults are inside trees; the others each cost 2 (k-1) k^(n-1) of the 16^2 pairs.
        double routerLinks = 32.0 / fabricTrunks(fabric);
        assertThat(count.figures().get("pathsWithIntermediates").get("1"))
                .isCloseTo(routerLinks * 24 / 256, within(1e-12));
    }

    private static double fabricTrunks(Fabric fabric) {
        return Element.LINK.all(fabric).length;
    }

    /** A bottom switch of a tree cuts its routers off from their row, and the rest from nothing. */
    @Test
    void switchesFailWithTheirLinks() {
        FaultCount trees = all("kns:4,2,s=2", 2, Element.SWITCH, 1);
        assertThat(trees.notTolerated()).isZero();
        FaultCount crossbars = all("kns:4,2", 2, Element.SWITCH, 1);
        assertThat(crossbars.tolerated()).isEqualTo(24);
    }

    /** KNS Table I, 1 fault: 2 (k-1) k^(n-1) of N^2 pairs, whichever the link. Exact: all links. */
    @ParameterizedTest
    @CsvSource({"'kns:32,2',0.19", "'kns:10,3',0.18"})
    void oneFaultCostsTheShareOfTableOne(String network, double percent) {
        KnsStudy.Point point = new KnsStudy(network, 4_000, 1, 2).point(1, n -> {});
        assertThat(point.evaluated()).isEqualTo(network.contains("32") ? 2_048 : 3_000);
        assertThat(100 * point.pathsWithOne()).isCloseTo(percent, within(0.005));
        assertThat(point.pathsWithTwo()).isZero();
        assertThat(point.toleratedWithOne()).isEqualTo(1);
    }

    /**
     * KNS Table I (a), 5 faults: 0.94% and 0.000031%; (b), 10 faults: 1.79%, and 99.5% of the sets tolerated with one
     * intermediate.
     */
    @Test
    void tableOneIsMetWithinItsScatter() {
        KnsStudy.Point plane = new KnsStudy("kns:32,2", 400, 1, 2).point(5, n -> {});
        assertThat(100 * plane.pathsWithOne()).isCloseTo(0.94, within(0.01));
        assertThat(100 * plane.pathsWithTwo()).isBetween(0.000015, 0.00005);
        KnsStudy.Point space = new KnsStudy("kns:10,3", 400, 1, 2).point(10, n -> {});
        assertThat(100 * space.pathsWithOne()).isCloseTo(1.79, within(0.01));
        assertThat(space.toleratedWithOne()).isBetween(0.98, 1.0);
        assertThat(space.toleratedWithTwo()).isEqualTo(1);
    }

    @Test
    void optionsAreChecked() {
        Fabric fabric = FabricGenerators.parse("kns:3,2");
        var kns = FaultMethods.load().method("kns");
        assertThatThrownBy(() -> kns.study(fabric, Map.of("intermediate", "1")))
                .hasMessageContaining("has no option intermediate")
                .hasMessageContaining("intermediates");
        assertThatThrownBy(() -> kns.study(fabric, Map.of("intermediates", "9")))
                .hasMessageContaining("0..4");
        assertThatThrownBy(() -> kns.study(fabric, Map.of("intermediates", "two")))
                .hasMessageContaining("'two'");
        assertThatThrownBy(() -> kns.study(FabricGenerators.parse("torus:4x4")))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("kns:K,N");
    }

    private static FaultCount all(String network, int intermediates, Element element, int faults) {
        Fabric fabric = FabricGenerators.parse(network);
        FaultAnalysis.Plan plan = new FaultAnalysis.Plan(element, Long.MAX_VALUE, 1, 0.99, 1, 2);
        Map<String, String> options = Map.of("intermediates", Integer.toString(intermediates), "hops", "false");
        return new FaultAnalysis(fabric, FaultMethods.load().method("kns").study(fabric, options), plan)
                .count(faults, n -> {});
    }
}

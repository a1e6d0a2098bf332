package org.reweave.routing.verify;

import java.util.Map;
import java.util.function.LongConsumer;
import org.reweave.routing.tolerance.FaultMethods;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

/**
 * The fault analysis of the KNS paper: Table I (a) and (b), Figures 5 and 6, at most two intermediate nodes. Source:
 * KNS §5.2.
 */
public final class KnsStudy {
    /** Intermediate nodes at most. */
    private static final int INTERMEDIATES = 2;

    private final FaultAnalysis analysis;
    private final int links;

    /**
     * Results for one number of faults.
     *
     * @param faults failed links between routers and networks
     * @param faultShare of all such links
     * @param evaluated sets drawn
     * @param disconnected of those, sets that cut routers off; not tolerated, and part of all means here
     * @param toleratedWithOne share of sets that need one intermediate at most
     * @param toleratedWithTwo share of sets that need two at most
     * @param intervalWithTwo of that share
     * @param pathsWithOne share of the N^2 pairs of routers that need one intermediate, mean over all sets (Table I)
     * @param pathsWithTwo share of pairs that need two
     */
    public record Point(
            int faults,
            double faultShare,
            long evaluated,
            long disconnected,
            double toleratedWithOne,
            double toleratedWithTwo,
            ConfidenceInterval intervalWithTwo,
            double pathsWithOne,
            double pathsWithTwo) {}

    /**
     * Prepares the study of a network.
     *
     * @param network {@code kns:32,2} (Table I (a), Figure 5) or {@code kns:10,3} (Table I (b), Figure 6), or any other
     * @param samples sets per number of faults; the paper's confidence of 99% and error of 1% take 16,588
     * @param threads at least 1; the result does not depend on it
     */
    public KnsStudy(String network, long samples, long seed, int threads) {
        Fabric fabric = FabricGenerators.parse(network);
        this.analysis = new FaultAnalysis(
                fabric,
                FaultMethods.load()
                        .method("kns")
                        .study(fabric, Map.of("intermediates", Integer.toString(INTERMEDIATES), "hops", "false")),
                new FaultAnalysis.Plan(Element.LINK, samples, samples, 0.99, seed, threads));
        this.links = analysis.elementCount();
    }

    /** Links that may fail: n k^n for crossbars. */
    public int links() {
        return links;
    }

    /**
     * Judges sets of so many faults; all of them when there are no more than samples.
     *
     * @param judged receives the number of sets judged so far, from time to time, from any thread
     */
    public Point point(int faults, LongConsumer judged) {
        FaultCount count = analysis.count(faults, judged);
        Map<String, Double> tolerated = count.figures().get("toleratedWith");
        Map<String, Double> paths = count.figures().get("pathsWithIntermediates");
        return new Point(
                faults,
                (double) faults / links,
                count.evaluated(),
                count.disconnected(),
                tolerated.get("1"),
                tolerated.get("2"),
                count.interval(),
                paths.get("1"),
                paths.get("2"));
    }
}

package org.reweave.emulator.reproduce.kns;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.reproduce.Claim;
import org.reweave.emulator.reproduce.Effort;
import org.reweave.emulator.reproduce.Experiment;
import org.reweave.emulator.reproduce.Experiment.Base;
import org.reweave.emulator.reproduce.Experiment.Case;
import org.reweave.emulator.reproduce.Experiment.Method;
import org.reweave.emulator.reproduce.Experiment.Runs;
import org.reweave.emulator.reproduce.Printed;
import org.reweave.emulator.reproduce.Results.Cell;
import org.reweave.emulator.reproduce.RunValue;
import org.reweave.routing.model.Deviation;

/** Simulations of the KNS paper. Source: KNS §5.3, Fig. 7 to 11. */
@Deviation("KNS §5.3, throughput")
final class KnsExperiments {
    private static final String KNS = "intermediate nodes";

    /**
     * Cycles of every run, of which those from when throughput and latency in the network have settled are measured. A
     * run that has not settled by then is left out.
     */
    private static final int LONGEST = 20_000;

    private static final String LENGTH = "up to " + LONGEST + " cycles";
    private static final String UNTIL_SETTLED =
            "A run is measured from when throughput and the latency in the network have settled (MSER) up to cycle "
                    + LONGEST + ", and left out where they do not by then. The paper does not say how long it ran.";
    private static final RunValue THROUGHPUT =
            RunValue.plain("accepted traffic at full load, flits/cycle/node", Measure.ACCEPTED);

    static final List<Experiment> ALL = List.of(
            kns(
                    "kns-fig-7",
                    "Fig. 7",
                    "32,2",
                    2048,
                    new String[] {"-1", "-3.8", "-6.5"},
                    new Runs(1, 3, 50),
                    "6 minutes"),
            latency("32,2", "Fig. 7b", "0.56", 21, "1.67"),
            kns(
                    "kns-fig-8",
                    "Fig. 8",
                    "10,3",
                    3000,
                    new String[] {"-9", "-13", "-15"},
                    new Runs(1, 3, 50),
                    "6 minutes"),
            latency("10,3", "Fig. 8b", "0.61", 30, "1.8"),
            kns("kns-fig-9", "Fig. 9", "64,2", 8192, new String[] {}, new Runs(1, 3, 50), "25 minutes"),
            kns("kns-fig-10", "Fig. 10", "16,3", 12_288, new String[] {}, new Runs(1, 3, 50), "15 minutes"),
            kns("kns-fig-11", "Fig. 11", "8,4", 16_384, new String[] {}, new Runs(1, 3, 50), "20 minutes"));

    private KnsExperiments() {}

    /**
     * Latencies "from message injection into the network at the source node until its ejection" (§5.3), at the load
     * that saturates the network without faults, and at half of that.
     *
     * @param saturation accepted at load 1 without faults, as the throughput's experiment shows it
     * @param faults 1% of the links
     * @param printed how many times that without faults the latency is
     */
    private static Experiment latency(String shape, String figure, String saturation, int faults, String printed) {
        String name = shape.equals("32,2") ? "kns-fig-7b" : "kns-fig-8b";
        String half = Printed.plain(Double.parseDouble(saturation) / 2);
        RunValue latency = RunValue.micros("mean latency in the network, us", Measure.NETWORK_LATENCY);
        Method intact = Method.of("no faults", "faults=[]");
        Method failing = Method.of("1% of links", Experiment.failedLinks(faults).replace(Experiment.FAULT_TIME, "0ns"));
        String below = "half of saturation";
        String at = "saturation";
        return new Experiment(
                        name,
                        "latency under failed links, KNS(" + shape + ")",
                        "KNS §5.3, " + figure,
                        "KNS(" + shape + "), 12 runs of " + LENGTH + "; 6 minutes",
                        "offered load",
                        base(shape),
                        List.of(
                                Case.of(below, Double.parseDouble(half), "traffic.load=" + half),
                                Case.of(at, Double.parseDouble(saturation), "traffic.load=" + saturation)),
                        List.of(intact, failing),
                        new Runs(1, 3, 50),
                        List.of(latency, RunValue.plain("accepted traffic, flits/cycle/node", Measure.ACCEPTED)),
                        List.of(
                                Claim.ratio(
                                                "latency at saturation, times that without faults",
                                                at,
                                                latency,
                                                new Cell(failing.label(), at),
                                                new Cell(intact.label(), at),
                                                printed)
                                        .margin(Claim.READ_OFF * Double.parseDouble(printed)),
                                Claim.ratio(
                                                "latency before saturation, times that without faults",
                                                below,
                                                latency,
                                                new Cell(failing.label(), below),
                                                new Cell(intact.label(), below),
                                                "~1.0")
                                        .note("\"almost no impact\"")),
                        List.of(
                                "The load of saturation is what the network without faults accepts at load 1.",
                                UNTIL_SETTLED))
                .redrawing();
    }

    private static Base base(String shape) {
        return new Base("kns-" + shape + "-settled", """
                fabric.generator = "kns:%s"
                routing { engine = hybrid-dor, options { intermediates = 2 } }
                device.preset = kns
                traffic { pattern = uniform, load = 1 }
                reconfiguration.scheme = none
                run { warmup = 1000cycles, warmup-stationary = network, cut-interval = 500cycles }
                run { duration = %dcycles, limit = %dcycles }
                """.formatted(shape, LONGEST, LONGEST));
    }

    /** @param printed change of the throughput in percent at 1, 3 and 5% failed links; empty = no number is printed */
    private static Experiment kns(
            String name, String figure, String shape, int links, String[] printed, Runs runs, String time) {
        int[] shares = printed.length == 0 ? new int[] {0, 1} : new int[] {0, 1, 3, 5};
        List<Case> cases = IntStream.of(shares)
                .mapToObj(share -> Case.of(share + "% of links", share, Experiment.failedLinks((int)
                                StrictMath.ceil(links * share / 100.0)))
                        .from(printed.length == 0 || share > 1 ? Effort.STANDARD : Effort.QUICK))
                .toList();
        Cell intact = new Cell(KNS, "0% of links");
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < printed.length; i++) {
            String label = shares[i + 1] + "% of links";
            claims.add(Claim.change(
                            "throughput changes by, %", label, THROUGHPUT, new Cell(KNS, label), intact, printed[i])
                    .margin(0.5));
        }
        if (printed.length == 0) {
            String label = "1% of links";
            boolean plane = shape.endsWith(",2");
            claims.add(Claim.change(
                            "throughput falls, %", label, THROUGHPUT, new Cell(KNS, label), intact, plane ? "~0" : "<0")
                    .margin(plane ? 2 : 0)
                    .note(plane ? "\"not affected to any large extent\"" : "\"more intense\" than in two dimensions"));
        }
        return new Experiment(
                        name,
                        "throughput under failed links, KNS(" + shape + ")",
                        "KNS §5.3, " + figure,
                        "KNS(" + shape + "), " + runs.standard() + " sets a point, " + LENGTH + " each; " + time,
                        "failed links, %",
                        base(shape),
                        cases,
                        List.of(Method.of(KNS)),
                        runs,
                        List.of(THROUGHPUT),
                        claims,
                        List.of(
                                "Throughput is the traffic accepted at load 1; the paper takes the peak over all loads.",
                                "Sets that two intermediate nodes do not tolerate are drawn again, as in the paper, which does not say which"
                                        + " queues a switch chooses from.",
                                UNTIL_SETTLED))
                .redrawing();
    }
}

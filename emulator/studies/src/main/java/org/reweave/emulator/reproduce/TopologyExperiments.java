package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.reproduce.Experiment.Base;
import org.reweave.emulator.reproduce.Experiment.Case;
import org.reweave.emulator.reproduce.Experiment.Method;
import org.reweave.emulator.reproduce.Experiment.Runs;
import org.reweave.emulator.reproduce.Results.Cell;
import org.reweave.routing.model.Deviation;

/**
 * What the KNS paper and the MiKANT slides simulate: KNS figures 7 to 11, and MiKANT's latencies beside the Clos
 * tree's.
 */
@Deviation("MiKANT, Synthetic Simulation")
@Deviation("KNS §5.3, throughput")
final class TopologyExperiments {
    private static final String KNS = "intermediate nodes";
    private static final Quantity THROUGHPUT =
            Quantity.plain("accepted traffic at full load, flits/cycle/node", Measure.ACCEPTED);

    static final List<Experiment> ALL = Stream.concat(
                    Stream.of(
                            kns(
                                    "kns-fig-7",
                                    "Fig. 7",
                                    "32,2",
                                    2048,
                                    new String[] {"-1", "-3.8", "-6.5"},
                                    new Runs(1, 3, 50),
                                    "3 minutes"),
                            kns(
                                    "kns-fig-8",
                                    "Fig. 8",
                                    "10,3",
                                    3000,
                                    new String[] {"-9", "-13", "-15"},
                                    new Runs(1, 3, 50),
                                    "3 minutes"),
                            kns("kns-fig-9", "Fig. 9", "64,2", 8192, new String[] {}, new Runs(1, 3, 50), "15 minutes"),
                            kns(
                                    "kns-fig-10",
                                    "Fig. 10",
                                    "16,3",
                                    12_288,
                                    new String[] {},
                                    new Runs(1, 3, 50),
                                    "5 minutes"),
                            kns(
                                    "kns-fig-11",
                                    "Fig. 11",
                                    "8,4",
                                    16_384,
                                    new String[] {},
                                    new Runs(1, 3, 50),
                                    "7 minutes")),
                    Stream.of(mikant()))
            .toList();

    private TopologyExperiments() {}

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
                "KNS(" + shape + "), " + runs.standard() + " sets a point, 2,000 cycles of each; " + time,
                "failed links, %",
                new Base("kns-" + shape, """
                        fabric.generator = "kns:%s"
                        routing { engine = hybrid-dor, options { intermediates = 2 } }
                        device.preset = kns
                        traffic { pattern = uniform, load = 1 }
                        reconfiguration.scheme = none
                        run { warmup = 1000cycles, duration = 3000cycles, limit = 3000cycles, cut-interval = 500cycles }
                        """.formatted(shape)),
                cases,
                List.of(Method.of(KNS)),
                runs,
                true,
                List.of(THROUGHPUT),
                claims,
                List.of(
                        "Throughput is the traffic accepted at load 1; the paper takes the peak over all loads.",
                        "Sets that two intermediate nodes do not tolerate are drawn again, as in the paper. It says neither"
                                + " how long it ran nor which queues a switch chooses from."));
    }

    private static Experiment mikant() {
        String mikant = "MiKANT";
        String clos = "Clos";
        List<Case> cases = new ArrayList<>();
        List<Claim> claims = new ArrayList<>();
        Quantity latency = Quantity.plain("mean latency, cycles", Measure.LATENCY);
        for (String pattern : List.of("uniform", "bit-inversion")) {
            for (String load : List.of("0.05", "0.1", "0.2", "0.3", "0.5", "1")) {
                String label = pattern + ", " + load;
                cases.add(new Case(
                        label,
                        null,
                        load.equals("0.1") ? Effort.QUICK : Effort.STANDARD,
                        List.of("traffic.pattern=" + pattern, "traffic.load=" + load)));
                claims.add(Claim.ratio(
                        "MiKANT's latency is below Clos', times",
                        label,
                        latency,
                        new Cell(mikant, label),
                        new Cell(clos, label),
                        "<1"));
            }
        }
        return new Experiment(
                "mikant-latency",
                "mean packet latency of MiKANT and of the Clos tree with as many NICs",
                "MiKANT slides, \"Performance\"",
                "k = 4, n = 3, 128 NICs, 72 runs of 8,000 cycles; 3 minutes",
                "",
                new Base("mikant-4-3", """
                        fabric.generator = "mikant:4,3"
                        routing.engine = mikant
                        device { preset = iq-router, cycle = 1ns }
                        traffic { pattern = uniform, load = 0.1 }
                        reconfiguration.scheme = none
                        run { warmup = 2000cycles, duration = 8000cycles, limit = 8000cycles, cut-interval = 500cycles }
                        """),
                cases,
                List.of(
                        Method.of(mikant),
                        Method.of(clos, "fabric.generator=\"m-port-n-tree:8,3\"", "routing.engine=fat-tree")),
                new Runs(1, 3, 5),
                false,
                List.of(latency, Quantity.plain("accepted load", Measure.ACCEPTED)),
                claims,
                List.of(
                        "The slides simulate k = 4, n = 5 with wormhole switching of 32-bit flits, to at least 200 packets of every"
                                + " source; ours n = 3 with virtual cut-through, 6,000 cycles. Their curves are lost: the sentence is the value."));
    }
}

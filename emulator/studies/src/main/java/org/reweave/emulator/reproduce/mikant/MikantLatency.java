package org.reweave.emulator.reproduce.mikant;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.reproduce.Claim;
import org.reweave.emulator.reproduce.Effort;
import org.reweave.emulator.reproduce.Experiment;
import org.reweave.emulator.reproduce.Experiment.Base;
import org.reweave.emulator.reproduce.Experiment.Case;
import org.reweave.emulator.reproduce.Experiment.Method;
import org.reweave.emulator.reproduce.Experiment.Runs;
import org.reweave.emulator.reproduce.Results.Cell;
import org.reweave.emulator.reproduce.RunValue;
import org.reweave.routing.model.Deviation;

/**
 * MiKANT's latencies beside the Clos tree's, which is routed as MiKANT is: Algorithm 1 sends a packet up by "T + L_W",
 * a digit of its destination's switch, so that the NICs of a switch share their ways. Source: MiKANT slides,
 * "Performance".
 */
@Deviation("MiKANT, Synthetic Simulation")
final class MikantLatency {
    private MikantLatency() {}

    /** 128 NICs, in minutes. */
    static Experiment small() {
        return experiment(
                3,
                "mikant-latency",
                "k = 4, n = 3, 128 NICs, 108 runs of 8,000 cycles; 4 minutes",
                "The slides simulate k = 4, n = 5 (mikant-latency-2048), to at least 200 packets of every source; ours n = 3,"
                        + " 6,000 cycles.");
    }

    /** The slides' size. Loads of 0.3 and more are above what both fabrics accept, and belong to full size alone. */
    static Experiment paperSize() {
        return experiment(
                5,
                "mikant-latency-2048",
                "k = 4, n = 5, 2,048 NICs, 54 runs of 8,000 cycles; 15 minutes on two processors",
                "The size is the slides'; they go on to at least 200 packets of every source, ours for 6,000 cycles.");
    }

    private static Experiment experiment(int n, String name, String needs, String size) {
        String mikant = "MiKANT";
        String clos = "Clos";
        List<String> tree = List.of("fabric.generator=\"m-port-n-tree:8," + n + "\"", "routing.engine=fat-tree");
        List<Case> cases = new ArrayList<>();
        List<Claim> claims = new ArrayList<>();
        RunValue latency = RunValue.plain("mean latency, cycles", Measure.LATENCY);
        for (String pattern : List.of("uniform", "bit-inversion")) {
            for (String load : List.of("0.05", "0.1", "0.2", "0.3", "0.5", "1")) {
                String label = pattern + ", " + load;
                cases.add(new Case(
                        label, null, effort(n, load), List.of("traffic.pattern=" + pattern, "traffic.load=" + load)));
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
                name,
                "mean packet latency of MiKANT and of the Clos tree with as many NICs",
                "MiKANT slides, \"Performance\"",
                needs,
                "",
                new Base("mikant-4-" + n, """
                        fabric.generator = "mikant:4,%d"
                        routing.engine = mikant
                        device.preset = mikant
                        traffic { pattern = uniform, load = 0.1 }
                        reconfiguration.scheme = none
                        run { warmup = 2000cycles, duration = 8000cycles, limit = 8000cycles, cut-interval = 500cycles }
                        """.formatted(n)),
                cases,
                List.of(
                        Method.of(mikant),
                        Method.of(clos, tree.get(0), tree.get(1), "routing.options.by=switch"),
                        Method.of("Clos, by NIC", tree.get(0), tree.get(1))),
                new Runs(1, 3, 5),
                List.of(latency, RunValue.plain("accepted load", Measure.ACCEPTED)),
                claims,
                List.of(
                        size + " Wormhole switching"
                                + " and flits of 32 bits are theirs, as in the preset mikant; all else of the router is that of flit-router, and packets have 16 flits."
                                + " Their curves are lost: the sentence is the value.",
                        "Clos is routed by switch, as Algorithm 1 routes MiKANT; by NIC (d-mod-k) it is better, and stands beside it."));
    }

    private static Effort effort(int n, String load) {
        boolean isAbove = Double.parseDouble(load) >= 0.3;
        return load.equals("0.1") ? Effort.QUICK : n == 3 || !isAbove ? Effort.STANDARD : Effort.FULL;
    }
}

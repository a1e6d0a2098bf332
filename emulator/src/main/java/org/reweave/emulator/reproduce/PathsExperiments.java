package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.reweave.emulator.compare.Measure;
import org.reweave.emulator.reproduce.Experiment.Base;
import org.reweave.emulator.reproduce.Experiment.Case;
import org.reweave.emulator.reproduce.Experiment.Method;
import org.reweave.emulator.reproduce.Experiment.Runs;
import org.reweave.emulator.reproduce.Results.Cell;
import org.reweave.emulator.sweep.Estimate;

/** The thesis' path methods under load: RFTR beside a reconfiguration. Source: thesis §8.3.5, Fig. 8.13 and 8.14. */
final class PathsExperiments {
    private static final String RFTR = "RFTR";
    private static final String SR = "SR";

    /** Points of percent; the thesis shows curves that lie on each other. */
    private static final double NEGLIGIBLE = 2;

    private static final String TORUS = """
            fabric.generator = "torus:7x7"
            routing { engine = updown, options { tree = bfs, root = auto } }
            device { preset = thesis, nic.transport.mode = none }
            """;
    private static final List<Method> METHODS = List.of(
            Method.of(RFTR, "reconfiguration.scheme=rftr").failingAt("130us"),
            Method.of(SR, "reconfiguration.scheme=sr-pda").failingAt("130us"));

    static final List<Experiment> ALL = List.of(throughput(), course());

    private PathsExperiments() {}

    private static Experiment throughput() {
        List<Case> cases = IntStream.rangeClosed(0, 8)
                .mapToObj(count -> Case.of(FaultSamples.label(count), count, Experiment.failedLinks(count))
                        .from(count <= 1 ? Effort.QUICK : count % 2 == 0 ? Effort.STANDARD : Effort.FULL))
                .toList();
        Quantity accepted = Quantity.plain("accepted load when saturated", Measure.ACCEPTED);
        List<Claim> claims = new ArrayList<>();
        for (Case one : cases) {
            String at = one.label();
            if (one.x() > 0) {
                claims.add(new Claim(
                        "RFTR keeps less of its throughput than SR, points of %",
                        at,
                        "0",
                        NEGLIGIBLE,
                        results -> lostMore(results, accepted, at),
                        "\"the difference is negligible\""));
            }
        }
        return new Experiment(
                "thesis-fig-8.13",
                "throughput after link faults under RFTR and under a reconfiguration, 7x7 torus",
                "thesis §8.3.5, Fig. 8.13",
                "7x7 torus, 48 runs; 3 minutes",
                "failed links",
                new Base("thesis-rftr-saturated", TORUS + """
                        traffic { pattern = uniform, load = 0.3 }
                        run { warmup = 1ms, duration = 1500us, limit = 1500us }
                        """),
                cases,
                METHODS,
                new Runs(1, 4, 100),
                false,
                List.of(accepted),
                claims,
                List.of(
                        "The links of a set fail together, before measurement begins; the thesis lets them fail one after the other.",
                        "Without faults RFTR's paths, spread over two VLs, carry more than SR's, so each is compared with itself."));
    }

    /** By how many points of percent RFTR's throughput falls further below its own without faults than SR's does. */
    private static Estimate lostMore(Results results, Quantity accepted, String at) {
        String intact = FaultSamples.label(0);
        List<Double> rftrIntact = results.values(new Cell(RFTR, intact), accepted);
        List<Double> srIntact = results.values(new Cell(SR, intact), accepted);
        List<Double> rftr = results.values(new Cell(RFTR, at), accepted);
        List<Double> sr = results.values(new Cell(SR, at), accepted);
        List<Double> points = new ArrayList<>();
        for (int i = 0; i < rftr.size(); i++) {
            points.add(100 * (sr.get(i) / srIntact.get(i) - rftr.get(i) / rftrIntact.get(i)));
        }
        return Estimate.of(points);
    }

    private static Experiment course() {
        String at = "near the root";
        Quantity detection = Quantity.micros("fault to the manager's knowledge, us", Measure.DETECTION);
        Quantity distribution = Quantity.micros("tables ready to end of the change, us", Measure.COMPLETED);
        return new Experiment(
                "thesis-fig-8.14",
                "times of RFTR and of a reconfiguration, 7x7 torus",
                "thesis §8.3.5, Fig. 8.14",
                "7x7 torus, 8 runs; 30 s",
                "",
                new Base("thesis-rftr-course", TORUS + """
                        traffic { pattern = uniform, load = 0.12 }
                        run { warmup = 50us, duration = 400us, limit = 10ms }
                        """),
                List.of(new Case(
                        at, null, Effort.QUICK, List.of("faults=[{at=" + Experiment.FAULT_TIME + ",link=s0_0-s1_0}]"))),
                METHODS,
                new Runs(1, 4, 20),
                false,
                List.of(
                        detection,
                        distribution,
                        Quantity.micros("tables ready to the last NIC, us", Measure.LAST_NIC),
                        Quantity.plain("packets lost before tables were ready", Measure.DROPS_BEFORE),
                        Quantity.plain("packets lost after tables were ready", Measure.DROPS_AFTER)),
                List.of(
                        Claim.value("detection under RFTR, us", at, detection, new Cell(RFTR, at), "18.25"),
                        Claim.value("detection under SR, us", at, detection, new Cell(SR, at), "18.25"),
                        Claim.value("distribution under RFTR, us", at, distribution, new Cell(RFTR, at), "14.60"),
                        Claim.value("distribution under SR, us", at, distribution, new Cell(SR, at), "66.46"),
                        Claim.ratio(
                                        "SR's distribution takes longer, times",
                                        at,
                                        distribution,
                                        new Cell(SR, at),
                                        new Cell(RFTR, at),
                                        "4.55")
                                .margin(Claim.READ_OFF * 4.55)
                                .note("66.46 / 14.60")),
                List.of(
                        "The thesis detects by sweeps of 80 us, at a moment of its own; here the link fails between sweeps and a trap tells the manager at once. Its RFTR"
                                + " sends all changed entries in one packet; ours sends blocks of 16 entries, and waits for the"
                                + " switches' acknowledgements before NICs change over (emulator/docs/validity.md)."));
    }
}

package org.reweave.emulator.reproduce.thesis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.reproduce.Claim;
import org.reweave.emulator.reproduce.Effort;
import org.reweave.emulator.reproduce.Experiment;
import org.reweave.emulator.reproduce.Experiment.Base;
import org.reweave.emulator.reproduce.Experiment.Case;
import org.reweave.emulator.reproduce.Experiment.Method;
import org.reweave.emulator.reproduce.Experiment.Runs;
import org.reweave.emulator.reproduce.FaultSamples;
import org.reweave.emulator.reproduce.Results;
import org.reweave.emulator.reproduce.Results.Cell;
import org.reweave.emulator.reproduce.RunValue;
import org.reweave.emulator.sweep.Estimate;

/**
 * The thesis' path methods under load: disjoint paths under faults, RFTR beside a reconfiguration. Source: thesis
 * §8.1.6, Fig. 8.2; §8.2.3, Fig. 8.7; §8.3.5, Fig. 8.13 and 8.14.
 */
final class PathsExperiments {
    private static final String RFTR = "RFTR";
    private static final String SR = "SR";

    /** Points of percent; the thesis shows curves that lie on each other. */
    private static final double NEGLIGIBLE = 2;

    private static final String TORUS = """
            fabric.generator = "torus:7x7"
            routing { engine = updown, options { tree = bfs, root = auto } }
            device { preset = thesis, nic.transport.mode = none }
            manager.table-packet = whole
            """;
    private static final List<Method> METHODS = List.of(
            Method.of(RFTR, "reconfiguration.scheme=rftr").failingAt("130us"),
            Method.of(SR, "reconfiguration.scheme=sr-pda").failingAt("130us"));

    private static final RunValue ACCEPTED = RunValue.plain("accepted load when saturated", Measure.ACCEPTED);

    static final List<Experiment> ALL = List.of(tftr(), spftr(), throughput(), course());

    private PathsExperiments() {}

    private static Experiment tftr() {
        Method small = disjoint("4x4", "tftr");
        Method large = disjoint("8x8", "tftr");
        return degradation(
                "thesis-fig-8.2",
                "throughput under failed links with TFTR's disjoint paths",
                "thesis §8.1.6, Fig. 8.2",
                "4x4 and 8x8 tori, 32 runs; 2 minutes",
                List.of(small, large),
                List.of(falls(small, "-28", ""), falls(large, "-18", "")));
    }

    private static Experiment spftr() {
        String similar = "\"similar to those obtained by TFTR\": its -18%";
        Method large = disjoint("8x8", "spftr");
        return degradation(
                "thesis-fig-8.7",
                "throughput under failed links with SPFTR's disjoint paths",
                "thesis §8.2.3, Fig. 8.7",
                "5x5 and 8x8 tori, 48 runs; 4 minutes",
                List.of(disjoint("5x5", "spftr"), large, disjoint("8x8", "a-spftr")),
                List.of(falls(large, "-18", similar), falls(disjoint("8x8", "a-spftr"), "-18", similar)));
    }

    private static Method disjoint(String torus, String engine) {
        return Method.of(
                        engine.toUpperCase(Locale.ROOT) + ", " + torus,
                        "fabric.generator=\"torus:" + torus + "\"",
                        "routing.engine=" + engine)
                .failingAt("130us");
    }

    private static Claim falls(Method method, String printed, String note) {
        return Claim.change(
                        "throughput changes by, %",
                        method.label() + ", 6 faults",
                        ACCEPTED,
                        new Cell(method.label(), FaultSamples.label(6)),
                        new Cell(method.label(), FaultSamples.label(0)),
                        printed)
                .margin(StrictMath.abs(Double.parseDouble(printed)) * Claim.READ_OFF)
                .note(note);
    }

    private static Experiment degradation(
            String name, String title, String source, String needs, List<Method> methods, List<Claim> claims) {
        return new Experiment(
                name,
                title,
                source,
                needs,
                "failed links",
                new Base("thesis-disjoint-saturated", """
                        fabric.generator = "torus:4x4"
                        device { preset = thesis, nic.transport.mode = none }
                        reconfiguration.scheme = apm
                        traffic { pattern = uniform, load = 1 }
                        run { warmup = 1ms, duration = 1500us, limit = 1500us }
                        """),
                IntStream.rangeClosed(0, 6)
                        .mapToObj(count -> Case.of(FaultSamples.label(count), count, Experiment.failedLinks(count))
                                .from(
                                        count == 0 || count == 6
                                                ? Effort.QUICK
                                                : count % 2 == 0 ? Effort.STANDARD : Effort.FULL))
                        .toList(),
                methods,
                new Runs(1, 4, 30),
                false,
                List.of(ACCEPTED),
                claims,
                List.of(
                        "The links fail together, long before measurement begins, and NICs migrate to the shortest of their paths that are"
                                + " intact. Pairs that have no path left send nothing, which a set of 4 faults or more can cause.",
                        "Throughput is the traffic accepted at full load; the thesis' curves are lost."));
    }

    private static Experiment throughput() {
        List<Case> cases = IntStream.rangeClosed(0, 8)
                .mapToObj(count -> Case.of(FaultSamples.label(count), count, Experiment.failedLinks(count))
                        .from(count <= 1 ? Effort.QUICK : count % 2 == 0 ? Effort.STANDARD : Effort.FULL))
                .toList();
        List<Claim> claims = new ArrayList<>();
        for (Case one : cases) {
            String at = one.label();
            if (one.x() > 0) {
                claims.add(new Claim(
                        "RFTR keeps less of its throughput than SR, points of %",
                        at, "0", NEGLIGIBLE, results -> lostMore(results, at), "\"the difference is negligible\""));
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
                List.of(ACCEPTED),
                claims,
                List.of(
                        "The links of a set fail together, before measurement begins; the thesis lets them fail one after the other.",
                        "Without faults RFTR's paths, spread over two VLs, carry more than SR's, so each is compared with itself."));
    }

    /**
     * Difference in percentage points: RFTR's loss of throughput, relative to RFTR without faults, minus SR's, relative
     * to SR without faults.
     */
    private static Estimate lostMore(Results results, String at) {
        String intact = FaultSamples.label(0);
        List<Double> rftrIntact = results.values(new Cell(RFTR, intact), ACCEPTED);
        List<Double> srIntact = results.values(new Cell(SR, intact), ACCEPTED);
        List<Double> rftr = results.values(new Cell(RFTR, at), ACCEPTED);
        List<Double> sr = results.values(new Cell(SR, at), ACCEPTED);
        List<Double> points = new ArrayList<>();
        for (int i = 0; i < rftr.size(); i++) {
            points.add(100 * (sr.get(i) / srIntact.get(i) - rftr.get(i) / rftrIntact.get(i)));
        }
        return Estimate.of(points);
    }

    private static Experiment course() {
        String at = "near the root";
        RunValue detection = RunValue.micros("fault to the manager's knowledge, us", Measure.DETECTION);
        RunValue distribution = RunValue.micros("tables ready to end of the change, us", Measure.COMPLETED);
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
                        RunValue.micros("tables ready to the last NIC, us", Measure.LAST_NIC),
                        RunValue.plain("packets lost before tables were ready", Measure.DROPS_BEFORE),
                        RunValue.plain("packets lost after tables were ready", Measure.DROPS_AFTER)),
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
                        "The thesis detects by sweeps of 80 us, at a moment of its own; here the link fails between sweeps and a trap tells the manager at once. Here"
                                + " as there a device's entries come in one packet (manager.table-packet = whole); our RFTR waits for the"
                                + " switches' acknowledgements before NICs change over (emulator/docs/validity.md)."));
    }
}

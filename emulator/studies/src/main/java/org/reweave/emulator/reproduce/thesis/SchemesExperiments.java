package org.reweave.emulator.reproduce.thesis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.reproduce.Claim;
import org.reweave.emulator.reproduce.Effort;
import org.reweave.emulator.reproduce.Experiment;
import org.reweave.emulator.reproduce.Experiment.Base;
import org.reweave.emulator.reproduce.Experiment.Case;
import org.reweave.emulator.reproduce.Experiment.Method;
import org.reweave.emulator.reproduce.Experiment.Runs;
import org.reweave.emulator.reproduce.Printed;
import org.reweave.emulator.reproduce.Results;
import org.reweave.emulator.reproduce.Results.Cell;
import org.reweave.emulator.reproduce.RunValue;
import org.reweave.emulator.sweep.Estimate;

/**
 * The thesis' comparison of EBR with other reconfiguration schemes: figures 8.17 to 8.24 and Table 8.12. The curves are
 * lost; the text's statements are the values. Source: thesis §8.4.
 *
 * <p>The set-up, a sentence each: "two data virtual channels are modelled (VL0 and VL1) along with one control virtual
 * channel for all the reconfiguration mechanisms" (§7.4: {@code vls=2}); "tokens carrying routing information are sized
 * accordingly" (§7.2.4: {@code table-packet=sized}, one byte an entry as InfiniBand's tables have it;
 * {@link #tableBytes} varies it); "the SM sweeps the network periodically" (§7.3: no traps); "two end nodes are
 * attached to each switch" and "in both cases the root switch is located at the same switch (0,0)" (§8.4.1).
 */
final class SchemesExperiments {
    private static final Base BASE = new Base("thesis-schemes", """
            fabric.generator = "torus:6x6,nics=2"
            routing { engine = updown, options { tree = bfs, root = s0_0, vls = 2 } }
            device.preset = thesis
            manager { traps = false, table-packet = sized }
            traffic { pattern = uniform, load = 0.064 }
            faults = [ { at = 300us, link = random } ]
            reconfiguration.scheme = ebrd
            run { warmup = 100us, duration = 600us, limit = 20ms }
            """);

    private static final String EBRD = "EBRD";
    private static final String EBR = "EBR";
    private static final String DS = "DS";
    private static final String SR_PDA = "SR-PDA";
    private static final String SR_LA = "SR-LA";

    private static final List<Method> SCHEMES = List.of(
            scheme(EBRD, "ebrd"),
            scheme(EBR, "ebr"),
            scheme(SR_PDA, "sr-pda"),
            scheme(SR_LA, "sr-la"),
            scheme(DS, "double-scheme"));

    private static final String LOW = "LOW";
    private static final String MEDIUM = "MEDIUM";
    private static final String HIGH = "HIGH";
    private static final List<Case> LOADS = List.of(
            Case.of(LOW, 0.032, "traffic.load=0.032"),
            Case.of(MEDIUM, 0.064, "traffic.load=0.064"),
            Case.of(HIGH, 0.096, "traffic.load=0.096"));

    /** How much higher or lower a value must be to count as a perturbation; the thesis gives no number. */
    private static final double PERTURBED = 2;

    private static final Runs RUNS = new Runs(1, 4, 20);

    /** Where what is lost depends on the link that fails so much that few runs say nothing. */
    private static final Runs SCATTERED = new Runs(1, 15, 20);

    private static final RunValue TIME = RunValue.micros("tables ready to end of the change, us", Measure.COMPLETED);
    private static final RunValue DROPS = RunValue.plain("packets lost after tables were ready", Measure.DROPS_AFTER)
            .underTraffic();
    private static final RunValue DISCARDS =
            RunValue.plain("packets discarded by the scheme", Measure.DISCARDS).underTraffic();
    private static final RunValue LATENCY = RunValue.micros(
                    "mean latency between fault and end, us", Measure.LATENCY_DELIVERED)
            .underTraffic();
    private static final RunValue LATENCY_BEFORE =
            RunValue.micros("mean latency before the fault, us", Measure.LATENCY_BEFORE);
    private static final RunValue QUEUE = RunValue.micros(
                    "mean wait at the source of packets generated between fault and end, us", Measure.QUEUE_GENERATED)
            .underTraffic();
    private static final RunValue TOKEN = RunValue.micros(
                    "token latency, by packets generated between fault and end, us", Measure.TOKEN_LATENCY)
            .underTraffic();
    private static final RunValue LOWEST =
            RunValue.plain("lowest accepted load of ten cuts between fault and end", Measure.LOAD_LOWEST);
    private static final RunValue LOAD_BEFORE = RunValue.plain("accepted load before the fault", Measure.LOAD_BEFORE);

    private static final String LOADS_REMARK = "LOW, MEDIUM and HIGH are 30, 60 and 90% of the load that saturates this"
            + " torus here, 0.107 of what the NICs' links carry (reweave sweep --saturation); the thesis' loads are lost with"
            + " Fig. 8.17.";
    private static final String HIGH_REMARK =
            "HIGH as in the thesis: 90% of the load that saturates the torus here under uniform traffic.";
    private static final String LEFT_OUT_REMARK =
            "Losses and latencies are of runs whose new tables came while there was traffic: where the link fails while a packet"
                    + " of the manager's is to cross it, the manager asks for 4 ms in vain before it discovers the rest.";
    private static final String FACTORS_REMARK =
            "A factor that the text reads from a figure is taken to be good to a fifth.";

    static final List<Experiment> ALL = List.of(
            performance(), times(), tableBytes(), losses(), patterns(), traces(), courses(), sizes(), summary());

    private SchemesExperiments() {}

    private static Method scheme(String label, String name) {
        return Method.of(label, "reconfiguration.scheme=" + name);
    }

    private static Cell cell(String scheme, String of) {
        return new Cell(scheme, of);
    }

    private static Experiment performance() {
        return new Experiment(
                "thesis-fig-8.17",
                "performance of the 6x6 torus with two NICs a switch",
                "thesis §8.4.1, Fig. 8.17",
                "6x6 torus, 2 runs a load; 20 s",
                "offered load",
                BASE,
                Stream.of("0.01", "0.032", "0.064", "0.096", "0.107", "0.13")
                        .map(load -> Case.of(load, Double.parseDouble(load), "traffic.load=" + load, "faults=[]"))
                        .toList(),
                List.of(Method.of("up*/down*", "reconfiguration.scheme=none", "run.limit=600us")),
                new Runs(1, 2, 20),
                List.of(
                        RunValue.plain("accepted load", Measure.ACCEPTED),
                        RunValue.micros("mean latency, us", Measure.LATENCY)),
                List.of(),
                List.of("The figure is lost; it serves to choose the loads of the figures after it. " + LOADS_REMARK));
    }

    private static Experiment times() {
        List<Claim> claims = new ArrayList<>();
        for (Case load : LOADS) {
            String at = load.label();
            claims.add(factor("DS takes longer than EBRD, times", at, TIME, DS, EBRD, 1.5));
            claims.add(factor("SR-PDA takes longer than EBRD, times", at, TIME, SR_PDA, EBRD, 1.5));
            claims.add(Claim.ratio("EBR takes longer than DS, times", at, TIME, cell(EBR, at), cell(DS, at), ">1"));
            claims.add(Claim.ratio(
                    "EBR takes longer than SR-PDA, times", at, TIME, cell(EBR, at), cell(SR_PDA, at), ">1"));
        }
        for (Method scheme : SCHEMES) {
            String name = scheme.label();
            claims.add(Claim.ratio(
                            name + " takes as long at HIGH as at LOW, times",
                            "HIGH/LOW",
                            TIME,
                            cell(name, HIGH),
                            cell(name, LOW),
                            "~1.0")
                    .note("\"roughly the same reconfiguration time regardless of the traffic rate\""));
        }
        return new Experiment(
                "thesis-fig-8.18",
                "time of a reconfiguration under five schemes, 6x6 torus",
                "thesis §8.4.1, Fig. 8.18 and 8.19",
                "6x6 torus, 60 runs, shared with Fig. 8.20; 2 minutes",
                "offered load",
                BASE,
                LOADS,
                SCHEMES,
                RUNS,
                List.of(
                        TIME,
                        RunValue.micros("tables ready to the last switch's table, us", Measure.LAST_TABLE),
                        RunValue.micros("fault to end of the change, us", Measure.WHOLE)),
                claims,
                List.of(
                        LOADS_REMARK,
                        FACTORS_REMARK,
                        "The end is the scheme's own: the last table under EBR, the last token or report under SR and DS."
                                + " To the last switch's table alone, EBR and SR-PDA are closer: see that part."));
    }

    private static Experiment tableBytes() {
        List<Case> cases = new ArrayList<>();
        cases.add(new Case("1 B", 1.0, Effort.QUICK, LOADS.get(1).overrides()));
        for (int bytes : new int[] {2, 4, 8}) {
            List<String> overrides = new ArrayList<>(LOADS.get(1).overrides());
            overrides.add("manager.entry=" + bytes);
            cases.add(new Case(bytes + " B", (double) bytes, Effort.STANDARD, overrides));
        }
        return new Experiment(
                "thesis-table-bytes",
                "time of a reconfiguration by the bytes of a table's entry, 6x6 torus",
                "thesis §7.2.4, \"sized accordingly\"",
                "6x6 torus at MEDIUM, 80 runs, a quarter of them shared with Fig. 8.18; 3 minutes",
                "bytes an entry",
                BASE,
                cases,
                SCHEMES,
                RUNS,
                List.of(
                        TIME,
                        RunValue.micros("tables ready to the last switch's table, us", Measure.LAST_TABLE),
                        DROPS),
                List.of(),
                List.of(
                        "The thesis does not print how long an entry is. All other figures have one byte, as InfiniBand's linear"
                                + " forwarding tables; here is how far that decides."));
    }

    private static Claim factor(String sentence, String at, RunValue quantity, String of, String to, double printed) {
        return Claim.ratio(sentence, at, quantity, cell(of, at), cell(to, at), Printed.plain(printed))
                .margin(Claim.READ_OFF * printed);
    }

    private static Experiment losses() {
        List<Claim> claims = new ArrayList<>();
        claims.add(factor("DS loses more than EBRD, times", MEDIUM, DROPS, DS, EBRD, 14));
        claims.add(factor("SR-LA loses more than EBRD, times", MEDIUM, DROPS, SR_LA, EBRD, 14));
        for (Case load : LOADS) {
            String at = load.label();
            claims.add(Claim.ratio("EBR loses less than DS, times", at, DROPS, cell(EBR, at), cell(DS, at), "<1"));
            claims.add(
                    Claim.ratio("EBR loses less than SR-LA, times", at, DROPS, cell(EBR, at), cell(SR_LA, at), "<1"));
            claims.add(Claim.value("EBRD's recovery discards none", at, DISCARDS, cell(EBRD, at), "0"));
            claims.add(Claim.value("EBR's recovery discards none", at, DISCARDS, cell(EBR, at), "0"));
        }
        claims.add(Claim.ratio(
                        "SR-PDA loses about as many as EBRD, times",
                        MEDIUM,
                        DROPS,
                        cell(SR_PDA, MEDIUM),
                        cell(EBRD, MEDIUM),
                        "~1")
                .note("\"similar to SR-PDA\""));
        return new Experiment(
                "thesis-fig-8.20",
                "packets lost by a reconfiguration under five schemes, 6x6 torus",
                "thesis §8.4.2, Fig. 8.20",
                "6x6 torus, 60 runs, shared with Fig. 8.18; 2 minutes",
                "offered load",
                BASE,
                LOADS,
                SCHEMES,
                RUNS,
                List.of(DROPS, DISCARDS, RunValue.plain("packets lost before tables were ready", Measure.DROPS_BEFORE)),
                claims,
                List.of(
                        LOADS_REMARK,
                        FACTORS_REMARK,
                        LEFT_OUT_REMARK,
                        "Packets lost before tables are ready are the price of detection and discovery, the same for every scheme."));
    }

    private static Experiment patterns() {
        List<Case> cases = List.of(
                Case.of("uniform", 0, "traffic.pattern=uniform"),
                Case.of("hotspot", 1, "traffic.pattern=hotspot"),
                Case.of("bit-reversal", 2, "traffic.pattern=bit-reversal"));
        List<Claim> claims = new ArrayList<>();
        for (Case pattern : cases) {
            String at = pattern.label();
            claims.add(Claim.ratio("EBRD loses less than DS, times", at, DROPS, cell(EBRD, at), cell(DS, at), "<1"));
            claims.add(
                    Claim.ratio("EBRD loses less than SR-LA, times", at, DROPS, cell(EBRD, at), cell(SR_LA, at), "<1"));
            claims.add(Claim.value("EBRD's recovery discards none", at, DISCARDS, cell(EBRD, at), "0"));
            claims.add(Claim.value("EBR's recovery discards none", at, DISCARDS, cell(EBR, at), "0"));
        }
        return new Experiment(
                "thesis-fig-8.21",
                "packets lost under several traffic patterns, 10x10 torus",
                "thesis §8.4.2, Fig. 8.21a",
                "10x10 torus, 225 runs; 6 minutes",
                "",
                torus(10),
                cases.stream()
                        .map(one -> new Case(one.label(), null, Effort.QUICK, one.overrides()))
                        .toList(),
                SCHEMES,
                SCATTERED,
                List.of(DROPS, DISCARDS, RunValue.plain("packets lost before tables were ready", Measure.DROPS_BEFORE)),
                claims,
                List.of(
                        HIGH_REMARK,
                        LEFT_OUT_REMARK,
                        "Bit reversal of 200 NICs: ranks in ascending order of their reversed bits, of those that exist (Patterns).",
                        "Fig. 8.21b's traces: thesis-fig-8.21b."));
    }

    private static Experiment traces() {
        String at = "all-to-all";
        return new Experiment(
                "thesis-fig-8.21b",
                "packets lost under an all-to-all exchange as FFT has it, 8x8 torus",
                "thesis §8.4.2, Fig. 8.21b",
                "8x8 torus, 75 runs; 3 minutes",
                "",
                torus(8),
                List.of(new Case(at, null, Effort.QUICK, List.of("traffic.pattern=all-to-all"))),
                SCHEMES,
                SCATTERED,
                List.of(DROPS, DISCARDS),
                List.of(
                        Claim.value("EBRD's recovery discards none", at, DISCARDS, cell(EBRD, at), "0"),
                        Claim.value("EBR's recovery discards none", at, DISCARDS, cell(EBR, at), "0")),
                List.of(
                        "The SPLASH-2 traces are not public. FFT's three stages are all-to-all exchanges (§7.2.3): that pattern at HIGH"
                                + " stands in for it; nothing does for MP3D.",
                        LEFT_OUT_REMARK));
    }

    private static Base torus(int radix) {
        return new Base(BASE.name() + "-" + radix + "x" + radix, BASE.text() + String.join("\n", atHigh(radix)) + "\n");
    }

    /** A torus at HIGH, with traffic for as long as its slowest change takes. */
    private static List<String> atHigh(int radix) {
        String fabric = "fabric.generator=\"torus:" + radix + "x" + radix + ",nics=2\"";
        return switch (radix) {
            case 6 -> List.of(fabric, "traffic.load=0.096", "run.duration=600us");
            case 8 -> List.of(fabric, "traffic.load=0.052", "run.duration=700us");
            case 10 -> List.of(fabric, "traffic.load=0.0324", "run.duration=900us");
            case 14 -> List.of(fabric, "traffic.load=0.0165", "run.duration=1700us");
            case 18 ->
                List.of(fabric, "traffic.load=0.0101", "run.duration=3900us", "device.nic.transport.timeout=5ms");
            default -> throw new IllegalArgumentException("a torus of " + radix + " has not been measured");
        };
    }

    private static Experiment courses() {
        String at = "10x10";
        List<Claim> claims = new ArrayList<>();
        claims.add(Claim.within(
                        "SR-PDA's delivered traffic falls to none, of before",
                        at,
                        LOWEST,
                        LOAD_BEFORE,
                        cell(SR_PDA, at),
                        "0.00")
                .margin(0.05));
        for (String calm : List.of(EBRD, EBR, SR_LA)) {
            claims.add(Claim.within(
                            calm + "'s delivered traffic stays, lowest of before",
                            at,
                            LOWEST,
                            LOAD_BEFORE,
                            cell(calm, at),
                            "~1.0")
                    .note("the lowest of many stretches of ten cuts lies below their mean"));
            claims.add(Claim.within(
                    calm + "'s latency stays, during of before", at, LATENCY, LATENCY_BEFORE, cell(calm, at), "~1.0"));
        }
        claims.add(Claim.within(
                "SR-PDA's latency rises, during of before", at, LATENCY, LATENCY_BEFORE, cell(SR_PDA, at), ">1"));
        claims.add(
                Claim.within("DS's latency rises, during of before", at, LATENCY, LATENCY_BEFORE, cell(DS, at), ">1"));
        claims.add(Claim.ratio(
                        "packets wait longer at their source under DS than EBRD, times",
                        at,
                        QUEUE,
                        cell(DS, at),
                        cell(EBRD, at),
                        ">1")
                .note("\"DS shows high queue latency\", since most packets are lost and sent again"));
        return new Experiment(
                "thesis-fig-8.22",
                "latency and delivered traffic during a reconfiguration, 10x10 torus",
                "thesis §8.4.3 and §8.4.4, Fig. 8.22 and 8.23",
                "10x10 torus, 75 runs, shared with Fig. 8.21; 3 minutes",
                "",
                torus(10),
                List.of(new Case(at, null, Effort.QUICK, List.of("traffic.pattern=uniform"))),
                SCHEMES,
                SCATTERED,
                List.of(LOAD_BEFORE, LOWEST, LATENCY_BEFORE, LATENCY, QUEUE, TOKEN),
                claims,
                List.of(
                        HIGH_REMARK,
                        LEFT_OUT_REMARK,
                        "reweave compare draws the courses: emulator/docs/comparisons.md."));
    }

    private static Experiment sizes() {
        List<Case> sizes = List.of(
                size(6).from(Effort.QUICK),
                size(8).from(Effort.STANDARD),
                size(10).from(Effort.STANDARD),
                size(14).from(Effort.FULL),
                size(18).from(Effort.FULL));
        List<Claim> claims = new ArrayList<>();
        for (String other : List.of(EBR, DS, SR_PDA, SR_LA)) {
            claims.add(factor(other + " takes longer than EBRD, times", "18x18", TIME, other, EBRD, 10));
        }
        for (Case size : sizes) {
            String at = size.label();
            claims.add(Claim.ratio("EBRD loses less than DS, times", at, DROPS, cell(EBRD, at), cell(DS, at), "<1"));
            claims.add(Claim.value("EBRD's recovery discards none", at, DISCARDS, cell(EBRD, at), "0"));
            claims.add(Claim.value("EBR's recovery discards none", at, DISCARDS, cell(EBR, at), "0"));
        }
        return new Experiment(
                "thesis-fig-8.24",
                "time and loss of a reconfiguration by size of the torus",
                "thesis §8.4.5, Fig. 8.24",
                "6x6 to 10x10 tori, 225 runs; 5 minutes; --full to 18x18, hours",
                "radix",
                BASE,
                sizes,
                SCHEMES,
                SCATTERED,
                List.of(TIME, DROPS, DISCARDS),
                claims,
                List.of(
                        HIGH_REMARK
                                + " It falls from 0.096 on 6x6 to 0.0101 on 18x18; traffic lasts until the slowest scheme is done,"
                                + " but for DS on 18x18.",
                        "On 18x18, NICs wait 5 ms for an acknowledgement, not 500 us: else copies of what is only late fill the torus"
                                + " (emulator/docs/comparisons.md).",
                        LEFT_OUT_REMARK,
                        FACTORS_REMARK));
    }

    private static Case size(int radix) {
        return new Case(radix + "x" + radix, (double) radix, Effort.QUICK, atHigh(radix));
    }

    // ---- Table 8.12, from the runs of Fig. 8.18 ----

    /** A column of Table 8.12: its classes as numbers. */
    private static Claim grade(String column, String scheme, String printed, Function<Results, Double> ours) {
        return new Claim(
                column,
                scheme,
                printed,
                0,
                results -> {
                    Double value = ours.apply(results);
                    return value == null
                            ? Estimate.of(List.of())
                            : new Estimate(
                                    value,
                                    null,
                                    results.runs().get(cell(scheme, MEDIUM)).size());
                },
                "");
    }

    private static Double mean(Results results, String scheme, RunValue quantity) {
        return Estimate.of(results.values(cell(scheme, MEDIUM), quantity).stream()
                        .filter(Objects::nonNull)
                        .toList())
                .mean();
    }

    /** 1 to 3: in which third, on a logarithmic scale, of what all schemes need a scheme's mean lies. */
    private static Double third(Results results, String scheme, RunValue quantity) {
        List<Double> means = SCHEMES.stream()
                .map(one -> mean(results, one.label(), quantity))
                .toList();
        Double own = mean(results, scheme, quantity);
        if (own == null || means.contains(null)) {
            return null;
        }
        double least = StrictMath.log1p(Collections.min(means));
        double most = StrictMath.log1p(Collections.max(means));
        double place = most == least ? 0 : (StrictMath.log1p(own) - least) / (most - least);
        return place < 1 / 3.0 ? 1.0 : place < 2 / 3.0 ? 2.0 : 3.0;
    }

    /** 1 where the value during the change is above or below that before it by a factor, else 0. */
    private static Double disturbed(Results results, String scheme, RunValue high, RunValue low) {
        Double above = mean(results, scheme, high);
        Double below = mean(results, scheme, low);
        return above == null || below == null ? null : (Double) (above > PERTURBED * below ? 1.0 : 0.0);
    }

    private static Experiment summary() {
        Map<String, List<String>> printed = new LinkedHashMap<>(); // time, traffic, latency, drops
        printed.put(DS, List.of("2", "0", "0", "3"));
        printed.put(SR_PDA, List.of("3", "1", "1", "1"));
        printed.put(SR_LA, List.of("2", "0", "0", "3"));
        printed.put(EBR, List.of("2", "0", "0", "1"));
        printed.put(EBRD, List.of("1", "0", "0", "1"));
        List<Claim> claims = new ArrayList<>();
        printed.forEach((scheme, classes) -> claims.add(
                grade("reconfiguration time", scheme, classes.get(0), results -> third(results, scheme, TIME))));
        printed.forEach((scheme, classes) -> claims.add(grade(
                "traffic perturbation",
                scheme,
                classes.get(1),
                results -> disturbed(results, scheme, LOAD_BEFORE, LOWEST))));
        printed.forEach((scheme, classes) -> claims.add(grade(
                "latency perturbation",
                scheme,
                classes.get(2),
                results -> disturbed(results, scheme, LATENCY, LATENCY_BEFORE))));
        printed.forEach((scheme, classes) ->
                claims.add(grade("packets dropped", scheme, classes.get(3), results -> third(results, scheme, DROPS))));
        return new Experiment(
                "thesis-table-8.12",
                "the schemes' characteristics, generated from runs",
                "thesis §8.4.6, Table 8.12",
                "6x6 torus at MEDIUM, 20 runs, those of Fig. 8.18; 40 s",
                "",
                BASE,
                List.of(new Case(MEDIUM, null, Effort.QUICK, LOADS.get(1).overrides())),
                SCHEMES,
                RUNS,
                List.of(TIME, LOWEST, LATENCY, DROPS),
                claims,
                List.of(
                        "1 LOW, 2 MEDIUM, 3 HIGH: the third of the range of all schemes, on a logarithmic scale. 0 NO, 1 YES: the lowest"
                                + " accepted load is below half of that before, or the mean latency above twice that before.",
                        "The printed HIGH time of SR-PDA contradicts §8.4.1, where EBR takes longer than SR-PDA."));
    }
}

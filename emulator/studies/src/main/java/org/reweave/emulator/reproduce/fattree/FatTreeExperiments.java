package org.reweave.emulator.reproduce.fattree;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.reproduce.Claim;
import org.reweave.emulator.reproduce.Effort;
import org.reweave.emulator.reproduce.Experiment;
import org.reweave.emulator.reproduce.Experiment.Base;
import org.reweave.emulator.reproduce.Experiment.Case;
import org.reweave.emulator.reproduce.Experiment.Method;
import org.reweave.emulator.reproduce.Experiment.Runs;
import org.reweave.emulator.reproduce.FaultSamples;
import org.reweave.emulator.reproduce.Results.Cell;
import org.reweave.emulator.reproduce.RunValue;
import org.reweave.routing.model.Deviation;

/**
 * Local rerouting under load: figures 8, 9, 10 and 12 of the fat-tree paper. The curves are lost; the text's statements
 * are the values. Source: fat-tree paper §IX.
 */
@Deviation("fat-tree §IX, Fig. 12")
final class FatTreeExperiments {
    private static final Base SMALL = base("4-ary 3-tree", "k-ary-n-tree:4,3");
    private static final Base TALL = base("2-ary 6-tree", "k-ary-n-tree:2,6");

    private static final String DDLR = "DDLR";
    private static final String ADLR = "ADLR";
    private static final String DDRC = "DDRC";

    /** Links fail while traffic flows; the tables of a reconfiguration are there from the start. */
    private static final String FAILURE = "1000cycles";

    // The most lanes, fewer than the paper's queues (one for each port of a switch), that share no factor with k: as
    // many in each of the two layers of DDLR.
    private static final int LANES = 7;
    private static final int LANES_TALL = 3;
    private static final List<Method> LOCAL = local(2 * LANES, LANES);
    private static final List<Method> LOCAL_TALL = local(2 * LANES_TALL, LANES_TALL);

    private static final double PACKETS_PER_LOAD = 64 / 2.0; // 64 NICs; a packet is two flits, a cycle's worth each
    private static final RunValue THROUGHPUT =
            RunValue.scaled("throughput, packets/cycle", Measure.ACCEPTED, PACKETS_PER_LOAD);

    private static final String SATURATING = "0.65"; // load; the 4-ary tree takes at most 0.61
    private static final String SATURATED = "saturated";
    private static final String UNSATURATED = "unsaturated";
    private static final String QUEUES_REMARK =
            "The paper's switches have a queue of 512 bytes for each output behind every input, eight in the 4-ary tree and four in"
                    + " the 2-ary one; ours have seven and three lanes of 512 bytes in each layer, and a packet has that of its LID"
                    + " (emulator/docs/switch-model.md).";

    static final List<Experiment> ALL = List.of(loads(), throughput(SMALL), throughput(TALL), losses(), deadlocks());

    private FatTreeExperiments() {}

    private static List<Method> local(int ofDdlr, int others) {
        return List.of(
                Method.of(DDLR, "reconfiguration={scheme=dlr,options={rerouting=r-det-link}}", vls(ofDdlr))
                        .failingAt(FAILURE),
                Method.of(ADLR, "reconfiguration={scheme=dlr,options={rerouting=r-adapt-link}}", vls(others))
                        .failingAt(FAILURE));
    }

    private static List<Method> methods(boolean small) {
        return Stream.concat(
                        (small ? LOCAL : LOCAL_TALL).stream(),
                        Stream.of(Method.of(DDRC, "reconfiguration.scheme=none", vls(small ? LANES : LANES_TALL))))
                .toList();
    }

    private static String vls(int count) {
        return "device.switch.vls=" + count;
    }

    private static Base base(String name, String generator) {
        return new Base("fat-tree-" + name.replace(' ', '-'), """
                fabric.generator = "%s"
                routing.engine = fat-tree
                device.preset = fat-tree
                traffic { pattern = uniform, load = 0.4, process = poisson }
                run { warmup = 2000cycles, duration = 6000cycles, limit = 6000cycles, cut-interval = 500cycles }
                """.formatted(generator));
    }

    private static Experiment loads() {
        List<Case> cases = new ArrayList<>();
        for (String load : List.of("0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7")) {
            cases.add(Case.of(load, Double.parseDouble(load), "traffic.load=" + load));
        }
        return new Experiment(
                "fat-tree-fig-8",
                "throughput and latency by load, without faults, 4-ary 3-tree",
                "fat-tree paper §IX.A, Fig. 8",
                "4-ary 3-tree, 28 runs of 6,000 cycles; a minute",
                "offered load",
                SMALL,
                cases,
                LOCAL,
                new Runs(1, 2, 20),
                List.of(THROUGHPUT, RunValue.micros("mean latency, us", Measure.LATENCY)),
                List.of(
                        Claim.value(
                                        "DDLR's throughput when saturated, packets/cycle",
                                        "0.7",
                                        THROUGHPUT,
                                        new Cell(DDLR, "0.7"),
                                        "~18")
                                .note("read off Fig. 9"),
                        Claim.ratio(
                                "ADLR's is slightly lower, times",
                                "0.7",
                                THROUGHPUT,
                                new Cell(ADLR, "0.7"),
                                new Cell(DDLR, "0.7"),
                                "<1")),
                List.of(QUEUES_REMARK));
    }

    private static String faults(int count) {
        return FaultSamples.label(count);
    }

    private static Case failed(int count, String load) {
        return Case.of(faults(count), count, Experiment.failedLinks(count), "traffic.load=" + load);
    }

    /** Fig. 9, one tree; the load is chosen as the paper's was: above what saturates the tree. */
    private static Experiment throughput(Base tree) {
        boolean small = tree.equals(SMALL);
        List<Case> cases = IntStream.rangeClosed(0, 10)
                .mapToObj(count -> failed(count, small ? SATURATING : "0.6")
                        .from(
                                count % 10 == 0
                                        ? Effort.QUICK
                                        : List.of(1, 4, 7).contains(count) ? Effort.STANDARD : Effort.FULL))
                .toList();
        List<Claim> claims = new ArrayList<>();
        claims.add(better("ADLR is below DDLR, times", 0, ADLR, DDLR, "<1"));
        for (int count : small ? new int[] {1, 4, 7, 10} : new int[] {4, 7}) {
            claims.add(better("ADLR is above DDLR, times", count, ADLR, DDLR, ">1"));
        }
        if (!small) {
            claims.add(better("ADLR is below DDLR, times", 10, ADLR, DDLR, "<1"));
        }
        for (int count : new int[] {1, 4, 7, 10}) {
            claims.add(better("DDRC is above DDLR, times", count, DDRC, DDLR, ">1"));
            claims.add(better("DDRC is above ADLR, times", count, DDRC, ADLR, ">1"));
        }
        return new Experiment(
                        small ? "fat-tree-fig-9a" : "fat-tree-fig-9b",
                        "throughput when saturated, under 0 to 10 failed links, "
                                + (small ? "4-ary 3-tree" : "2-ary 6-tree"),
                        "fat-tree paper §IX.B, Fig. 9",
                        (small ? "4-ary 3-tree" : "2-ary 6-tree") + ", 60 runs of 6,000 cycles; 3 minutes",
                        "failed links",
                        tree,
                        cases,
                        methods(small),
                        new Runs(1, 4, 500),
                        List.of(THROUGHPUT, RunValue.plain("packets lost", Measure.DROPS_BEFORE)),
                        claims,
                        List.of(
                                QUEUES_REMARK,
                                "Under DDRC the links are missing from the start; sets of links that its tables cannot route are drawn again.",
                                "--full measures 4,000 cycles of each run as the default does; the paper 10,000."))
                .redrawing();
    }

    private static Claim better(String sentence, int count, String of, String to, String printed) {
        return Claim.ratio(
                sentence, faults(count), THROUGHPUT, new Cell(of, faults(count)), new Cell(to, faults(count)), printed);
    }

    /** Fig. 10: every case has a number of faults and one of the two loads. */
    private static Experiment losses() {
        List<Case> cases = new ArrayList<>();
        List<Claim> claims = new ArrayList<>();
        for (int count : new int[] {1, 4, 10}) {
            for (String load : List.of(UNSATURATED, SATURATED)) {
                Case failed = failed(count, load.equals(SATURATED) ? SATURATING : "0.4");
                cases.add(new Case(label(count, load), null, Effort.QUICK, failed.overrides()));
            }
            claims.add(lost("DDLR, saturated", count, SATURATED, DDLR, "~1.5", 0));
            claims.add(lost("ADLR, saturated", count, SATURATED, ADLR, "~2.75", 0.25)
                    .note("\"2.5 to 3\""));
            if (count != 4) {
                String printed = count == 1 ? "~0.4" : "~0.6";
                claims.add(lost("DDLR, unsaturated", count, UNSATURATED, DDLR, printed, 0));
                claims.add(lost("ADLR, unsaturated", count, UNSATURATED, ADLR, printed, 0));
            }
        }
        return new Experiment(
                "fat-tree-fig-10",
                "packets lost per failed link under local rerouting, 4-ary 3-tree",
                "fat-tree paper §IX.B, Fig. 10",
                "4-ary 3-tree, 120 runs of 2,000 cycles; 2 minutes",
                "",
                new Base(
                        SMALL.name() + "-short",
                        SMALL.text() + "run { warmup = 500cycles, duration = 2000cycles, limit = 2000cycles }\n"),
                cases,
                LOCAL,
                new Runs(2, 20, 500),
                List.of(RunValue.plain("packets lost in all", Measure.DROPS_BEFORE)),
                claims,
                List.of(
                        "Saturated is 0.65 and unsaturated 0.4 of what the links carry; this tree saturates at 0.53 (DDLR) and 0.61 (ADLR).",
                        QUEUES_REMARK));
    }

    private static String label(int count, String load) {
        return faults(count) + ", " + load;
    }

    private static Claim lost(String sentence, int count, String load, String method, String printed, double margin) {
        return Claim.value(
                        sentence + ": lost per failed link",
                        faults(count),
                        RunValue.lostPerFault("", count),
                        new Cell(method, label(count, load)),
                        printed)
                .margin(margin);
    }

    private static Experiment deadlocks() {
        RunValue share = RunValue.deadlocked("runs that deadlock, %");
        List<Case> cases = List.of(failed(4, SATURATING), failed(7, SATURATING), failed(10, SATURATING));
        return new Experiment(
                "fat-tree-fig-12",
                "probability of a deadlock beyond k-1 faults under adaptive rerouting, 4-ary 3-tree",
                "fat-tree paper §IX.B, Fig. 12",
                "4-ary 3-tree, 60 runs of 20,000 cycles; 5 minutes",
                "failed links",
                new Base(
                        SMALL.name() + "-long",
                        SMALL.text() + "run { warmup = 500cycles, duration = 20000cycles, limit = 20000cycles }\n"),
                cases,
                List.of(LOCAL.get(1)),
                new Runs(1, 20, 500),
                List.of(share),
                List.of(
                        Claim.value(
                                "runs that deadlock within 200,000 cycles, %",
                                faults(4), share, new Cell(ADLR, faults(4)), "~1"),
                        Claim.value(
                                "runs that deadlock within 200,000 cycles, %",
                                faults(7), share, new Cell(ADLR, faults(7)), "~7"),
                        Claim.value(
                                "runs that deadlock within 200,000 cycles, %",
                                faults(10), share, new Cell(ADLR, faults(10)), "~20")),
                List.of("Ours run for 20,000 cycles, a tenth of the paper's, at a load that saturates the tree."));
    }
}

package org.reweave.emulator.cli.bench;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.run.Drivers;
import org.reweave.routing.model.NearestName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code reweave bench}: how fast this machine is, and how exact the emulator. The benchmarks are not shipped: the
 * launcher of a checkout adds their jar, and an installation says that it has none.
 */
@Command(name = "bench", description = "Measures speed, in turns in one process, or accuracy.")
public final class BenchCommand extends ReweaveCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            defaultValue = "drivers",
            completionCandidates = Summaries.class,
            description = "What to measure: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private String name;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Measured rounds after a warm-up; default ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--threads", description = "Threads of the actor drivers; default: all processors.")
    private Integer threads;

    @Option(
            names = "--fabric",
            paramLabel = "FABRIC",
            description = "Of memory: a generator or a file; default torus:8x8.")
    private String fabric;

    @Option(
            names = "--cycles",
            paramLabel = "N",
            description = "Of peers: cycles of a run on a small network; default 200000. Of memory: the cycle of the "
                    + "measurement; default 5000. Of cluster: of a run at link latency 25; default 1000000.")
    private Long cycles;

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "Of mutants: these planted faults; 'none' runs all commands without a fault. "
                    + "Of size: these tori.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--budget",
            paramLabel = "SECONDS",
            description =
                    "Of mutants: processor time for each fault at most; default " + Benchmark.DEFAULT_BUDGET + ".")
    private Integer budget;

    /** Names and summaries for {@code --help}. */
    static final class Summaries implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return BenchCommand.known().stream()
                    .map(b -> b.name() + " (" + b.summary() + ")")
                    .iterator();
        }
    }

    @Override
    public Integer call() {
        List<String> problems = new ArrayList<>();
        Map<String, Benchmark> known = new TreeMap<>();
        known().forEach(benchmark -> known.put(benchmark.name(), benchmark));
        if (known.isEmpty()) {
            throw new UserErrors(List.of("bench: this installation has no benchmarks; run ./reweave of a checkout"));
        }
        Benchmark benchmark = known.get(name);
        if (benchmark == null) {
            problems.add("bench " + name + ": not a benchmark; the nearest name is "
                    + NearestName.of(name, known.keySet()) + ", known are " + String.join(", ", known.keySet()));
        }
        int used = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        if (rounds < 1) {
            problems.add("--rounds " + rounds + " < 1; raise it");
        }
        if (used < 1) {
            problems.add("--threads " + used + " < 1; raise it");
        }
        if (used > Drivers.MOST_THREADS) {
            problems.add("--threads " + used + " > " + Drivers.MOST_THREADS + "; lower it");
        }
        if (benchmark != null && fabric != null && !benchmark.options().contains("--fabric")) {
            problems.add("--fabric " + fabric + ": bench " + name + " has a fabric of its own; drop it");
        }
        if (benchmark != null && cycles != null && !benchmark.options().contains("--cycles")) {
            problems.add("--cycles " + cycles + ": the runs of bench " + name + " have lengths of their own; drop it");
        }
        if (benchmark != null && !only.isEmpty() && !benchmark.options().contains("--only")) {
            problems.add("--only " + String.join(",", only) + ": bench " + name + " has no parts; drop it");
        }
        if (benchmark != null && budget != null && !benchmark.options().contains("--budget")) {
            problems.add("--budget " + budget + ": bench " + name + " has a length of its own; drop it");
        }
        if (budget != null && budget < 1) {
            problems.add("--budget " + budget + " < 1; raise it");
        }
        if (cycles != null && cycles < 1) {
            problems.add("--cycles " + cycles + " < 1; raise it");
        }
        if (!problems.isEmpty()) {
            throw new UserErrors(problems);
        }
        Benchmark.Result result = benchmark.measure(new Benchmark.Settings(
                rounds,
                used,
                Optional.ofNullable(fabric),
                Optional.ofNullable(cycles),
                only,
                budget == null ? Benchmark.DEFAULT_BUDGET : budget,
                line -> err().println(line)));
        if (json()) {
            printJson(result.document());
        } else {
            result.lines().forEach(out()::println);
        }
        return ExitCode.DONE;
    }

    private static List<Benchmark> known() {
        return ServiceLoader.load(Benchmark.Catalogue.class).stream()
                .flatMap(catalogue -> catalogue.get().benchmarks().stream())
                .toList();
    }
}

package org.reweave.emulator.cli.sweep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.AtomicFile;
import org.reweave.emulator.cli.common.BuildIdentity;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.Interrupts;
import org.reweave.emulator.cli.common.OverridesOption;
import org.reweave.emulator.cli.common.QuietOption;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.RunsAtATime;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.run.InputFile;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.sweep.Criterion;
import org.reweave.emulator.sweep.Curve;
import org.reweave.emulator.sweep.Grid;
import org.reweave.emulator.sweep.Loads;
import org.reweave.emulator.sweep.Point;
import org.reweave.emulator.sweep.Sample;
import org.reweave.emulator.sweep.Saturation;
import org.reweave.emulator.sweep.Series;
import org.reweave.emulator.sweep.SweepCsv;
import org.reweave.emulator.sweep.SweepPlot;
import org.reweave.emulator.sweep.SweepRunner;
import org.reweave.emulator.sweep.SweepState;
import org.reweave.emulator.sweep.Variation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reweave sweep}: curves of latency and throughput over load. */
@Command(
        name = "sweep",
        description = {
            "Runs a scenario at every combination of load, varied keys and seeds, on all processors, and gives means over the seeds with 95%% "
                    + "confidence intervals (Student's t).",
            "A run that has accepted too little when its traffic ends is stopped there and marked saturated, unless its fabric was "
                    + "reconfigured; all others drain. Send queues "
                    + "hold 1,000,000 packets unless --set device.nic.send-queue says otherwise, so that sources are open loops.",
            "Where the fabric was reconfigured, times, losses, load and latency around the change are measured as 'reweave compare' does.",
            "Finished runs are kept in the folder: the same command goes on where it was broken off, and a wider one runs what is missing.",
            "Exit code 1 when a run deadlocked, could not be routed, or did not empty before run.limit without being saturated; 130 when "
                    + "Ctrl-C stopped it."
        })
public final class SweepCommand extends ReweaveCommand {
    private static final Path SWEEPS = Path.of("sweeps");
    private static final Set<String> OWN_KEYS = Set.of("traffic.load", "seed");

    @Parameters(index = "0", paramLabel = "SCENARIO", description = "A scenario's file.")
    private Path scenario;

    @Option(
            names = "--load",
            paramLabel = "LOADS",
            description =
                    "FROM..TO:STEP, as in 0.05..0.95:0.05, or a list, as in 0.1,0.2. Default: the scenario's own, or none with --saturation.")
    private String load;

    @Option(
            names = "--vary",
            paramLabel = "KEY=A,B,C",
            description =
                    "A key and its values, each a curve of its own; values with commas are separated by semicolons. Repeatable: all"
                            + " combinations.")
    private List<String> vary = new ArrayList<>();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "Runs of each point, with seeds from the scenario's on; default ${DEFAULT-VALUE}. Intervals need two.")
    private int seeds;

    @Mixin
    private OverridesOption overrides = new OverridesOption();

    @Option(
            names = "--saturation",
            description = "Search for the load at which each curve saturates, by bisection, per seed.")
    private boolean saturation;

    @Option(
            names = "--resolution",
            paramLabel = "LOAD",
            defaultValue = "0.01",
            description = "Step of the loads that the search tries; default ${DEFAULT-VALUE}.")
    private BigDecimal resolution;

    @Option(
            names = "--tolerance",
            paramLabel = "SHARE",
            defaultValue = "0.05",
            description = "Saturated: accepted is less than offered by this share, default ${DEFAULT-VALUE}, ...")
    private double tolerance;

    @Option(
            names = "--latency-multiple",
            paramLabel = "X",
            defaultValue = "3",
            description =
                    "... or, to the search, mean total latency is above this multiple of that at --zero-load; default ${DEFAULT-VALUE}.")
    private double multiple;

    @Option(
            names = "--zero-load",
            paramLabel = "LOAD",
            defaultValue = "0.01",
            description = "Load whose latency the search compares with; default ${DEFAULT-VALUE}.")
    private BigDecimal zeroLoad;

    @Mixin
    private RunsAtATime threads = new RunsAtATime();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of results and finished runs; default: sweeps/SCENARIO.")
    private Path out;

    @Mixin
    private QuietOption quiet = new QuietOption();

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        Optional<List<BigDecimal>> written = loads(input);
        List<Series> series = series(input);
        int used = checkNumbers(input);
        SweepInput files = new SweepInput(scenario, overrides.sets());
        Scenario base = files.base(input);
        input.throwIfAny();
        List<BigDecimal> loads = written.orElseGet(() -> saturation
                ? List.of()
                : List.of(BigDecimal.valueOf(base.traffic().load())));
        files.prepare(series, loads.isEmpty() ? zeroLoad : loads.get(0), input);
        input.throwIfAny();

        Criterion criterion = new Criterion(tolerance, multiple);
        List<Long> allSeeds =
                LongStream.range(0, seeds).map(i -> base.seed() + i).boxed().toList();
        Grid grid = new Grid(series, loads, allSeeds);
        Path folder = out == null ? SWEEPS.resolve(OutputFolder.nameOf(base.name())) : out;
        OutputFolder.problemAbove(folder).ifPresent(problem -> {
            throw new UserErrors("--out " + folder + ": " + problem);
        });
        BatchIdentity identity = BatchIdentity.of(
                BuildIdentity.read(), base, OWN_KEYS, Map.of("--tolerance", Double.toString(tolerance)));
        try (SweepState state = SweepState.open(folder, identity)) {
            return run(files, new SweepReport.Subject(base, grid, criterion, used, folder), state);
        } catch (BatchState.RefusedException e) {
            throw new UserErrors(e.getMessage());
        } catch (IOException | UncheckedIOException e) {
            IOException cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : (IOException) e;
            err().println("reweave: the sweep's results could not be written: " + InputFile.reason(cause)
                    + "; finished runs are in " + folder);
            return ExitCode.INTERNAL_FAULT;
        }
    }

    private Optional<List<BigDecimal>> loads(InputCheck input) {
        return load == null ? Optional.empty() : input.attempt("--load", () -> Loads.parse(load));
    }

    private List<Series> series(InputCheck input) {
        List<Variation> variations = new ArrayList<>();
        Set<String> keys = new HashSet<>(OWN_KEYS);
        for (String text : vary) {
            input.attempt("--vary", () -> Variation.parse(text)).ifPresent(variation -> {
                if (OWN_KEYS.contains(variation.key())) {
                    input.problem("--vary " + text + ": the sweep varies that itself; use --load or --seeds");
                } else if (!keys.add(variation.key())) {
                    input.problem("--vary " + text + ": " + variation.key() + " is varied twice; join the lists");
                } else {
                    variations.add(variation);
                }
            });
        }
        return Series.of(variations);
    }

    /** @return threads */
    private int checkNumbers(InputCheck input) {
        int used = threads.threads(input);
        require(seeds >= 1, "--seeds " + seeds + " < 1; raise it", input);
        require(tolerance > 0 && tolerance < 1, "--tolerance " + tolerance + " is not between 0 and 1", input);
        require(multiple > 1, "--latency-multiple " + multiple + " <= 1; raise it", input);
        require(
                resolution.compareTo(new BigDecimal("0.0001")) >= 0 && resolution.compareTo(new BigDecimal("0.5")) <= 0,
                "--resolution " + resolution + " is not from 0.0001 to 0.5",
                input);
        require(
                zeroLoad.signum() > 0 && zeroLoad.compareTo(BigDecimal.ONE) <= 0,
                "--zero-load " + zeroLoad + " is not above 0 and at most 1",
                input);
        return used;
    }

    private static void require(boolean holds, String otherwise, InputCheck input) {
        if (!holds) {
            input.problem(otherwise);
        }
    }

    private int run(SweepInput files, SweepReport.Subject subject, SweepState state) throws IOException {
        SweepProgress progress = new SweepProgress(err(), subject, state.size(), quiet.isQuiet());
        progress.begin();
        SweepRunner runner = new SweepRunner(files::network, subject.criterion(), state, subject.threads(), progress);
        Supplier<String> kept = () -> Amounts.count(state.size(), "finished run") + " kept in " + subject.folder()
                + "; the same command goes on from there";
        Interrupts interrupts = Interrupts.endSoon(progress.line(), runner::cancel, kept);
        List<Curve> curves;
        Map<Point, Sample> samples;
        try {
            Grid grid = subject.grid();
            samples = runner.grid(grid);
            progress.searching(saturation);
            Map<Series, Saturation> found =
                    saturation ? runner.saturations(grid, samples, resolution, zeroLoad) : Map.of();
            curves = Curve.of(grid, samples, found);
        } catch (CancellationException e) {
            err().println("reweave: stopped; " + kept.get());
            return ExitCode.INTERRUPTED;
        } finally {
            interrupts.close();
            progress.close();
        }
        SweepReport report = new SweepReport(subject, curves);
        write(subject, curves, samples, report);
        if (json()) {
            printJson(report.document());
        } else {
            report.lines().forEach(out()::println);
        }
        return samples.values().stream().anyMatch(Sample::failed) ? ExitCode.CHECKS_FAILED : ExitCode.DONE;
    }

    private static void write(
            SweepReport.Subject subject, List<Curve> curves, Map<Point, Sample> samples, SweepReport report) {
        Path folder = subject.folder();
        AtomicFile.write(folder.resolve("runs.csv"), SweepCsv.runs(samples));
        AtomicFile.write(folder.resolve("curves.csv"), SweepCsv.curves(curves));
        AtomicFile.write(folder.resolve("scenario.conf"), subject.base().resolved());
        AtomicFile.write(folder.resolve("sweep.json"), JsonText.indented(report.document()) + "\n");
        String title = subject.base().name() + ": " + subject.base().description();
        if (!subject.grid().loads().isEmpty()) {
            AtomicFile.write(
                    folder.resolve("sweep.svg"),
                    SweepPlot.of(curves, title, report.subtitle()).svg());
        }
    }
}

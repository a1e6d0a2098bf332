package org.reweave.emulator.cli.sweep;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.reweave.emulator.batch.Batch;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.MeasuresOption;
import org.reweave.emulator.cli.common.PreparedRuns;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.Study;
import org.reweave.emulator.cli.common.StudyOptions;
import org.reweave.emulator.cli.common.VaryOption;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.sweep.Criterion;
import org.reweave.emulator.sweep.Curve;
import org.reweave.emulator.sweep.Grid;
import org.reweave.emulator.sweep.Loads;
import org.reweave.emulator.sweep.Point;
import org.reweave.emulator.sweep.RunStore;
import org.reweave.emulator.sweep.Sample;
import org.reweave.emulator.sweep.Saturation;
import org.reweave.emulator.sweep.Series;
import org.reweave.emulator.sweep.SweepRunner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

    /**
     * Sources are open loops, as curves of latency over offered load suppose: a full send queue would pause them and
     * hide what is offered.
     */
    private static final String OPEN_LOOP = "device.nic.send-queue=1000000";

    @Mixin
    private StudyOptions options = new StudyOptions();

    @Option(
            names = "--load",
            paramLabel = "LOADS",
            description =
                    "FROM..TO:STEP, as in 0.05..0.95:0.05, or a list, as in 0.1,0.2. Default: the scenario's own, or none with --saturation.")
    private String load;

    @Mixin
    private VaryOption vary = new VaryOption();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "Runs of each point, with seeds from the scenario's on; default ${DEFAULT-VALUE}. Intervals need two.")
    private int seeds;

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
    private MeasuresOption measures = new MeasuresOption();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of results and finished runs; default: sweeps/SCENARIO.")
    private Path out;

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        Optional<List<BigDecimal>> written =
                load == null ? Optional.empty() : input.attempt("--load", () -> Loads.parse(load));
        List<Series> series = vary.series(OWN_KEYS, "the sweep varies that itself; use --load or --seeds", input);
        int threads = options.threads(input);
        checkNumbers(input);
        List<String> sets = new ArrayList<>(options.sets());
        sets.add(0, OPEN_LOOP);
        Optional<Scenario> read = options.base(sets, input);
        List<Measure> chosen = measures.chosen(input);
        input.throwIfAny();
        Scenario base = read.orElseThrow();
        List<BigDecimal> loads = written.orElseGet(() -> saturation
                ? List.of()
                : List.of(BigDecimal.valueOf(base.traffic().load())));
        PreparedRuns prepared = prepared(series, sets, loads.isEmpty() ? zeroLoad : loads.get(0), input);
        input.throwIfAny();

        List<Long> all =
                LongStream.range(base.seed(), base.seed() + seeds).boxed().toList();
        Study<RunStore.Entry> study = new Study<>(this, options, base, out, SWEEPS, RunStore.files());
        Batch batch = new Batch(threads);
        Map<String, String> settings = Map.of("--tolerance", Double.toString(tolerance));
        return study.run(OWN_KEYS, settings, batch::cancel, (state, progress) -> {
            Grid grid = new Grid(series, loads, all);
            RunStore store = new RunStore(state.entries(), state::add);
            study.introduce(progress, Amounts.count(grid.points().size(), "run"), threads, store.size());
            SweepProgress shown =
                    new SweepProgress(study, progress, grid.points().size(), store.size());
            Criterion criterion = new Criterion(tolerance, multiple);
            SweepRunner runner = new SweepRunner(
                    point -> prepared.network(
                            point.series(), "traffic.load=" + point.load().toPlainString(), "seed=" + point.seed()),
                    criterion,
                    store,
                    batch,
                    shown);
            Map<Point, Sample> samples = runner.grid(grid);
            shown.searching(saturation);
            Map<Series, Saturation> found =
                    saturation ? runner.saturations(grid, samples, resolution, zeroLoad) : Map.of();
            return new SweepReport(
                    base, options.sets(), grid, chosen, criterion, samples, Curve.of(grid, samples, found));
        });
    }

    private void checkNumbers(InputCheck input) {
        input.require(seeds >= 1, "--seeds " + seeds + " < 1; raise it");
        input.require(tolerance > 0 && tolerance < 1, "--tolerance " + tolerance + " is not between 0 and 1");
        input.require(multiple > 1, "--latency-multiple " + multiple + " <= 1; raise it");
        input.require(
                resolution.compareTo(new BigDecimal("0.0001")) >= 0 && resolution.compareTo(new BigDecimal("0.5")) <= 0,
                "--resolution " + resolution + " is not from 0.0001 to 0.5");
        input.require(
                zeroLoad.signum() > 0 && zeroLoad.compareTo(BigDecimal.ONE) <= 0,
                "--zero-load " + zeroLoad + " is not above 0 and at most 1");
    }

    /** Checks each series at one of its loads. */
    private PreparedRuns prepared(List<Series> all, List<String> sets, BigDecimal some, InputCheck input) {
        PreparedRuns prepared = new PreparedRuns(options.scenario(), sets);
        for (Series series : all) {
            String atLoad = "traffic.load=" + some.toPlainString();
            prepared.prepare(series, List.of(atLoad), PreparedRuns.words("--vary", series), input)
                    .ifPresent(
                            scenario -> input.require(
                                    scenario.traffic().trace().isEmpty(),
                                    options.scenario()
                                            + ": its traffic is a trace, which has no load to sweep; take it away with --set traffic.trace.file=null"));
        }
        return prepared;
    }
}

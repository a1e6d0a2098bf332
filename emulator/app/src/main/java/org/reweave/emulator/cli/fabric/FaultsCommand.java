package org.reweave.emulator.cli.fabric;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.cli.common.AtomicFile;
import org.reweave.emulator.cli.common.DrawingOptions;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.cli.common.QuietOption;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.StudyBuild;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.network.FabricDigest;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.routing.tolerance.FaultMethod;
import org.reweave.routing.tolerance.FaultMethods;
import org.reweave.routing.tolerance.FaultStudy;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.verify.ConfidenceInterval;
import org.reweave.routing.verify.FaultAnalysis;
import org.reweave.routing.verify.FaultCount;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reweave faults}: how many sets of faults a method tolerates. */
@Command(
        name = "faults",
        description = {
            "Judges a fault-tolerance method: of all sets of so many faults, how many it tolerates.",
            "Sets are enumerated when there are not many more than a sample has, else sampled; the result depends on the seed"
                    + " and not on the number of threads."
        })
public final class FaultsCommand extends ReweaveCommand {
    /** Half-width of the interval at worst that the default sample size is for. */
    private static final double MARGIN = 0.01;
    /** Enumerated without being asked: sets per sample that would be drawn instead. */
    private static final int AFFORDABLE_SAMPLES = 2;

    /** Numbers of faults that one range may have. */
    private static final int MOST_COUNTS = 1001;

    @Mixin
    private FabricArgument fabricArgument = new FabricArgument();

    @Option(
            names = "--method",
            required = true,
            paramLabel = "NAME",
            completionCandidates = MethodNames.class,
            description = "Fault-tolerance method: ${COMPLETION-CANDIDATES}.")
    private String methodName;

    @Option(
            names = "--option",
            paramLabel = "KEY=VALUE",
            description = "Option of the method, such as intermediates=1 of kns. Repeatable.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Option(
            names = "--faults",
            required = true,
            paramLabel = "COUNTS",
            description = "Numbers of faults: 1,2,3 or 0..10, or both.")
    private String counts;

    @Option(
            names = "--element",
            defaultValue = "link",
            paramLabel = "link|switch",
            description = "What fails; default ${DEFAULT-VALUE}. Links are those between switches.")
    private String elementName;

    @Option(names = "--exhaustive", description = "Judge every set, however many there are.")
    private boolean exhaustive;

    @Option(
            names = "--samples",
            paramLabel = "N",
            description = "Draw so many sets; default: as many as make the interval at most +-1%% wide.")
    private Long samples;

    @Option(
            names = "--confidence",
            defaultValue = "99",
            paramLabel = "95|99",
            description = "Of the interval, in percent; default ${DEFAULT-VALUE}.")
    private int confidencePercent;

    @Mixin
    private DrawingOptions drawing = new DrawingOptions();

    @Option(names = "--csv", paramLabel = "FILE", description = "Also write a row per number of faults to a file.")
    private Path csv;

    @Option(names = "--plot", paramLabel = "FILE", description = "Also draw the shares with their intervals, as SVG.")
    private Path plot;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Keep judged sets in this folder: the same command goes on where it was broken off, and judges"
                            + " further numbers of faults alone.")
    private Path out;

    @Mixin
    private QuietOption quiet = new QuietOption();

    /** Names for {@code --help}. */
    static final class MethodNames implements Iterable<String> {
        @Override
        public java.util.Iterator<String> iterator() {
            return FaultMethods.load().names().iterator();
        }
    }

    /** Document that {@code --json} prints. */
    record Document(
            String fabric,
            String method,
            String element,
            int elements,
            long seed,
            List<FaultCount> counts,
            double computeSeconds) {}

    /** Input that has passed its checks. */
    private record Job(Fabric fabric, FaultMethod method, FaultAnalysis analysis, List<Integer> faults) {}

    @Override
    public Integer call() {
        Job job = check();
        long started = System.nanoTime();
        List<FaultCount> results = judge(job);
        double seconds = (System.nanoTime() - started) / 1e9;
        Document document = new Document(
                job.fabric().name(),
                methodName,
                elementName,
                job.analysis().elementCount(),
                drawing.seed(),
                results,
                seconds);
        if (csv != null) {
            AtomicFile.write(csv, FaultsReport.csv(document));
        }
        if (plot != null) {
            AtomicFile.write(plot, FaultsReport.figure(document).svg());
        }
        if (json()) {
            printJson(FaultsReport.json(document));
        } else {
            out().print(FaultsReport.table(document));
        }
        return ExitCode.DONE;
    }

    private List<FaultCount> judge(Job job) {
        if (out == null) {
            return quiet.during(
                    err(), "nothing has been written", progress -> judge(job, progress, job.analysis()::count));
        }
        OutputFolder.problemAbove(out).ifPresent(problem -> {
            throw new UserErrors("--out " + out + ": " + problem);
        });
        try (KeptParts kept = KeptParts.open(out, identity(job))) {
            return quiet.during(
                    err(),
                    "judged sets are in " + out + "; the same command goes on from there",
                    progress -> judge(job, progress, (faults, judged) -> kept.count(job.analysis(), faults, judged)));
        } catch (BatchState.RefusedException e) {
            throw new UserErrors(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private BatchIdentity identity(Job job) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("fabric", FabricDigest.of(job.fabric()));
        settings.put("--method", methodName);
        options.forEach((key, value) -> settings.put("--option " + key, value));
        settings.put("--element", elementName);
        settings.put("--seed", Long.toString(drawing.seed()));
        settings.put(
                exhaustive ? "--exhaustive" : "--samples",
                exhaustive ? "true" : Long.toString(plan(element()).samples()) + (samples == null ? " or all" : ""));
        return BatchIdentity.of(StudyBuild.read(), settings);
    }

    private static List<FaultCount> judge(
            Job job, ProgressLine progress, BiFunction<Integer, LongConsumer, FaultCount> analysis) {
        List<FaultCount> results = new ArrayList<>();
        for (int faults : job.faults()) {
            progress.start(
                    faults + (faults == 1 ? " fault" : " faults"),
                    job.analysis().setCount(faults));
            results.add(analysis.apply(faults, progress::done));
        }
        return results;
    }

    private Job check() {
        InputCheck input = new InputCheck();
        Optional<Fabric> fabric = fabricArgument.fabric(input);
        Optional<FaultMethod> method =
                input.attempt("--method", () -> FaultMethods.load().method(methodName));
        Optional<Element> element = input.attempt("--element", this::element);
        Optional<List<Integer>> faults = input.attempt("--faults", () -> parseCounts(counts));
        if (confidencePercent != 95 && confidencePercent != 99) {
            input.problem("--confidence " + confidencePercent + ": known are 95 and 99");
        }
        if (exhaustive && samples != null) {
            input.problem("--exhaustive and --samples exclude each other; give one");
        }
        if (samples != null && samples < 1) {
            input.problem("--samples " + samples + " < 1; raise it");
        }
        drawing.check(input);
        input.throwIfAny();
        Fabric known = fabric.orElseThrow();
        Optional<FaultStudy> study =
                input.attempt("", () -> method.orElseThrow().study(known, options));
        input.throwIfAny();
        FaultAnalysis analysis = new FaultAnalysis(known, study.orElseThrow(), plan(element.orElseThrow()));
        for (int count : faults.orElseThrow()) {
            if (count > analysis.elementCount()) {
                input.problem("--faults " + count + ": " + known.name() + " has " + analysis.elementCount() + " "
                        + elementName + (elementName.equals("switch") ? "es" : "s") + " that may fail; name fewer");
            }
        }
        input.throwIfAny();
        return new Job(known, method.orElseThrow(), analysis, faults.orElseThrow());
    }

    private Element element() {
        return switch (elementName) {
            case "link" -> Element.LINK;
            case "switch" -> Element.SWITCH;
            default -> throw new IllegalArgumentException("'" + elementName + "' is neither link nor switch");
        };
    }

    private FaultAnalysis.Plan plan(Element element) {
        double confidence = confidencePercent / 100.0;
        long wanted = samples == null ? ConfidenceInterval.samplesFor(confidence, MARGIN) : samples;
        long affordable = samples == null ? AFFORDABLE_SAMPLES * wanted : samples; // all sets, where they are no more
        return new FaultAnalysis.Plan(
                element,
                exhaustive ? Long.MAX_VALUE : affordable,
                wanted,
                confidence,
                drawing.seed(),
                drawing.threads());
    }

    /** @throws IllegalArgumentException naming the part that is no number or range, or too long a one */
    private static List<Integer> parseCounts(String text) {
        TreeSet<Integer> parsed = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            String[] ends = part.split("\\.\\.", -1);
            try {
                int from = Integer.parseInt(ends[0].trim());
                int to = ends.length == 1 ? from : Integer.parseInt(ends[1].trim());
                if (ends.length > 2 || from < 0) {
                    throw new NumberFormatException("out of range");
                }
                checkRange(part, from, to);
                for (int count = from; count <= to; count++) {
                    parsed.add(count);
                }
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        String.format(Locale.ROOT, "'%s' is not a number of faults or a range such as 0..10", part), e);
            }
        }
        return List.copyOf(parsed);
    }

    private static void checkRange(String part, int from, int to) {
        if (to < from) {
            throw new IllegalArgumentException("'" + part + "' ends before it begins; write " + to + ".." + from);
        }
        if ((long) to - from >= MOST_COUNTS) {
            throw new IllegalArgumentException("'" + part + "' is " + (1L + to - from) + " numbers of faults > "
                    + MOST_COUNTS + "; write a shorter range");
        }
    }
}

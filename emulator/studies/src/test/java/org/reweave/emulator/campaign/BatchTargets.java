package org.reweave.emulator.campaign;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.compare.ComparedRun;
import org.reweave.emulator.compare.Comparison;
import org.reweave.emulator.compare.Course;
import org.reweave.emulator.compare.Measurement;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.measure.Reading;
import org.reweave.emulator.race.Finding;
import org.reweave.emulator.race.FindingFolder;
import org.reweave.emulator.race.Race;
import org.reweave.emulator.race.RaceClass;
import org.reweave.emulator.race.RaceRun;
import org.reweave.emulator.race.RunVerdict;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.sweep.Point;
import org.reweave.emulator.sweep.RunStore;
import org.reweave.emulator.sweep.Sample;
import org.reweave.emulator.sweep.Series;
import org.reweave.reconfig.spi.Promise;

/** Readers of what batches of runs leave, and go on from: sweeps, comparisons, and races with their findings. */
final class BatchTargets {
    private static final BatchIdentity IDENTITY =
            new BatchIdentity("1", 2, Map.of("run.duration", "\"1ms\""), "", Map.of());
    private static final Reading READING =
            new Reading(Map.of(Measure.COMPLETED, 12.5), List.of("s0-s1"), Map.of(), Map.of());
    private static final RunVerdict VERDICT = new RunVerdict(
            RaceClass.DROPPED,
            "dead-output",
            List.of(Promise.NO_DEADLOCK),
            "ab",
            Map.of("dead-output", 3L),
            25_000,
            24_000);

    private final Path folder;

    private BatchTargets(Path folder) {
        this.folder = folder;
    }

    static List<Target> all(Path parent) throws IOException {
        BatchTargets targets = new BatchTargets(Files.createDirectory(parent.resolve("batches")));
        Series series = new Series(List.of("a=b"));
        List<Comparison.Finished> compared = new ArrayList<>();
        List<RaceRun> raced = new ArrayList<>();
        for (int seed = 0; seed < 3; seed++) {
            Course course = new Course(8.3, List.of(0.1, 0.2), Arrays.asList(null, 300.5));
            compared.add(new Comparison.Finished(
                    new ComparedRun(series, seed), new Measurement("completed", "ab", READING, course)));
            raced.add(new RaceRun(seed, VERDICT));
        }
        return List.of(
                targets.sweep(series),
                targets.state("compare-state", Comparison.files(), compared),
                targets.state("race-state", Race.files(), raced),
                targets.finding());
    }

    private Target sweep(Series series) throws IOException {
        Sample.Latency latency = new Sample.Latency(20.0, 19.0, null);
        List<RunStore.Entry> swept = new ArrayList<>();
        for (int seed = 0; seed < 3; seed++) {
            swept.add(new RunStore.Entry(
                    new Point(series, new BigDecimal("0.1"), seed),
                    new Sample("completed", 0.1, 0.1, 1000, latency, latency, 3, 25_000, 1, "ab", READING)));
        }
        return state("sweep-state", RunStore.files(), swept);
    }

    private <E> Target state(String name, BatchState.Kind<E> kind, List<E> runs) throws IOException {
        Path place = folder.resolve(name);
        try (BatchState<E> state = BatchState.open(place, kind, IDENTITY)) {
            runs.forEach(state::add);
        } catch (BatchState.RefusedException e) {
            throw new IllegalStateException(e);
        }
        return new Target(name, List.of(Files.readAllBytes(place.resolve(BatchState.FILE))), mutant -> {
            Files.write(place.resolve(BatchState.FILE), mutant);
            try (BatchState<E> state = BatchState.open(place, kind, IDENTITY)) {
                use(state.entries());
            }
        });
    }

    /** As a race does when it goes on. */
    private static void use(List<?> entries) {
        List<RaceRun> runs = entries.stream()
                .filter(RaceRun.class::isInstance)
                .map(RaceRun.class::cast)
                .toList();
        Finding.of(runs).forEach(finding -> {
            if (finding.folderName().contains("/") || finding.first().text().isEmpty()) {
                throw new AssertionError("a finding has no name");
            }
        });
    }

    /** What an earlier part of a race has found out about a finding. */
    private Target finding() throws IOException {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("before", Map.of("messages", 300, "links", 16));
        document.put("after", Map.of("messages", 3, "links", 4));
        document.put("tried", 412);
        document.put("text", "3 messages, 4 links");
        document.put("fingerprint", "ab");
        Path place = Files.createDirectory(folder.resolve("finding"));
        return new Target("race-finding", Target.texts(JsonText.indented(document)), mutant -> {
            Files.write(place.resolve("shrunk.json"), mutant);
            if (new FindingFolder(place).document("shrunk.json").isEmpty()) {
                throw new AssertionError("a file that is there is not found");
            }
        });
    }
}

package org.reweave.emulator.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.catalogue.RunArchive;
import org.reweave.emulator.cli.DrawnSeed;
import org.reweave.emulator.disk.DiskLog;
import org.reweave.emulator.disk.SimulatedDisk;
import org.reweave.routing.model.Mix;

/**
 * The power fails while a study of many runs, as {@code sweep} and {@code compare} are, keeps its finished runs and
 * writes its results: the same command goes on with every run that was kept, and files are whole or not there.
 */
class StudyPowerFailureTest {
    private static final int SOME = 40;
    private static final int MANY = Integer.getInteger("reweave.power-failures", 2_000);
    private static final int RUNS = 12;
    private static final String RESULTS = "x".repeat(3_000) + "\n";

    @TempDir
    private static Path folder;

    private static final BatchIdentity IDENTITY = new BatchIdentity("1", Map.of(), "", Map.of());
    private static DiskLog log;

    /** A finished run. */
    record Finished(int number, String measures) {}

    private static final BatchState.Kind<Finished> KIND = new BatchState.Kind<>("sweep", Finished.class);

    @BeforeAll
    static void study() throws Exception {
        SimulatedDisk disk =
                SimulatedDisk.over(Files.createDirectory(folder.resolve("disk")).toRealPath());
        log = disk.log();
        Path study = disk.root().resolve("studies").resolve("torus");
        goOn(study, number -> log.mark("run " + number));
        log.mark("done");
    }

    /** Does what is missing, and tells the numbers of runs that are kept. */
    private static void goOn(Path study, IntConsumer kept) throws Exception {
        try (BatchState<Finished> state = BatchState.open(study, KIND, IDENTITY)) {
            for (int number = state.entries().size(); number < RUNS; number++) {
                state.add(new Finished(number, "y".repeat(50 * number)));
                kept.accept(number);
            }
        }
        AtomicFile.write(study.resolve("sweep.csv"), RESULTS);
        AtomicFile.write(study.resolve("sweep.json"), RESULTS);
    }

    private static void fails(int before, int seed) throws Exception {
        Path left = Files.createTempDirectory(folder, "left");
        Path study = left.resolve("studies").resolve("torus");
        String where = "power failure before action " + before + " of " + log.size() + ", seed " + seed;
        int kept = 0;
        while (log.isMarked("run " + kept, before)) {
            kept++;
        }
        boolean isDone = log.isMarked("done", before);
        log.leave(before, seed, left);
        for (String name : List.of("sweep.csv", "sweep.json")) {
            Path file = study.resolve(name);
            assertThat(Files.exists(file) || !isDone).as(where).isTrue();
            if (Files.exists(file)) {
                assertThat(file).as(where).hasContent(RESULTS);
            }
        }
        try (BatchState<Finished> state = BatchState.open(study, KIND, IDENTITY)) {
            assertThat(state.entries()).as(where).hasSizeGreaterThanOrEqualTo(kept);
            for (int number = 0; number < state.entries().size(); number++) {
                assertThat(state.entries().get(number))
                        .as(where)
                        .isEqualTo(new Finished(number, "y".repeat(50 * number)));
            }
        }
        goOn(study, number -> {});
        assertThat(study.resolve("sweep.json")).as(where).hasContent(RESULTS);
        RunArchive.remove(left);
    }

    private static void failAt(int repetition, int failures) throws Exception {
        DrawnSeed.check(repetition, seed -> {
            for (int i = 0; i < failures; i++) {
                fails(Mix.below(Mix.mix(seed, 2, i, 0), log.size() + 1), Mix.below(Mix.mix(seed, 1, i, 0), 1 << 30));
            }
        });
    }

    @Test
    void aStudyGoesOnWithWhatItKept() throws Exception {
        failAt(50, SOME);
    }

    @Tag("campaign")
    @Test
    void aStudyGoesOnAfterThousandsOfPowerFailures() throws Exception {
        failAt(51, MANY);
    }
}

package org.reweave.emulator.journal.writing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.catalogue.RunCatalog;
import org.reweave.emulator.catalogue.RunEntry;
import org.reweave.emulator.journal.JournalRuns;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.reading.ReplayReport;
import org.reweave.emulator.journal.reading.ReplayReport.Comparison;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.routing.model.Mix;

/** kill -9 while a run writes its journal. */
@Tag("slow")
class KilledRunIT {
    /** The child is killed at most so long after its first acknowledged record. */
    private static final int LONGEST_MILLIS = 1500;

    private static final List<Integer> SEEDS = new ArrayList<>();
    private static final List<Long> ACKNOWLEDGED = new ArrayList<>();

    @TempDir
    private Path runs;

    @AfterAll
    static void print() {
        if (!SEEDS.isEmpty()) {
            System.out.printf(
                    "kills of a run, seeds %d to %d: %d lost nothing, with %d to %d records acknowledged before%n",
                    Collections.min(SEEDS),
                    Collections.max(SEEDS),
                    SEEDS.size(),
                    Collections.min(ACKNOWLEDGED),
                    Collections.max(ACKNOWLEDGED));
        }
    }

    @RepeatedTest(value = 10, name = "seed {currentRepetition}")
    void noAcknowledgedRecordIsLost(RepetitionInfo repetition) throws IOException, InterruptedException {
        killAndCheck(repetition.getCurrentRepetition());
    }

    @Tag("campaign")
    @RepeatedTest(value = 200, name = "seed 100 + {currentRepetition}")
    void noAcknowledgedRecordIsLostInTwoHundredKills(RepetitionInfo repetition)
            throws IOException, InterruptedException {
        killAndCheck(100 + repetition.getCurrentRepetition());
    }

    /** Seed 1 kills before anything is acknowledged, the others at a drawn moment after. */
    private void killAndCheck(int seed) throws IOException, InterruptedException {
        Path folder = Files.createDirectory(runs.resolve(".torus.partial"));
        long acknowledged = killed(folder, seed % 10 == 1, Mix.below(Mix.mix(seed, 0, 0, 0), LONGEST_MILLIS));

        List<RunEntry> entries = new RunCatalog(runs, Optional.empty()).list();
        assertThat(entries).hasSize(1);
        if (acknowledged == 0) {
            assertThat(entries.get(0).state()).isIn(RunEntry.INTERRUPTED, RunEntry.UNKNOWN);
            survived(seed, acknowledged);
            return;
        }
        assertThat(entries.get(0).state()).isEqualTo(RunEntry.INTERRUPTED);
        assertThat(entries.get(0).run()).isEqualTo(JournalRuns.RUN);
        assertThat(entries.get(0).seed()).isEqualTo(7);
        try (JournalReader reader = JournalReader.open(JournalPlace.in(folder), Optional.empty())) {
            assertThat(reader.last()).as("records in the database").isGreaterThanOrEqualTo(acknowledged);
            assertThat(reader.ended()).isEmpty();
        }
        ReplayReport report = JournalRuns.replay(
                JournalPlace.in(folder),
                listener -> JournalRuns.sequential(JournalChild.network(), listener),
                Long.MAX_VALUE);
        assertThat(report.verdict()).as(report.toString()).isEqualTo(Comparison.TRUNCATED);
        assertThat(report.missingRecord()).isZero();
        assertThat(report.cycle()).isEqualTo(entries.get(0).cycle());
        survived(seed, acknowledged);
    }

    private static void survived(int seed, long acknowledged) {
        SEEDS.add(seed);
        ACKNOWLEDGED.add(acknowledged);
    }

    /** @return records that the child knew to be safe when it was killed */
    private static long killed(Path folder, boolean early, long millis) throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JournalChild.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long acknowledged = 0;
        try (BufferedReader out = child.inputReader()) {
            String line = out.readLine();
            while (line != null && (early ? acknowledged < 0 : acknowledged == 0)) {
                acknowledged = Long.parseLong(line);
                line = out.readLine();
            }
            Thread killer = new Thread(() -> {
                try {
                    Thread.sleep(millis);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                child.toHandle().destroyForcibly(); // unlike the process's own method this leaves its output readable
            });
            killer.start();
            for (; line != null; line = out.readLine()) {
                assertThat(line)
                        .as("the child came to its end before it was killed")
                        .isNotEqualTo("over");
                acknowledged = line.isEmpty() ? acknowledged : Math.max(acknowledged, Long.parseLong(line));
            }
        } finally {
            child.destroyForcibly();
        }
        assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).as("killed").isEqualTo(137);
        return acknowledged;
    }
}

package org.reweave.emulator.journal.writing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.Machine;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.DrawnSeed;
import org.reweave.emulator.cli.SameRun;
import org.reweave.emulator.cli.TorusRun;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.journal.PostgresServer;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.routing.model.Mix;

/**
 * The disk of a run is full, or its database is gone: a resume gives the results of a run that nothing has disturbed.
 */
@Tag("slow")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LostStorageTest {
    @TempDir
    private static Path folder;

    private static Path scenario;
    private static Path whole;

    @BeforeAll
    static void runUndisturbed() throws IOException {
        TorusRun run = TorusRun.in(folder, "run { duration = 200us, checkpoint = every 20us }");
        scenario = run.scenario();
        whole = run.folder();
    }

    /** From a journal with its first records only to one with all of them, but no place for the report. */
    private static void fillsAtAnyMoment(int repetition) throws Exception {
        DrawnSeed.check(repetition, seed -> fills(200 + Mix.below(Mix.mix(seed, 1, 0, 0), 300)));
    }

    private static void fills(int kilobytes) throws IOException, InterruptedException {
        Path disk = Files.createTempDirectory(folder, "disk-" + kilobytes + "-");
        Machine.require(
                system("mount", "-t", "tmpfs", "-o", "size=" + kilobytes + "k", "reweave-test", disk.toString()),
                "this user may not mount a small file system");
        try {
            CommandRun full = CommandRun.of(
                    "run", scenario.toString(), "--quiet", "--driver", "sequential", "--out", disk + "/run");
            assertThat(full.code()).as(kilobytes + " KiB: " + full.err()).isEqualTo(ExitCode.INTERNAL_FAULT);
            assertThat(full.err()).containsIgnoringCase("no space left");
            assertThat(system("mount", "-o", "remount,size=64m", disk.toString()))
                    .isTrue();
            CommandRun resumed =
                    CommandRun.of("resume", "run", "--quiet", "--driver", "sequential", "--runs", disk.toString());
            assertThat(resumed.code()).as(kilobytes + " KiB: " + resumed.err()).isEqualTo(ExitCode.DONE);
            SameRun.check(disk.resolve("run"), whole);
        } finally {
            // lazily, because the database may still be closing its file
            assertThat(system("umount", "--lazy", disk.toString())).isTrue();
        }
    }

    private static boolean system(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    @Test
    void aRunWhoseDiskWasFullIsResumed() throws Exception {
        fillsAtAnyMoment(0);
    }

    @Tag("campaign")
    @RepeatedTest(20)
    void aRunWhoseDiskWasFullAtAnyOfTwentyMomentsIsResumed(RepetitionInfo repetition) throws Exception {
        fillsAtAnyMoment(repetition.getCurrentRepetition());
    }

    @Test
    void aRunWhoseDatabaseIsGoneIsResumedWhenItIsBack(@TempDir Path servers) throws Exception {
        Optional<Path> binaries = PostgresServer.binaries();
        Machine.require(
                binaries.isPresent(), "no PostgreSQL server in /usr/lib/postgresql: a lost database is not tested");
        DrawnSeed.check(0, seed -> losesItsDatabase(binaries.get(), servers, Mix.below(Mix.mix(seed, 2, 0, 0), 4000)));
    }

    /** @param millis after the first checkpoint; the run goes on for more */
    private static void losesItsDatabase(Path binaries, Path servers, long millis) throws Exception {
        try (PostgresServer server = PostgresServer.start(binaries, servers)) {
            Path file = Files.writeString(
                    folder.resolve("postgres.conf"),
                    "journal { url = \"" + server.url() + "\", user = reweave, password = \"a test's\" }");
            CompletableFuture<CommandRun> run = CompletableFuture.supplyAsync(() -> CommandRun.of(
                    "run",
                    scenario.toString(),
                    "--quiet",
                    "--driver",
                    "sequential",
                    "--journal",
                    file.toString(),
                    "--out",
                    folder.resolve("served").toString(),
                    "--set",
                    "run.pace=\"20us per 1s\""));
            JournalPlace place = JournalPlace.chosen(file.toString(), Map.of());
            while (!run.isDone() && !hasCheckpoint(place)) {
                Thread.sleep(50);
            }
            Thread.sleep(millis);
            server.crash();
            CommandRun lost = run.get(2, TimeUnit.MINUTES);
            assertThat(lost.code()).as(lost.err()).isEqualTo(ExitCode.INTERNAL_FAULT);

            server.start();
            CommandRun resumed = CommandRun.of(
                    "resume",
                    "served",
                    "--quiet",
                    "--driver",
                    "sequential",
                    "--runs",
                    folder.toString(),
                    "--journal",
                    file.toString());
            assertThat(resumed.code()).as(resumed.err()).isEqualTo(ExitCode.DONE);
            assertThat(resumed.err()).contains("goes on from its checkpoint at cycle ");
            assertThat(Files.readString(folder.resolve("served/events.jsonl")))
                    .isEqualTo(Files.readString(whole.resolve("events.jsonl")));
            assertThat(Files.readString(folder.resolve("served/latency.hdr")))
                    .isEqualTo(Files.readString(whole.resolve("latency.hdr")));
        }
    }

    private static boolean hasCheckpoint(JournalPlace place) {
        try (JournalReader reader = JournalReader.open(place, Optional.empty())) {
            return !reader.history().checkpoints().isEmpty();
        }
    }
}

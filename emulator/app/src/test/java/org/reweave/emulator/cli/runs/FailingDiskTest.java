package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.catalogue.RunArchive;
import org.reweave.emulator.catalogue.RunRepair;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.DrawnSeed;
import org.reweave.emulator.cli.SameRun;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.disk.SimulatedDisk;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.results.FileDigests;
import org.reweave.emulator.results.RunFolder;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.ResultsException;
import org.reweave.emulator.run.Resume;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.routing.model.Mix;

/**
 * One call that changes something on the disk fails, of all that an operation makes: the operation says so in one line
 * or has done its work, {@code runs verify} says what is so, and what was acknowledged is there or goes on.
 */
class FailingDiskTest {
    private static final int SOME = 4;
    private static final int LEAST_AT_END = 10; // calls of the journal, between results and digests
    private static final String JOURNAL = "journal.mv.db";

    /** More than an operation takes on a busy machine; one that waits for ever fails. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static final List<Supplier<IOException>> ERRORS = List.of(
            () -> new FileSystemException("file", null, "No space left on device"),
            () -> new IOException("Input/output error"),
            () -> new AccessDeniedException("file"),
            () -> new FileSystemException("file", null, "Read-only file system"),
            ClosedChannelException::new);

    @TempDir
    private static Path folder;

    private static KeptRun kept;

    @BeforeAll
    static void run() throws IOException {
        kept = KeptRun.in(folder);
    }

    /** What is done on a disk of which one call fails. */
    private interface Operation {
        /** Before any call fails. */
        default void prepare(Path root) throws IOException {}

        void on(Path root) throws IOException;

        /** @param isDone whether the operation came to its end without an error */
        void judge(Path real, boolean isDone, String where) throws IOException;
    }

    /**
     * A call that fails.
     *
     * @param file path from the disk's root
     * @param number among the calls on that file, from 0
     */
    private record Call(String file, int number) {
        void failing(SimulatedDisk disk, IOException with) {
            int before = disk.callsByFile().getOrDefault(file, 0);
            disk.failAt(file, before + number, with);
        }
    }

    /** How a disk fails. */
    private interface Fault {
        void in(SimulatedDisk disk);
    }

    /**
     * The calls that an operation makes, after its preparation, on a disk that does not fail: by file, in their order.
     */
    private static List<Call> calls(Operation operation) throws IOException {
        AtomicReference<SortedMap<String, Integer>> before = new AtomicReference<>();
        SimulatedDisk disk = failing(operation, one -> before.set(one.callsByFile()), "no call");
        List<Call> calls = new ArrayList<>();
        disk.callsByFile().forEach((file, number) -> {
            for (int i = before.get().getOrDefault(file, 0); i < number; i++) {
                calls.add(new Call(file, i - before.get().getOrDefault(file, 0)));
            }
        });
        assertThat(calls).isNotEmpty();
        return calls;
    }

    /** How often a journal commits depends on its threads; every other file is written in the same way each time. */
    private static void failing(Operation operation, Call call, Supplier<IOException> error) throws IOException {
        String where = call + ": " + error.get();
        SimulatedDisk disk = failing(operation, one -> call.failing(one, error.get()), where);
        if (!call.file().endsWith(JOURNAL)) {
            assertThat(disk.hasFailed()).as(where).isTrue();
        }
    }

    private static SimulatedDisk failing(Operation operation, Fault fault, String where) throws IOException {
        Path real = Files.createTempDirectory(folder, "disk").toRealPath();
        SimulatedDisk disk = SimulatedDisk.over(real);
        operation.prepare(disk.root());
        fault.in(disk);
        boolean isDone = false;
        try {
            assertTimeoutPreemptively(LONGEST, () -> operation.on(disk.root()), where);
            isDone = true;
        } catch (ResultsException | JournalException | ScenarioException e) {
            isOneLine(e.getMessage(), where);
        } catch (Exception e) { // JUnit passes on what is thrown, checked or not
            Exception failure = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : e;
            if (!(failure instanceof IOException)) {
                throw new AssertionError(where + ": " + e, e);
            }
            isOneLine(FileFailure.reason(failure), where);
        }
        disk.root().getFileSystem().close();
        Files.createDirectories(real.resolve("runs"));
        operation.judge(real, isDone, where);
        RunArchive.remove(real);
        return disk;
    }

    private static void isOneLine(String message, String where) {
        assertThat(message).as(where).isNotBlank().doesNotContain("\n").doesNotContain("Exception");
    }

    private static void fails(int repetition, Operation operation, int number) throws Exception {
        List<Call> calls = calls(operation);
        DrawnSeed.check(repetition, seed -> {
            int all = calls.size() * ERRORS.size();
            int tried = Math.min(number, all);
            for (int i = 0; i < tried; i++) {
                int drawn = tried == all ? i : Mix.below(Mix.mix(seed, 1, i, 0), all);
                failing(operation, calls.get(drawn / ERRORS.size()), ERRORS.get(drawn % ERRORS.size()));
            }
        });
    }

    private static CommandRun runs(Path real, String... args) {
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--runs";
        all[args.length + 1] = real.resolve("runs").toString();
        return CommandRun.of(all);
    }

    private static CommandRun resume(Path real, String name) {
        return runs(real, "resume", name, "--quiet", "--driver", "sequential");
    }

    private static void isWhole(Path real, String name, String where) throws IOException {
        CommandRun verified = runs(real, "runs", "verify", name);
        assertThat(verified.code())
                .as(where + ": " + verified.out() + verified.err())
                .isEqualTo(ExitCode.DONE);
        SameRun.check(real.resolve("runs").resolve(name), kept.whole());
    }

    private static void isRefused(CommandRun command, String where) {
        assertThat(command.code()).as(where + ": " + command.err()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(command.errLines()).as(where).hasSize(1);
    }

    private static final class Runs implements Operation {
        private final AtomicBoolean isKept = new AtomicBoolean();

        @Override
        public void on(Path root) {
            isKept.set(false);
            Run run = Run.of(kept.scenario())
                    .driver(Drivers.sequential())
                    .folder(root.resolve("runs").resolve("run"))
                    .journal()
                    .prepare();
            run.watch(cut -> isKept.compareAndSet(false, run.isKept()));
            run.execute();
        }

        @Override
        public void judge(Path real, boolean isDone, String where) throws IOException {
            if (isDone) {
                isWhole(real, "run", where);
                return;
            }
            CommandRun verified = runs(real, "runs", "verify", "run");
            assertThat(verified.out()).as(where).doesNotContain("damaged");
            boolean isSaid = verified.out().contains("resume");
            CommandRun resumed = resume(real, "run");
            if (resumed.err().contains("it is over, completed")) { // the call that failed came after the results
                isWhole(real, "run", where);
                return;
            }
            if (isSaid || isKept.get() || resumed.code() == ExitCode.DONE) {
                assertThat(resumed.code()).as(where + ": " + resumed.err()).isEqualTo(ExitCode.DONE);
                isWhole(real, "run", where);
            } else {
                isRefused(resumed, where);
            }
        }
    }

    private static final Operation EXPORT = new Operation() {
        @Override
        public void on(Path root) throws IOException {
            RunArchive.write(kept.whole(), "run", Optional.of(JournalPlace.in(kept.whole())), root.resolve("run.zip"));
        }

        @Override
        public void judge(Path real, boolean isDone, String where) throws IOException {
            Path file = real.resolve("run.zip");
            assertThat(Files.exists(file) || !isDone).as(where).isTrue();
            if (Files.exists(file)) {
                CommandRun imported = runs(real, "runs", "import", file.toString());
                assertThat(imported.code()).as(where + ": " + imported.err()).isEqualTo(ExitCode.DONE);
                isWhole(real, "run", where);
            }
        }
    };

    private static final Operation IMPORT = new Operation() {
        @Override
        public void on(Path root) throws IOException {
            RunArchive.read(kept.archive(), root.resolve("runs"));
        }

        @Override
        public void judge(Path real, boolean isDone, String where) throws IOException {
            boolean isThere = Files.exists(real.resolve("runs/run"));
            assertThat(isThere || !isDone).as(where).isTrue();
            if (isThere) {
                isWhole(real, "run", where);
            }
        }
    };

    private static final Operation PRUNE = new Operation() {
        @Override
        public void prepare(Path root) throws IOException {
            RunArchive.read(kept.archive(), root.resolve("runs"));
        }

        @Override
        public void on(Path root) throws IOException {
            RunArchive.remove(root.resolve("runs/run"));
        }

        @Override
        public void judge(Path real, boolean isDone, String where) {
            CommandRun list = runs(real, "runs", "list");
            assertThat(list.code()).as(where + ": " + list.err()).isEqualTo(ExitCode.DONE);
            if (isDone) {
                assertThat(real.resolve("runs/run")).as(where).doesNotExist();
            }
        }
    };

    private static final Operation RESUME = new Operation() {
        @Override
        public void prepare(Path root) throws IOException {
            RunArchive.read(kept.brokenOff(), root.resolve("runs"));
        }

        @Override
        public void on(Path root) {
            Path run = root.resolve("runs/.broken.partial");
            Resume.prepare(
                            "broken",
                            run,
                            JournalPlace.in(run),
                            Optional.empty(),
                            Drivers.sequential(),
                            "test",
                            remark -> {})
                    .execute();
        }

        @Override
        public void judge(Path real, boolean isDone, String where) throws IOException {
            if (!isDone) {
                CommandRun resumed = resume(real, "broken");
                assertThat(resumed.code() == ExitCode.DONE || Files.exists(real.resolve("runs/broken")))
                        .as(where + ": " + resumed.err())
                        .isTrue();
            }
            isWhole(real, "broken", where);
        }
    };

    private static final Operation REPAIR = new Operation() {
        @Override
        public void prepare(Path root) throws IOException {
            Path run = RunArchive.read(kept.archive(), root.resolve("runs"));
            Files.writeString(run.resolve("report.html"), "x");
        }

        @Override
        public void on(Path root) throws IOException {
            RunRepair.repair(root.resolve("runs/run"));
        }

        @Override
        public void judge(Path real, boolean isDone, String where) throws IOException {
            if (!isDone && Files.exists(real.resolve("runs/run"))) {
                CommandRun repaired = runs(real, "runs", "repair", "run");
                assertThat(repaired.code()).as(where + ": " + repaired.err()).isEqualTo(ExitCode.DONE);
            }
            if (!Files.exists(real.resolve("runs/run"))) {
                CommandRun resumed = resume(real, "run");
                assertThat(resumed.code()).as(where + ": " + resumed.err()).isEqualTo(ExitCode.DONE);
            }
            isWhole(real, "run", where);
        }
    };

    private static final List<Operation> STORED = List.of(EXPORT, IMPORT, PRUNE, RESUME, REPAIR);

    @Test
    void aRunSaysThatTheDiskFailedAndGoesOn() throws Exception {
        fails(30, new Runs(), SOME);
    }

    @Test
    void aReportThatCannotBeWrittenIsSaidWithTheCommandThatGoesOn() throws Exception {
        SimulatedDisk disk =
                SimulatedDisk.over(Files.createTempDirectory(folder, "disk").toRealPath());
        disk.failAt("runs/.run.partial/report.html", 0, ERRORS.get(0).get());
        assertThatThrownBy(() -> new Runs().on(disk.root()))
                .isInstanceOf(ResultsException.class)
                .hasMessageContaining("No space left on device; what there is of them is in ")
                .hasMessageContaining("; correct that, then 'reweave resume ")
                .hasMessageEndingWith("runs/run' goes on with it");
        disk.root().getFileSystem().close();
    }

    /** Some of the journal's last calls follow the end of the run, which is in the file then and not acknowledged. */
    @Test
    void aRunWhoseJournalFailsAtTheEndKeepsTheResultsOfThatEnd() throws Exception {
        AtomicInteger made = new AtomicInteger();
        int failing = 0;
        do {
            made.set(0);
            int call = failing++;
            failing(
                    new Runs(),
                    disk -> disk.before(() -> {
                        Path results = disk.root().resolve("runs/.run.partial");
                        if (Files.exists(results.resolve(RunFolder.SUMMARY))
                                && Files.notExists(results.resolve(FileDigests.NAME))
                                && made.getAndIncrement() == call) {
                            throw ERRORS.get(0).get();
                        }
                    }),
                    "call " + call + " after the results, before their digests");
        } while (made.get() >= failing);
        assertThat(failing).isGreaterThan(LEAST_AT_END);
    }

    @Test
    void anExportIsWholeOrNotThereWhenACallFails() throws Exception {
        fails(31, EXPORT, SOME);
    }

    @Test
    void anImportIsWholeOrNotThereWhenACallFails() throws Exception {
        fails(32, IMPORT, SOME);
    }

    @Test
    void aRunIsPrunedAgainWhenACallFailed() throws Exception {
        fails(33, PRUNE, SOME);
    }

    @Test
    void aResumeGoesOnAgainWhenACallFailed() throws Exception {
        fails(34, RESUME, SOME);
    }

    @Test
    void aRepairIsRepeatedWhenACallFailed() throws Exception {
        fails(35, REPAIR, SOME);
    }

    @Tag("campaign")
    @Test
    void everyOperationWithstandsEveryErrorOfEveryCall() throws Exception {
        fails(36, new Runs(), Integer.MAX_VALUE);
        for (Operation operation : STORED) {
            fails(37, operation, Integer.MAX_VALUE);
        }
    }
}

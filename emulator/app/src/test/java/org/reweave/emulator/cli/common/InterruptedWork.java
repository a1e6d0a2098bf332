package org.reweave.emulator.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.IntConsumer;
import org.reweave.emulator.catalogue.RunArchive;
import org.reweave.emulator.cli.DrawnSeed;
import org.reweave.emulator.disk.DiskLog;
import org.reweave.emulator.disk.SimulatedDisk;
import org.reweave.emulator.run.ResultsException;
import org.reweave.routing.model.Mix;

/**
 * The power fails while work keeps its parts one by one in a folder; in every second case the process was killed before
 * and another one has gone on. Parts that were kept are there, and the work is finished by the process after that.
 */
public final class InterruptedWork {
    private static final String DONE = "done";

    /** Work that is done in parts. */
    public interface Work {
        /** Does what is missing, and tells the number of each part that is kept then, from 0. */
        void goOn(Path folder, IntConsumer kept) throws Exception;

        /** Number of parts that are kept, each of which is compared with what was written. */
        int parts(Path folder) throws Exception;

        /** Compares the results with what they should be, where there are any; all are there once the work is done. */
        void checkResults(Path folder, boolean isDone) throws Exception;
    }

    private final Path temporary;
    private final Work work;
    private final List<Map.Entry<String, Integer>> calls;

    /** @param temporary a folder for disks */
    public InterruptedWork(Path temporary, Work work) throws Exception {
        this.temporary = temporary;
        this.work = work;
        SimulatedDisk disk = disk();
        work.goOn(folder(disk.root()), number -> {});
        SortedMap<String, Integer> made = disk.callsByFile();
        calls = List.copyOf(made.entrySet());
        disk.root().getFileSystem().close();
    }

    private SimulatedDisk disk() throws IOException {
        return SimulatedDisk.over(Files.createTempDirectory(temporary, "disk").toRealPath());
    }

    private static Path folder(Path root) {
        return root.resolve("studies").resolve("torus");
    }

    private static void begin(Work work, SimulatedDisk disk) throws Exception {
        DiskLog log = disk.log();
        work.goOn(folder(disk.root()), number -> log.mark("part " + number));
        log.mark(DONE);
    }

    /** Does the work until the process is killed, which is a call that does nothing, and goes on with it. */
    private void beKilled(SimulatedDisk disk, long seed) throws Exception {
        Map.Entry<String, Integer> file = calls.get(Mix.below(Mix.mix(seed, 3, 0, 0), calls.size()));
        disk.failAt(file.getKey(), Mix.below(Mix.mix(seed, 4, 0, 0), file.getValue()), new IOException("killed"));
        try {
            begin(work, disk);
        } catch (IOException | UncheckedIOException | ResultsException e) {
            assertThat(disk.hasFailed()).as("%s", e).isTrue();
        }
        begin(work, disk);
    }

    private void fail(long seed, boolean isKilled) throws Exception {
        SimulatedDisk disk = disk();
        if (isKilled) {
            beKilled(disk, seed);
        } else {
            begin(work, disk);
        }
        DiskLog log = disk.log();
        int before = Mix.below(Mix.mix(seed, 2, 0, 0), log.size() + 1);
        String where = "power failure before action " + before + " of " + log.size() + ", seed " + seed
                + (isKilled ? ", after a kill" : "");
        int kept = 0;
        while (log.isMarked("part " + kept, before)) {
            kept++;
        }
        boolean isDone = log.isMarked(DONE, before);
        Path left = Files.createTempDirectory(temporary, "left");
        log.leave(before, seed, left);
        try {
            Path folder = folder(left);
            work.checkResults(folder, isDone);
            assertThat(work.parts(folder)).as("parts").isGreaterThanOrEqualTo(kept);
            work.goOn(folder, number -> {});
            work.checkResults(folder, true);
        } catch (Exception | AssertionError e) {
            throw new AssertionError(where + ": " + e.getMessage(), e);
        }
        disk.root().getFileSystem().close();
        RunArchive.remove(left);
    }

    /** @param repetition see {@link DrawnSeed} */
    public void fails(int repetition, int failures) throws Exception {
        DrawnSeed.check(repetition, seed -> {
            for (int i = 0; i < failures; i++) {
                fail(Mix.below(Mix.mix(seed, 1, i, 0), 1 << 30), i % 2 == 1);
            }
        });
    }
}

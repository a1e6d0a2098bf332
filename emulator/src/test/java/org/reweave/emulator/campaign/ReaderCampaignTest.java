package org.reweave.emulator.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mutants of files for every reader: each mutant is read, or refused with the project's own words, in little time and
 * memory. A failure names the reader and the seed, and leaves the mutant in {@code target/campaign}.
 *
 * <p>{@code -Dreweave.campaign.seconds=N} is the time for each reader in the long run,
 * {@code -Dreweave.campaign.seed=N} its first seed.
 */
@Tag("slow")
class ReaderCampaignTest {
    private static final long MOST_CPU_NANOS = 2_000_000_000L;
    /** Allocated in all, whether or not the mutant still holds it. */
    private static final long MOST_BYTES = 256L << 20;

    private static final long STUCK_NANOS = 60_000_000_000L;

    @TempDir
    private Path folder;

    @Test
    void theFilesThatMutantsAreMadeOfAreRead() throws Exception {
        for (Targets.Target target : Targets.all(folder)) {
            for (byte[] whole : target.corpus()) {
                target.reader().read(whole);
            }
        }
    }

    @Test
    void mutantsAreReadOrRefused() throws IOException, InterruptedException {
        run(1, 2);
    }

    @Tag("campaign")
    @Test
    void manyMutantsAreReadOrRefused() throws IOException, InterruptedException {
        run(Long.getLong("reweave.campaign.seed", 1_000_000), Integer.getInteger("reweave.campaign.seconds", 60));
    }

    private void run(long firstSeed, int seconds) throws IOException, InterruptedException {
        long all = 0;
        for (Targets.Target target : Targets.all(folder)) {
            Worker worker = new Worker(target, firstSeed, seconds);
            worker.start();
            while (worker.isAlive()) {
                worker.join(200);
                assertThat(System.nanoTime() - worker.begun.get())
                        .as(
                                "%s is stuck at seed %d: %s",
                                target.name(), worker.seed.get(), List.of(worker.getStackTrace()))
                        .isLessThan(STUCK_NANOS);
            }
            assertThat(worker.failure).isNull();
            long mutants = worker.seed.get() - firstSeed;
            all += mutants;
            System.out.printf(
                    "%-20s seeds %d to %d: %d mutants, %d refused, at most %d ms and %d MiB%n",
                    target.name(),
                    firstSeed,
                    firstSeed + mutants - 1,
                    mutants,
                    worker.refused,
                    worker.mostNanos / 1_000_000,
                    worker.mostBytes >> 20);
            assertThat(mutants).as(target.name()).isPositive();
        }
        System.out.println(all + " mutants in all");
    }

    private static final class Worker extends Thread {
        private final Targets.Target target;
        private final Mutator mutator;
        private final long end;
        private final AtomicLong seed;
        private final AtomicLong begun = new AtomicLong(System.nanoTime());
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private volatile AssertionError failure;
        private long refused;
        private long mostNanos;
        private long mostBytes;

        Worker(Targets.Target target, long firstSeed, int seconds) {
            super("campaign-" + target.name());
            setDaemon(true);
            this.target = target;
            this.mutator = new Mutator(target.corpus());
            this.seed = new AtomicLong(firstSeed);
            this.end = System.nanoTime() + seconds * 1_000_000_000L;
        }

        @Override
        public void run() {
            while (failure == null && System.nanoTime() < end) {
                byte[] mutant = mutator.mutant(seed.get());
                begun.set(System.nanoTime());
                long cpu = threads.getCurrentThreadCpuTime();
                long bytes = threads.getCurrentThreadAllocatedBytes();
                String wrong = wrong(mutant);
                cpu = threads.getCurrentThreadCpuTime() - cpu;
                bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
                mostNanos = Math.max(mostNanos, cpu);
                mostBytes = Math.max(mostBytes, bytes);
                if (wrong == null && (cpu > MOST_CPU_NANOS || bytes > MOST_BYTES)) {
                    wrong = "takes " + cpu / 1_000_000 + " ms of processor time and " + (bytes >> 20) + " MiB";
                }
                if (wrong == null) {
                    seed.incrementAndGet();
                } else {
                    failure = new AssertionError(target.name() + ", seed " + seed + " " + wrong + "; " + kept(mutant));
                }
            }
        }

        /** Null when the mutant is read or refused. */
        private String wrong(byte[] mutant) {
            try {
                target.reader().read(mutant);
                return null;
            } catch (Throwable e) {
                if (Targets.INPUT_ERRORS.stream().anyMatch(type -> type.isInstance(e))) {
                    refused++;
                    boolean isOneLine = e instanceof org.reweave.emulator.scenario.ScenarioException
                            || e.getMessage() != null && !e.getMessage().contains("\n");
                    return isOneLine ? null : "is refused with '" + e.getMessage() + "'";
                }
                StackTraceElement[] at = e.getStackTrace();
                return "gives " + e + " at " + (at.length == 0 ? "?" : at[0].toString());
            }
        }

        private String kept(byte[] mutant) {
            try {
                Path file = Files.createDirectories(Path.of("target/campaign")).resolve(target.name() + "-" + seed);
                return "kept in " + Files.write(file, mutant);
            } catch (IOException e) {
                return "and could not be kept: " + e;
            }
        }
    }
}

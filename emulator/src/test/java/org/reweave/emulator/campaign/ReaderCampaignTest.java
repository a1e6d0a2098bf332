package org.reweave.emulator.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mutants of files for every reader: each mutant is read, or refused with the project's own words, in little time and
 * memory. All readers are tried, whatever the others did; a failure names the reader and the seed, and leaves the
 * mutant in {@code target/campaign}.
 *
 * <p>{@code -Dreweave.campaign.seconds=N} is the time for each reader, {@code -Dreweave.campaign.seed=N} the first seed
 * of the long run, {@code -Dreweave.campaign.reader=NAME} the only reader to try.
 */
@Tag("slow")
class ReaderCampaignTest {
    private static final int SECONDS_IN_VERIFY = 4;
    private static final int SECONDS_IN_CAMPAIGN = 60;

    private static final long MOST_CPU_NANOS = 2_000_000_000L;
    /** Allocated in all, whether or not the mutant still holds it. */
    private static final long MOST_BYTES = 256L << 20;

    private static final long STUCK_NANOS = 60_000_000_000L;
    private static final int MOST_FAILURES = 20;

    @TempDir
    private Path folder;

    @Test
    void theFilesThatMutantsAreMadeOfAreRead() throws Exception {
        for (Target target : Target.all(folder)) {
            for (byte[] whole : target.corpus()) {
                target.reader().read(whole);
            }
        }
    }

    @Test
    void mutantsAreReadOrRefused() throws IOException, InterruptedException {
        run(1, SECONDS_IN_VERIFY);
    }

    @Tag("campaign")
    @Test
    void manyMutantsAreReadOrRefused() throws IOException, InterruptedException {
        run(Long.getLong("reweave.campaign.seed", 1_000_000), SECONDS_IN_CAMPAIGN);
    }

    private void run(long firstSeed, int usualSeconds) throws IOException, InterruptedException {
        int seconds = Integer.getInteger("reweave.campaign.seconds", usualSeconds);
        String only = System.getProperty("reweave.campaign.reader", "");
        long all = 0;
        List<String> failures = new ArrayList<>();
        for (Target target : Target.all(folder)) {
            if (only.isEmpty() || target.name().equals(only)) {
                Worker worker = new Worker(target, firstSeed, seconds);
                worker.finish();
                long mutants = worker.seed.get() - firstSeed;
                all += mutants;
                System.out.printf(
                        "%-22s seeds %d to %d: %d mutants, %d refused, at most %d ms and %d MiB, %d failures%n",
                        target.name(),
                        firstSeed,
                        firstSeed + mutants - 1,
                        mutants,
                        worker.refused,
                        worker.mostNanos / 1_000_000,
                        worker.mostBytes >> 20,
                        worker.failures.size());
                assertThat(mutants).as(target.name()).isPositive();
                failures.addAll(worker.failures);
            }
        }
        System.out.println(all + " mutants in all");
        assertThat(failures).isEmpty();
    }

    private static final class Worker extends Thread {
        private final Target target;
        private final Mutator mutator;
        private final long end;
        private final AtomicLong seed;
        private final AtomicLong begun = new AtomicLong(System.nanoTime());
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private final List<String> failures = new ArrayList<>(); // the thread's own until it has ended
        private volatile boolean isStuck;
        private long refused;
        private long mostNanos;
        private long mostBytes;

        Worker(Target target, long firstSeed, int seconds) {
            super("campaign-" + target.name());
            setDaemon(true);
            this.target = target;
            this.mutator = new Mutator(target.corpus());
            this.seed = new AtomicLong(firstSeed);
            this.end = System.nanoTime() + seconds * 1_000_000_000L;
        }

        /** Runs to the end, or until a mutant takes more than a minute. */
        void finish() throws InterruptedException {
            start();
            while (isAlive() && !isStuck) {
                join(200);
                isStuck = isAlive() && System.nanoTime() - begun.get() > STUCK_NANOS;
            }
            if (isStuck) {
                failures.add(target.name() + ", seed " + seed + " is stuck: " + List.of(getStackTrace()) + "; "
                        + kept(mutator.mutant(seed.get())));
            }
        }

        @Override
        public void run() {
            while (!isStuck && failures.size() < MOST_FAILURES && System.nanoTime() < end) {
                byte[] mutant = mutator.mutant(seed.get());
                begun.set(System.nanoTime());
                long cpu = threads.getCurrentThreadCpuTime();
                long bytes = threads.getCurrentThreadAllocatedBytes();
                String wrong = complaint(mutant);
                cpu = threads.getCurrentThreadCpuTime() - cpu;
                bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
                mostNanos = Math.max(mostNanos, cpu);
                mostBytes = Math.max(mostBytes, bytes);
                if (wrong == null && (cpu > MOST_CPU_NANOS || bytes > MOST_BYTES)) {
                    wrong = "takes " + cpu / 1_000_000 + " ms of processor time and " + (bytes >> 20) + " MiB";
                }
                if (wrong != null && !isStuck) {
                    failures.add(target.name() + ", seed " + seed + " " + wrong + "; " + kept(mutant));
                }
                seed.incrementAndGet();
            }
        }

        /** Null when the mutant is read, or refused in one line. */
        private String complaint(byte[] mutant) {
            try {
                target.reader().read(mutant);
                return null;
            } catch (Throwable e) {
                if (!Target.isRefusal(e)) {
                    StackTraceElement[] at = e.getStackTrace();
                    return "gives " + e + " at " + (at.length == 0 ? "?" : at[0].toString());
                }
                refused++;
                return Target.isOneLine(e) ? null : "is refused with '" + e.getMessage() + "'";
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

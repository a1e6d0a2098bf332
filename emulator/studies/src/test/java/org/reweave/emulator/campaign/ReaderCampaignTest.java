package org.reweave.emulator.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
    private static final double SECONDS_IN_VERIFY = 20; // for all readers together
    private static final double SECONDS_IN_CAMPAIGN = 60; // for each

    private static final long STUCK_NANOS = 60_000_000_000L;
    private static final int MOST_FAILURES = 20;

    @TempDir
    private Path folder;

    @Test
    void theFilesThatMutantsAreMadeOfAreRead() throws Exception {
        for (Target target : Targets.all(folder)) {
            for (byte[] whole : target.corpus()) {
                target.reader().read(whole);
            }
        }
    }

    @Test
    void mutantsAreReadOrRefused() throws IOException, InterruptedException {
        List<Target> targets = Targets.all(folder);
        run(targets, 1, SECONDS_IN_VERIFY / targets.size());
    }

    @Tag("campaign")
    @Test
    void manyMutantsAreReadOrRefused() throws IOException, InterruptedException {
        run(Targets.all(folder), Long.getLong("reweave.campaign.seed", 1_000_000), SECONDS_IN_CAMPAIGN);
    }

    private static void run(List<Target> targets, long firstSeed, double usualSeconds) throws InterruptedException {
        double seconds = Integer.getInteger("reweave.campaign.seconds", 0);
        seconds = seconds > 0 ? seconds : usualSeconds;
        String only = System.getProperty("reweave.campaign.reader", "");
        long all = 0;
        List<String> failures = new ArrayList<>();
        for (Target target : targets) {
            if (only.isEmpty() || List.of(only.split(",")).contains(target.name())) {
                Worker worker = new Worker(target, firstSeed, seconds);
                worker.finish();
                long mutants = worker.seed.get() - firstSeed;
                all += mutants;
                System.out.printf(
                        "%-22s seeds %d to %d: %s, %d failures%n",
                        target.name(), firstSeed, firstSeed + mutants - 1, worker.trial, worker.failures.size());
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
        private final Trial trial;
        private final long end;
        private final AtomicLong seed;
        private final AtomicLong begun = new AtomicLong(System.nanoTime());
        private final List<String> failures = new ArrayList<>(); // the thread's own until it has ended
        private volatile boolean isStuck;

        Worker(Target target, long firstSeed, double seconds) {
            super("campaign-" + target.name());
            setDaemon(true);
            this.target = target;
            this.mutator = new Mutator(target.corpus());
            this.trial = new Trial(target);
            this.seed = new AtomicLong(firstSeed);
            this.end = System.nanoTime() + (long) (seconds * 1e9);
        }

        /** Runs to the end, or until a mutant takes more than a minute. */
        void finish() throws InterruptedException {
            start();
            while (isAlive() && !isStuck) {
                join(200);
                isStuck = isAlive() && System.nanoTime() - begun.get() > STUCK_NANOS;
            }
            if (isStuck) {
                fail("is stuck: " + List.of(getStackTrace()), mutator.mutant(seed.get()));
            }
        }

        @Override
        public void run() {
            while (!isStuck && failures.size() < MOST_FAILURES && System.nanoTime() < end) {
                byte[] mutant = mutator.mutant(seed.get());
                begun.set(System.nanoTime());
                try {
                    trial.of(mutant);
                } catch (Trial.Complaint e) {
                    if (!isStuck) {
                        fail(e.getMessage(), mutant);
                    }
                }
                seed.incrementAndGet();
            }
        }

        private void fail(String wrong, byte[] mutant) {
            failures.add(target.name() + ", seed " + seed + " " + wrong + "; " + kept(mutant));
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

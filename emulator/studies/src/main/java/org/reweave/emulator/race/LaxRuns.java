package org.reweave.emulator.race;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.reweave.emulator.batch.Emulations;
import org.reweave.emulator.run.Drivers;

/**
 * The lax runs of a race. What the scheduler decided in one of them happens once: so each run keeps its journal while
 * it goes on, and the first of each failure stays with it.
 */
final class LaxRuns {
    /** Threads of a lax run: with one thread the scheduler would have little to decide. */
    private static final int THREADS = 2;

    private final RacePlan plan;
    private final Path folder;
    private final int most;
    private final Set<String> ways = new HashSet<>();

    /**
     * @param folder of the race
     * @param most distinct failures whose first run stays
     */
    LaxRuns(RacePlan plan, Path folder, int most) {
        this.plan = plan;
        this.folder = folder;
        this.most = most;
    }

    private FindingFolder under(long seed) {
        return new FindingFolder(folder.resolve(".run-" + seed));
    }

    /** Executes a run in the calling thread and two of its own. */
    RaceRun execute(long seed, Emulations emulations) throws IOException {
        FindingFolder target = under(seed);
        target.delete();
        boolean ended = false;
        try {
            target.write(
                    plan.network(seed).resolved().scenario(),
                    List.of("A lax run of " + plan.base().name() + " that reweave race made (seed " + seed + ")."));
            RunVerdict verdict = target.record(Drivers.actors(THREADS), emulations::execute);
            ended = true;
            return new RaceRun(seed, verdict);
        } finally {
            if (!ended) {
                target.delete();
            }
        }
    }

    /** A run of an earlier part of this race: the first of its failure has its folder, or has been deleted. */
    void known(RaceRun run) {
        ways.add(run.verdict().way());
    }

    /** Keeps a run, or deletes what it has written; called in the order of the seeds. */
    void settle(RaceRun run) {
        FindingFolder written = under(run.seed());
        boolean isFirst = run.verdict().kind() != RaceClass.CLEAN
                && ways.size() < most
                && ways.add(run.verdict().way());
        try {
            if (isFirst) {
                FindingFolder kept = new FindingFolder(folder.resolve(Finding.folderName(run)));
                kept.delete();
                Files.move(written.path(), kept.path());
            } else {
                written.delete();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package org.reweave.emulator.batch;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Run;

/** The runs that jobs of a batch have under way. */
public final class Emulations {
    private final Set<Run> running = new HashSet<>();
    private boolean ended;

    /**
     * Executes a run in the calling thread.
     *
     * @throws CancellationException when the batch has ended meanwhile: the run was stopped and has no result
     */
    public Summary execute(Run run) {
        begin(run);
        try {
            Summary summary = run.execute();
            throwIfEnded();
            return summary;
        } finally {
            end(run);
        }
    }

    private synchronized void begin(Run run) {
        throwIfEnded();
        running.add(run);
    }

    private synchronized void end(Run run) {
        running.remove(run);
    }

    /** Ends jobs that work for long without executing a run, once the batch has ended. */
    public synchronized void throwIfEnded() {
        if (ended) {
            throw new CancellationException();
        }
    }

    /** Stops all runs; no other begins. */
    synchronized void end() {
        ended = true;
        running.forEach(Run::stop);
    }
}

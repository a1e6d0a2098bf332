package org.reweave.emulator.catalogue;

import java.nio.file.Path;
import java.util.List;

/**
 * One run, as a list of runs shows it.
 *
 * @param run its id
 * @param folder where its files are
 * @param scenario its name; null when nothing says it
 * @param parent the run that it was forked of and the cycle, {@code RUN@CYCLE}; null when it is no fork, or nothing
 *     says it
 * @param branches cycles at which a lax run that is over was resumed; from there on it is another branch
 * @param seed of the run; null when nothing says it
 * @param state an outcome, {@code stopped} by the user, {@link #IN_PROGRESS}, {@link #INTERRUPTED} or {@link #UNKNOWN}
 * @param cycle of its end, or the last one that its journal knows; 0 when nothing says it
 * @param fingerprint at that cycle; null when nothing says it
 * @param startedAt milliseconds since 1970
 * @param bytes of its files
 */
public record RunEntry(
        String run,
        Path folder,
        String scenario,
        String parent,
        List<Long> branches,
        Long seed,
        String state,
        long cycle,
        String fingerprint,
        long startedAt,
        long bytes) {
    /** A process writes its journal. */
    public static final String IN_PROGRESS = "in progress";

    /** State of a run whose process ended before the run did. */
    public static final String INTERRUPTED = "interrupted";

    /** Neither a summary nor a readable journal tells the end of the run. */
    public static final String UNKNOWN = "unknown";
}

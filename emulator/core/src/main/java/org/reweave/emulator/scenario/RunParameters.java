package org.reweave.emulator.scenario;

import java.util.List;
import java.util.Optional;
import org.reweave.emulator.lax.LateFrames;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.stats.Settling;

/**
 * The durations of a run's parts, and the interval of the governor's cuts. Times in cycles.
 *
 * @param warmup before statistics count, at least
 * @param warmupPackets delivered before statistics count
 * @param settling what statistics wait for until it has settled
 * @param duration end of the measured time
 * @param limit end of the run even if packets are still under way
 * @param cutInterval between two cuts of the governor
 * @param cutDelay cuts between a cut and the effect of decisions based on that cut
 * @param isLax whether devices go on without waiting for all that their neighbours have sent
 * @param laxity how far, if so
 * @param pace how fast emulated time goes; empty = as fast as it can
 * @param checkpoint when checkpoints are taken, where a journal is kept
 */
public record RunParameters(
        long warmup,
        long warmupPackets,
        Settling settling,
        long duration,
        long limit,
        long cutInterval,
        int cutDelay,
        boolean isLax,
        Laxity laxity,
        Optional<Pace> pace,
        CheckpointRule checkpoint) {
    /** The same run, lax, under a schedule that is written out. */
    public RunParameters listed(List<LateFrames> late) {
        return new RunParameters(
                warmup,
                warmupPackets,
                settling,
                duration,
                limit,
                cutInterval,
                cutDelay,
                isLax,
                laxity.listed(late),
                pace,
                checkpoint);
    }

    /** Whether the scheduling of threads decides, so that only its journal repeats a run. */
    public boolean isUpToThreads() {
        return isLax && !laxity.schedule().isSeeded();
    }
}

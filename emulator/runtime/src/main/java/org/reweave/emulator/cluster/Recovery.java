package org.reweave.emulator.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;

/**
 * What a run needs to begin again when it has lost a node: its last checkpoint, or cycle 0 where there is none. The
 * cuts from there to the last one that the run's listener has seen come a second time: they must have the fingerprints
 * that they had, and the listener does not see them again.
 */
final class Recovery {
    /** Between two checkpoints, of wall time: about the most that is emulated twice. */
    private static final long BETWEEN_NANOS = Duration.ofSeconds(10).toNanos();

    private final Network network;
    private final RunListener listener;
    private final boolean possible;
    private final SortedMap<Long, String> fingerprints = new TreeMap<>(); // of cuts after the checkpoint
    private Optional<Checkpoint> checkpoint = Optional.empty();
    private Governor governor; // of the present incarnation
    private long seen; // number of the last cut that the listener has seen
    private long repeated; // number of the last cut of the present incarnation
    private long seenCycle;
    private boolean interrupted;
    private long checkpointedAt = System.nanoTime();
    private Runnable kept = () -> {};

    /** @param listener of the run */
    Recovery(Network network, RunListener listener) {
        this.network = network;
        this.listener = listener;
        this.possible = !network.resolved().scenario().run().isLax();
    }

    /** @param call made after each checkpoint, in the listener's thread */
    synchronized void whenKept(Runnable call) {
        kept = call;
    }

    /** Whether the run can begin again. A lax run cannot: nothing would repeat what the schedulers have decided. */
    boolean isPossible() {
        return possible;
    }

    /** Begins, or begins again; the listener of before is called no more. */
    synchronized Governor begin() {
        Start start = start();
        governor = start.governor();
        repeated = checkpoint.map(Checkpoint::cut).orElse(0L);
        passInterrupt();
        return governor;
    }

    /** Where the run begins. */
    synchronized Start start() {
        return checkpoint.map(from -> Start.at(network, from)).orElseGet(() -> Start.atZero(network));
    }

    /** Where the run begins, unless at cycle 0. */
    synchronized Optional<Checkpoint> checkpoint() {
        return checkpoint;
    }

    /** Cycle of the last cut that the listener has seen. */
    synchronized long seenCycle() {
        return seenCycle;
    }

    synchronized Governor governor() {
        return governor;
    }

    /** Ends the run, not before the cuts that the listener has seen. */
    synchronized void interrupt() {
        interrupted = true;
        passInterrupt();
    }

    private void passInterrupt() {
        if (interrupted && governor != null && repeated >= seen) {
            governor.interrupt();
        }
    }

    /** A run whose nodes are not there yet has nothing to take a checkpoint of. */
    synchronized void wantCheckpoint() {
        if (possible && governor != null) {
            governor.wantCheckpoint();
            checkpointedAt = System.nanoTime();
        }
    }

    /** Follows the present incarnation for the run's listener. */
    RunListener listener() {
        return new RunListener() {
            @Override
            public void reports(long cycle, List<DeviceReport> reports) {
                if (cycle > seenCycle()) {
                    listener.reports(cycle, reports);
                }
            }

            @Override
            public void cut(CutTotals totals, List<Event> events) {
                if (!repeats(totals)) {
                    listener.cut(totals, events);
                    seen(totals);
                }
            }

            @Override
            public void checkpoint(Checkpoint taken) {
                if (keep(taken)) {
                    listener.checkpoint(taken);
                }
            }
        };
    }

    private synchronized boolean repeats(CutTotals totals) {
        repeated = totals.cut();
        if (repeated > seen) {
            return false;
        }
        String before = fingerprints.get(totals.cut());
        if (!totals.fingerprint().equals(before)) {
            throw new IllegalStateException("after a recovery cut " + totals.cut() + " has the fingerprint "
                    + totals.fingerprint() + ", before it had " + before);
        }
        passInterrupt();
        return true;
    }

    private synchronized void seen(CutTotals totals) {
        seen = totals.cut();
        seenCycle = totals.cycle();
        if (possible) {
            fingerprints.put(seen, totals.fingerprint());
            if (System.nanoTime() - checkpointedAt > BETWEEN_NANOS) {
                wantCheckpoint();
            }
        }
    }

    /** @return whether the listener has not seen it */
    private synchronized boolean keep(Checkpoint taken) {
        List<byte[]> states =
                IntStream.range(0, taken.devices()).mapToObj(taken::device).toList();
        boolean isNew = taken.cut() == seen;
        checkpoint = Optional.of(Checkpoint.of(taken.cut(), taken.cycle(), taken.governor(), states));
        fingerprints.headMap(taken.cut() + 1).clear();
        kept.run();
        return isNew;
    }
}

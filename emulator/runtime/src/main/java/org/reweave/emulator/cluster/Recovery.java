package org.reweave.emulator.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.cluster.protocol.CutProtocol;
import org.reweave.emulator.cluster.protocol.RunProtocol;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;

/**
 * The last checkpoint of a run and the cuts since, as {@link CutProtocol} says: what a run needs to begin again. The
 * threads of the run's actors, of its listener, and of whoever interrupts it meet here.
 */
final class Recovery {
    /** Wall time between two checkpoints: about the most that is emulated twice. */
    private static final long BETWEEN_NANOS = Duration.ofSeconds(10).toNanos();

    private final Network network;
    private final RunListener listener;
    private CutProtocol.State state;
    private Optional<Checkpoint> checkpoint = Optional.empty();
    private Governor governor; // of the present incarnation; null = there is none yet
    private Runnable kept = () -> {};

    /** Work that is done in the thread and under the lock of whoever has an input. */
    private class Outside implements CutProtocol.Outside {
        private boolean isNew; // the listener is to be called, without the lock

        @Override
        public void show() {
            isNew = true;
        }

        @Override
        public void interrupt() {
            governor.interrupt();
        }

        @Override
        public void take() {
            governor.wantCheckpoint();
        }

        @Override
        public void keep(boolean isLast) {
            isNew = isLast;
        }

        @Override
        public void diverged(String line) {
            throw new IllegalStateException(line);
        }
    }

    /** @param listener of the run */
    Recovery(Network network, RunListener listener) {
        this.network = network;
        this.listener = listener;
        this.state = CutProtocol.State.of(!network.resolved().scenario().run().isLax(), System.nanoTime());
    }

    /** @return whether the listener sees what has come */
    private synchronized boolean advance(CutProtocol.Input input) {
        return advance(input, new Outside());
    }

    private synchronized boolean advance(CutProtocol.Input input, Outside outside) {
        CutProtocol.Step step = CutProtocol.step(state, input);
        state = step.next();
        step.effects().forEach(effect -> effect.perform(outside));
        return outside.isNew;
    }

    Network network() {
        return network;
    }

    /** @param call made after each checkpoint, in the listener's thread */
    synchronized void whenKept(Runnable call) {
        kept = call;
    }

    /** Whether the run can begin again. A lax run cannot: nothing would repeat what the schedulers have decided. */
    synchronized boolean isPossible() {
        return state.isRepeatable();
    }

    /** Begins, or begins again; the listener of before is called no more. */
    synchronized Governor begin() {
        governor = start().governor();
        advance(new CutProtocol.Begin());
        return governor;
    }

    private Start start() {
        return checkpoint.map(from -> Start.at(network, from)).orElseGet(() -> Start.atZero(network));
    }

    /** The checkpoint that the run begins at; empty at cycle 0. */
    synchronized Optional<Checkpoint> checkpoint() {
        return checkpoint;
    }

    /** Cycle of the last cut that the listener has seen. */
    long seenCycle() {
        return reached().seenCycle();
    }

    synchronized RunProtocol.Reached reached() {
        return new RunProtocol.Reached(
                state.seen(),
                state.seenCycle(),
                checkpoint.map(Checkpoint::cycle).orElse(0L));
    }

    synchronized Governor governor() {
        return governor;
    }

    /** Ends the run, not before the cuts that the listener has seen. */
    void interrupt() {
        advance(new CutProtocol.End());
    }

    /** A run whose nodes are not there yet has nothing to take a checkpoint of. */
    void wantCheckpoint() {
        advance(new CutProtocol.Ask(System.nanoTime()));
    }

    /** Follows the present incarnation for the run's listener. */
    RunListener listener() {
        return new RunListener() {
            @Override
            public void readings(long cycle, Readings readings) {
                if (cycle > seenCycle()) {
                    listener.readings(cycle, readings);
                }
            }

            @Override
            public void cut(CutTotals totals, List<Event> events) {
                if (advance(new CutProtocol.Complete(totals.cut(), totals.fingerprint()))) {
                    listener.cut(totals, events);
                    advance(new CutProtocol.Seen(
                            totals.cut(), totals.cycle(), totals.fingerprint(), System.nanoTime(), BETWEEN_NANOS));
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

    /** @return whether the listener takes the checkpoint too */
    private synchronized boolean keep(Checkpoint taken) {
        return advance(new CutProtocol.Taken(taken.cut()), new Outside() {
            @Override
            public void keep(boolean isLast) {
                super.keep(isLast);
                checkpoint = Optional.of(taken.packed());
                kept.run();
            }
        });
    }
}

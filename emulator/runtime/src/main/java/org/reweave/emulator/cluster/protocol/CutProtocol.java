package org.reweave.emulator.cluster.protocol;

import java.util.List;
import java.util.Optional;

/**
 * Which cuts the run's listener has seen, and from which checkpoint the next incarnation goes on. Cuts between that
 * checkpoint and the last one seen come a second time: they must have the fingerprints that they had, and the listener
 * does not see them again. A cut counts once the listener has returned from it, and a checkpoint once its cut counts.
 */
public final class CutProtocol {
    private CutProtocol() {}

    /**
     * The records of a run.
     *
     * @param isRepeatable whether another incarnation repeats what the one before has done
     * @param hasBegun whether there has been an incarnation
     * @param seen number of the last cut that the listener has seen
     * @param seenCycle cycle of that cut
     * @param repeated number of the last cut of the present incarnation
     * @param checkpoint number of the last checkpoint's cut; 0 = the beginning of the run
     * @param shown cuts after the checkpoint
     * @param isInterrupted whether the run is to end
     * @param checkpointedAt when a checkpoint was last asked for
     */
    public record State(
            boolean isRepeatable,
            boolean hasBegun,
            long seen,
            long seenCycle,
            long repeated,
            long checkpoint,
            Shown shown,
            boolean isInterrupted,
            long checkpointedAt) {
        /** @param nanos now */
        public static State of(boolean isRepeatable, long nanos) {
            return new State(isRepeatable, false, 0, 0, 0, 0, Shown.NONE, false, nanos);
        }

        private State repeating(boolean begun, long cut) {
            return new State(
                    isRepeatable, begun, seen, seenCycle, cut, checkpoint, shown, isInterrupted, checkpointedAt);
        }

        private List<Effect> interruptIfDue() {
            return isInterrupted && hasBegun && repeated >= seen ? List.of(new Interrupt()) : List.of();
        }

        private State askedAt(long nanos) {
            return new State(
                    isRepeatable, hasBegun, seen, seenCycle, repeated, checkpoint, shown, isInterrupted, nanos);
        }
    }

    /** An input. */
    public sealed interface Input {
        Step from(State state);
    }

    /** An incarnation begins, from the last checkpoint. */
    public record Begin() implements Input {
        @Override
        public Step from(State state) {
            State next = state.repeating(true, state.checkpoint);
            return new Step(next, next.interruptIfDue());
        }
    }

    /** A cut of the present incarnation is complete. */
    public record Complete(long cut, String fingerprint) implements Input {
        @Override
        public Step from(State state) {
            State next = state.repeating(true, cut);
            if (cut > state.seen) {
                return new Step(next, List.of(new Show()));
            }
            Optional<String> before = state.shown.of(cut);
            return before.filter(fingerprint::equals).isPresent()
                    ? new Step(next, next.interruptIfDue())
                    : new Step(
                            next,
                            List.of(new Diverged("after a recovery cut " + cut + " has the fingerprint " + fingerprint
                                    + ", before it had " + before.orElse("none"))));
        }
    }

    /**
     * The listener has returned from a cut.
     *
     * @param nanos now
     * @param between two checkpoints, nanoseconds
     */
    public record Seen(long cut, long cycle, String fingerprint, long nanos, long between) implements Input {
        @Override
        public Step from(State state) {
            State next = new State(
                    state.isRepeatable,
                    true,
                    cut,
                    cycle,
                    state.repeated,
                    state.checkpoint,
                    state.isRepeatable ? state.shown.plus(cut, fingerprint) : state.shown,
                    state.isInterrupted,
                    state.checkpointedAt);
            return nanos - state.checkpointedAt > between ? new Ask(nanos).from(next) : new Step(next, List.of());
        }
    }

    /** Somebody wants a checkpoint. A run whose nodes are not there yet has nothing to take a checkpoint of. */
    public record Ask(long nanos) implements Input {
        @Override
        public Step from(State state) {
            return state.isRepeatable && state.hasBegun
                    ? new Step(state.askedAt(nanos), List.of(new Take()))
                    : new Step(state, List.of());
        }
    }

    /** A checkpoint of a cut is there, with the states of all devices. */
    public record Taken(long cut) implements Input {
        @Override
        public Step from(State state) {
            if (cut > state.seen) {
                return new Step(
                        state,
                        List.of(new Diverged("a checkpoint of cut " + cut + " comes before that cut; the last one is "
                                + state.seen)));
            }
            State next = new State(
                    state.isRepeatable,
                    true,
                    state.seen,
                    state.seenCycle,
                    state.repeated,
                    cut,
                    state.shown.after(cut),
                    state.isInterrupted,
                    state.checkpointedAt);
            return new Step(next, List.of(new Keep(cut == state.seen)));
        }
    }

    /** The run is to end, but not before the cuts that the listener has seen. */
    public record End() implements Input {
        @Override
        public Step from(State state) {
            State next = new State(
                    state.isRepeatable,
                    state.hasBegun,
                    state.seen,
                    state.seenCycle,
                    state.repeated,
                    state.checkpoint,
                    state.shown,
                    true,
                    state.checkpointedAt);
            return new Step(next, next.interruptIfDue());
        }
    }

    /** An effect. */
    public sealed interface Effect {
        void perform(Outside outside);
    }

    /** The listener sees the cut; {@link Seen} says when it has. */
    public record Show() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.show();
        }
    }

    /** The present incarnation ends at its next boundary of permits. */
    public record Interrupt() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.interrupt();
        }
    }

    /** The present incarnation takes a checkpoint soon. */
    public record Take() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.take();
        }
    }

    /**
     * The next incarnation goes on from the checkpoint that was taken.
     *
     * @param isNew whether the listener takes it too
     */
    public record Keep(boolean isNew) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.keep(isNew);
        }
    }

    /** The repetition is not what it repeats: an invariant is broken. */
    public record Diverged(String line) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.diverged(line);
        }
    }

    /** Performs effects: a method for each kind. */
    public interface Outside {
        void show();

        void interrupt();

        void take();

        void keep(boolean isNew);

        void diverged(String line);
    }

    /** @param effects in their order */
    public record Step(State next, List<Effect> effects) {}

    public static Step step(State state, Input input) {
        return input.from(state);
    }
}

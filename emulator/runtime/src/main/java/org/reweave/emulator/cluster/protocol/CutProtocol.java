package org.reweave.emulator.cluster.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which cuts the run's listener has seen, and from which checkpoint the next incarnation goes on. Cuts between that
 * checkpoint and the last one seen come a second time: they must have the fingerprints that they had, and the listener
 * does not see them again. A cut counts once the listener has returned from it, and a checkpoint once its cut counts
 * and the states of all devices are stored. One checkpoint is stored at a time.
 */
public final class CutProtocol {
    private CutProtocol() {}

    private static final long NONE = 0;

    /**
     * The records of a run.
     *
     * @param isRepeatable whether another incarnation repeats what the one before has done
     * @param hasBegun whether there has been an incarnation
     * @param seen number of the last cut that the listener has seen
     * @param seenCycle cycle of that cut
     * @param repeated number of the last cut of the present incarnation
     * @param checkpoint number of the last checkpoint's cut; 0 = the beginning of the run
     * @param storing number of the cut of which the states of devices are being stored; 0 = none
     * @param isWanted whether another checkpoint is to follow that one
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
            long storing,
            boolean isWanted,
            Shown shown,
            boolean isInterrupted,
            long checkpointedAt) {
        /** @param nanos now */
        public static State of(boolean isRepeatable, long nanos) {
            return new State(isRepeatable, false, 0, 0, 0, 0, NONE, false, Shown.NONE, false, nanos);
        }

        private State repeating(boolean begun, long cut) {
            return new State(
                    isRepeatable,
                    begun,
                    seen,
                    seenCycle,
                    cut,
                    checkpoint,
                    storing,
                    isWanted,
                    shown,
                    isInterrupted,
                    checkpointedAt);
        }

        private State seeing(long cut, long cycle, Shown all) {
            return new State(
                    isRepeatable,
                    true,
                    cut,
                    cycle,
                    repeated,
                    checkpoint,
                    storing,
                    isWanted,
                    all,
                    isInterrupted,
                    checkpointedAt);
        }

        private State storing(long cut, boolean wanted) {
            return new State(
                    isRepeatable,
                    hasBegun,
                    seen,
                    seenCycle,
                    repeated,
                    checkpoint,
                    cut,
                    wanted,
                    shown,
                    isInterrupted,
                    checkpointedAt);
        }

        private State kept() {
            return new State(
                    isRepeatable,
                    hasBegun,
                    seen,
                    seenCycle,
                    repeated,
                    storing,
                    NONE,
                    false,
                    shown.after(storing),
                    isInterrupted,
                    checkpointedAt);
        }

        private State ending() {
            return new State(
                    isRepeatable,
                    hasBegun,
                    seen,
                    seenCycle,
                    repeated,
                    checkpoint,
                    storing,
                    isWanted,
                    shown,
                    true,
                    checkpointedAt);
        }

        private State askedAt(long nanos) {
            return new State(
                    isRepeatable,
                    hasBegun,
                    seen,
                    seenCycle,
                    repeated,
                    checkpoint,
                    storing,
                    isWanted,
                    shown,
                    isInterrupted,
                    nanos);
        }

        /** A checkpoint that is being stored comes first, and the one that is wanted after it goes with the end. */
        private List<Effect> interruptIfDue() {
            return isInterrupted && hasBegun && repeated >= seen && storing == NONE
                    ? List.of(new Interrupt())
                    : List.of();
        }
    }

    /** An input. */
    public sealed interface Input {
        Step from(State state);
    }

    /** An incarnation begins, from the last checkpoint; what the one before was storing is given up. */
    public record Begin() implements Input {
        @Override
        public Step from(State state) {
            State next = state.storing(NONE, false).repeating(true, state.checkpoint);
            List<Effect> effects = new ArrayList<>();
            if (state.storing != NONE) {
                effects.add(new GiveUp());
            }
            if (state.isWanted) {
                effects.add(new Take());
            }
            effects.addAll(next.interruptIfDue());
            return new Step(next, effects);
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
            State next =
                    state.seeing(cut, cycle, state.isRepeatable ? state.shown.plus(cut, fingerprint) : state.shown);
            return nanos - state.checkpointedAt > between ? new Ask(nanos).from(next) : new Step(next, List.of());
        }
    }

    /** Somebody wants a checkpoint. A run whose nodes are not there yet has nothing to take a checkpoint of. */
    public record Ask(long nanos) implements Input {
        @Override
        public Step from(State state) {
            if (!state.isRepeatable || !state.hasBegun) {
                return new Step(state, List.of());
            }
            State next = state.askedAt(nanos);
            return state.storing == NONE
                    ? new Step(next, List.of(new Take()))
                    : new Step(next.storing(state.storing, true), List.of());
        }
    }

    /**
     * A checkpoint of a cut is there, and the states of all devices are to be stored. While those of an earlier one
     * are, another one is for later.
     */
    public record Taken(long cut) implements Input {
        @Override
        public Step from(State state) {
            if (cut > state.seen) {
                return new Step(
                        state,
                        List.of(new Diverged("a checkpoint of cut " + cut + " comes before that cut; the last one is "
                                + state.seen)));
            }
            return state.storing == NONE
                    ? new Step(state.storing(cut, false), List.of(new Offer(cut == state.seen)))
                    : new Step(state.storing(state.storing, true), List.of());
        }
    }

    /** The states of all devices at the checkpoint that was offered are stored. */
    public record Stored(long cut) implements Input {
        @Override
        public Step from(State state) {
            if (cut != state.storing) {
                return new Step(state, List.of());
            }
            State next = state.kept();
            List<Effect> effects = new ArrayList<>();
            effects.add(new Keep());
            if (state.isWanted) {
                effects.add(new Take());
            }
            effects.addAll(next.interruptIfDue());
            return new Step(next, effects);
        }
    }

    /** The run is to end, but not before the cuts that the listener has seen. */
    public record End() implements Input {
        @Override
        public Step from(State state) {
            State next = state.ending();
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
     * The checkpoint that was taken is stored; {@link Stored} says when it is.
     *
     * @param isNew whether the listener takes it too
     */
    public record Offer(boolean isNew) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.offer(isNew);
        }
    }

    /** The checkpoint that was being stored will not be. */
    public record GiveUp() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.giveUp();
        }
    }

    /** The next incarnation goes on from the checkpoint that was offered; the one before is needed no more. */
    public record Keep() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.keep();
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

        void offer(boolean isNew);

        void giveUp();

        void keep();

        void diverged(String line);
    }

    /** @param effects in their order */
    public record Step(State next, List<Effect> effects) {}

    public static Step step(State state, Input input) {
        return input.from(state);
    }
}

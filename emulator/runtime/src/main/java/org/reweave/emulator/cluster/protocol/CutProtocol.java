package org.reweave.emulator.cluster.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which cuts the run's listener has seen, and from which checkpoint the next incarnation goes on. Cuts between that
 * checkpoint and the last one seen come a second time: they must have the fingerprints that they had, and the listener
 * does not see them again. A cut counts once the listener has returned from it, and a checkpoint once its cut counts
 * and the states of all devices are stored. One checkpoint is stored at a time. The shorter that takes, the sooner the
 * next one is asked for, so that little is emulated twice; the listener takes those that somebody else has asked for,
 * and of the others one now and then.
 */
public final class CutProtocol {
    private CutProtocol() {}

    private static final long NONE = 0;

    /** Checkpoints are so many times further apart as storing one takes: a twentieth of the time at most. */
    private static final long APART = 20;

    /**
     * When checkpoints are taken by themselves, in nanoseconds.
     *
     * @param least from one to the next
     * @param most the same; and from one that the listener takes to the next
     */
    public record Pace(long least, long most) {
        private long between(long storing) {
            return Math.max(least, Math.min(most, APART * storing));
        }
    }

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
     * @param isForListener whether the listener takes the next one
     * @param shown cuts after the checkpoint
     * @param isInterrupted whether the run is to end
     * @param times of checkpoints
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
            boolean isForListener,
            Shown shown,
            boolean isInterrupted,
            Times times) {
        /** @param nanos now */
        public static State of(boolean isRepeatable, long nanos) {
            return at(isRepeatable, 0, 0, nanos);
        }

        /**
         * A run that goes on from a checkpoint of an earlier process; the listener has seen everything up to there.
         *
         * @param cut of the checkpoint; 0 = the beginning of the run
         * @param cycle of that cut
         * @param nanos now
         */
        public static State at(boolean isRepeatable, long cut, long cycle, long nanos) {
            Times times = new Times(nanos, nanos, nanos, 0);
            return new State(isRepeatable, false, cut, cycle, cut, cut, NONE, false, false, Shown.NONE, false, times);
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
                    isForListener,
                    shown,
                    isInterrupted,
                    times);
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
                    isForListener,
                    all,
                    isInterrupted,
                    times);
        }

        private State storing(long cut, boolean wanted, boolean forListener, Times then) {
            return new State(
                    isRepeatable,
                    hasBegun,
                    seen,
                    seenCycle,
                    repeated,
                    checkpoint,
                    cut,
                    wanted,
                    forListener,
                    shown,
                    isInterrupted,
                    then);
        }

        private State wanting() {
            return storing(storing, true, isForListener, times);
        }

        private State kept(long nanos) {
            return new State(
                    isRepeatable,
                    hasBegun,
                    seen,
                    seenCycle,
                    repeated,
                    storing,
                    NONE,
                    false,
                    isForListener,
                    shown.after(storing),
                    isInterrupted,
                    times.stored(nanos));
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
                    isForListener,
                    shown,
                    true,
                    times);
        }

        private Step asked(long nanos, boolean forListener) {
            if (!isRepeatable || !hasBegun) {
                return new Step(this, List.of());
            }
            State next = storing(storing, isWanted, forListener || isForListener, times.asked(nanos));
            return storing == NONE ? new Step(next, List.of(new Take())) : new Step(next.wanting(), List.of());
        }

        /** A checkpoint that is being stored comes first, and the one that is wanted after it goes with the end. */
        private List<Effect> interruptIfDue() {
            return isInterrupted && hasBegun && repeated >= seen && storing == NONE
                    ? List.of(new Interrupt())
                    : List.of();
        }
    }

    /**
     * Times of checkpoints, in nanoseconds.
     *
     * @param asked when one was last asked for
     * @param taken when one was last taken
     * @param offered when the listener was last offered one
     * @param storing how long it took to store the last one
     */
    public record Times(long asked, long taken, long offered, long storing) {
        private Times asked(long nanos) {
            return new Times(nanos, taken, offered, storing);
        }

        private Times taken(long nanos, boolean isOffered) {
            return new Times(asked, nanos, isOffered ? nanos : offered, storing);
        }

        private Times stored(long nanos) {
            return new Times(asked, taken, offered, nanos - taken);
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
            State next =
                    state.storing(NONE, false, state.isForListener, state.times).repeating(true, state.checkpoint);
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
     */
    public record Seen(long cut, long cycle, String fingerprint, long nanos, Pace pace) implements Input {
        @Override
        public Step from(State state) {
            State next =
                    state.seeing(cut, cycle, state.isRepeatable ? state.shown.plus(cut, fingerprint) : state.shown);
            boolean isDue = nanos - state.times.asked > pace.between(state.times.storing);
            return isDue ? next.asked(nanos, nanos - state.times.offered > pace.most) : new Step(next, List.of());
        }
    }

    /** Somebody wants a checkpoint. A run whose nodes are not there yet has nothing to take a checkpoint of. */
    public record Ask(long nanos) implements Input {
        @Override
        public Step from(State state) {
            return state.asked(nanos, true);
        }
    }

    /**
     * A checkpoint of a cut is there, and the states of all devices are to be stored. While those of an earlier one
     * are, another one is for later.
     */
    public record Taken(long cut, long nanos) implements Input {
        @Override
        public Step from(State state) {
            if (cut > state.seen) {
                return new Step(
                        state,
                        List.of(new Diverged("a checkpoint of cut " + cut + " comes before that cut; the last one is "
                                + state.seen)));
            }
            if (state.storing != NONE) {
                return new Step(state.wanting(), List.of());
            }
            boolean isOffered = state.isForListener && cut == state.seen;
            return new Step(
                    state.storing(cut, false, state.isForListener && !isOffered, state.times.taken(nanos, isOffered)),
                    List.of(new Offer(isOffered)));
        }
    }

    /** The states of all devices at the checkpoint that was offered are stored. */
    public record Stored(long cut, long nanos) implements Input {
        @Override
        public Step from(State state) {
            if (cut != state.storing) {
                return new Step(state, List.of());
            }
            State next = state.kept(nanos);
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
     * @param isForListener whether the listener takes it too
     */
    public record Offer(boolean isForListener) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.offer(isForListener);
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

        void offer(boolean isForListener);

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

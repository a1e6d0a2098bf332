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
     * @param isInterrupted whether the run is to end
     */
    public record State(
            boolean isRepeatable, boolean hasBegun, boolean isInterrupted, Cuts cuts, Checkpoints checkpoints) {
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
            return new State(
                    isRepeatable,
                    false,
                    false,
                    new Cuts(cut, cycle, cut, Shown.NONE),
                    new Checkpoints(cut, NONE, false, false, times));
        }

        /** Cuts come of an incarnation: there has been one. */
        private State with(Cuts next) {
            return new State(isRepeatable, true, isInterrupted, next, checkpoints);
        }

        private State with(Checkpoints next) {
            return new State(isRepeatable, hasBegun, isInterrupted, cuts, next);
        }

        private State stored(long nanos) {
            Cuts left = new Cuts(cuts.seen, cuts.seenCycle, cuts.repeated, cuts.shown.after(checkpoints.storing));
            return new State(isRepeatable, hasBegun, isInterrupted, left, checkpoints.stored(nanos));
        }

        private State ending() {
            return new State(isRepeatable, hasBegun, true, cuts, checkpoints);
        }

        private Step asked(long nanos, boolean forListener) {
            if (!isRepeatable || !hasBegun) {
                return new Step(this, List.of());
            }
            return new Step(
                    with(checkpoints.asked(nanos, forListener)),
                    checkpoints.storing == NONE ? List.of(new Take()) : List.of());
        }

        /** A checkpoint that is being stored comes first, and the one that is wanted after it goes with the end. */
        private List<Effect> interruptIfDue() {
            return isInterrupted && hasBegun && cuts.repeated >= cuts.seen && checkpoints.storing == NONE
                    ? List.of(new Interrupt())
                    : List.of();
        }
    }

    /**
     * Cuts of a run.
     *
     * @param seen number of the last one that the listener has seen
     * @param seenCycle its cycle
     * @param repeated number of the last one of the present incarnation
     * @param shown those after the checkpoint
     */
    public record Cuts(long seen, long seenCycle, long repeated, Shown shown) {
        private Cuts repeating(long cut) {
            return new Cuts(seen, seenCycle, cut, shown);
        }
    }

    /**
     * Checkpoints of a run.
     *
     * @param last number of the last one's cut; 0 = the beginning of the run
     * @param storing number of the cut of which the states of devices are being stored; 0 = none
     * @param isWanted whether another one is to follow that one
     * @param isForListener whether the listener takes the next one
     * @param times of them
     */
    public record Checkpoints(long last, long storing, boolean isWanted, boolean isForListener, Times times) {
        private Checkpoints wanting() {
            return new Checkpoints(last, storing, true, isForListener, times);
        }

        private Checkpoints asked(long nanos, boolean forListener) {
            boolean isLater = isWanted || storing != NONE;
            return new Checkpoints(last, storing, isLater, forListener || isForListener, times.asked(nanos));
        }

        private Checkpoints taken(long cut, long nanos, boolean isOffered) {
            return new Checkpoints(last, cut, false, isForListener && !isOffered, times.taken(nanos, isOffered));
        }

        private Checkpoints stored(long nanos) {
            return new Checkpoints(storing, NONE, false, isForListener, times.stored(nanos));
        }

        private Checkpoints givenUp() {
            return new Checkpoints(last, NONE, false, isForListener, times);
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
            State next = state.with(state.checkpoints.givenUp()).with(state.cuts.repeating(state.checkpoints.last));
            List<Effect> effects = new ArrayList<>();
            if (state.checkpoints.storing != NONE) {
                effects.add(new GiveUp());
            }
            if (state.checkpoints.isWanted) {
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
            State next = state.with(state.cuts.repeating(cut));
            if (cut > state.cuts.seen) {
                return new Step(next, List.of(new Show()));
            }
            Optional<String> before = state.cuts.shown.of(cut);
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
            Shown all = state.isRepeatable ? state.cuts.shown.plus(cut, fingerprint) : state.cuts.shown;
            State next = state.with(new Cuts(cut, cycle, state.cuts.repeated, all));
            Times times = state.checkpoints.times;
            boolean isDue = nanos - times.asked > pace.between(times.storing);
            return isDue ? next.asked(nanos, nanos - times.offered > pace.most) : new Step(next, List.of());
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
            if (cut > state.cuts.seen) {
                return new Step(
                        state,
                        List.of(new Diverged("a checkpoint of cut " + cut + " comes before that cut; the last one is "
                                + state.cuts.seen)));
            }
            if (state.checkpoints.storing != NONE) {
                return new Step(state.with(state.checkpoints.wanting()), List.of());
            }
            boolean isOffered = state.checkpoints.isForListener && cut == state.cuts.seen;
            return new Step(state.with(state.checkpoints.taken(cut, nanos, isOffered)), List.of(new Offer(isOffered)));
        }
    }

    /** The states of all devices at the checkpoint that was offered are stored. */
    public record Stored(long cut, long nanos) implements Input {
        @Override
        public Step from(State state) {
            if (cut != state.checkpoints.storing) {
                return new Step(state, List.of());
            }
            State next = state.stored(nanos);
            List<Effect> effects = new ArrayList<>();
            effects.add(new Keep());
            if (state.checkpoints.isWanted) {
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

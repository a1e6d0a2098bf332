package org.reweave.emulator.cluster.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * One end of the connection between two nodes, over which frames travel in bundles. Bundles are numbered in either
 * direction, and a gap is an error. At most {@link #WINDOW} are under way without being acknowledged; then frames wait.
 * A live end says once in each look how far it has come, whatever its devices wait for: so a lost bundle is found at
 * the next look of its sender, and a lost acknowledgement is said again.
 */
public final class BundleProtocol {
    /** Bundles under way at most. */
    public static final int WINDOW = 32;

    /** Looks without an answer after which a peer is called silent. */
    public static final int SILENT = 5;

    /**
     * Looks without an answer that end the incarnation. The cluster's membership finds a lost node long before; what is
     * left is a node that lives and does not answer.
     */
    public static final int TOO_LONG = 120;

    private static final int MOST_UNACKNOWLEDGED = WINDOW / 4; // received ones before one goes back on purpose

    private BundleProtocol() {}

    /**
     * An end.
     *
     * @param received bundles with frames from the peer
     * @param sent bundles with frames
     * @param acknowledged of those sent
     * @param confirmed of those received: the peer has been told
     * @param isConnected whether the peer is known; else frames and acknowledgements wait
     * @param looks in a row that have found the same bundle without an answer
     */
    public record State(
            Sequence received, long sent, long acknowledged, long confirmed, boolean isConnected, int looks) {
        public static State of(long incarnation) {
            return new State(Sequence.of(incarnation), 0, 0, 0, false, 0);
        }

        /** Whether a bundle with frames may be sent now. */
        public boolean maySend() {
            return isConnected && sent - acknowledged < WINDOW;
        }

        private State afterLook(int number) {
            return new State(received, sent, acknowledged, received.next(), isConnected, number);
        }
    }

    /** An input. */
    public sealed interface Input {
        Step from(State state);
    }

    /** The peer is known. */
    public record Connected() implements Input {
        @Override
        public Step from(State state) {
            return new Step(
                    new State(state.received, state.sent, state.acknowledged, state.confirmed, true, state.looks),
                    List.of(new Take()));
        }
    }

    /**
     * A bundle with frames is about to be sent.
     *
     * @throws IllegalStateException when {@link State#maySend} forbids
     */
    public record Sending() implements Input {
        @Override
        public Step from(State state) {
            if (!state.maySend()) {
                throw new IllegalStateException("bundle " + state.sent + " is sent while " + state.acknowledged
                        + " are acknowledged; at most " + WINDOW + " may be under way");
            }
            return new Step(
                    new State(
                            state.received,
                            state.sent + 1,
                            state.acknowledged,
                            state.received.next(),
                            true,
                            state.looks),
                    List.of(new Tell(state.sent, state.received.next(), true)));
        }
    }

    /**
     * A bundle has come.
     *
     * @param sender as in {@code from node 1}
     * @param number of bundles with frames that the sender has sent before this one
     * @param received bundles with frames that the sender has had
     * @param hasFrames whether the bundle does more than acknowledge
     */
    public record Came(String sender, long incarnation, long number, long received, boolean hasFrames)
            implements Input {
        @Override
        public Step from(State state) {
            Sequence before = state.received;
            return switch (before.judge(incarnation, number)) {
                case STALE -> new Step(state, List.of());
                case GAP ->
                    new Step(state, List.of(new Broken(before.gapInWords(sender, "bundle", incarnation, number))));
                case NEXT -> counted(state, hasFrames ? before.plusOne() : before);
            };
        }

        private Step counted(State state, Sequence all) {
            boolean isProgress = received > state.acknowledged;
            boolean isDue = state.isConnected && all.next() - state.confirmed >= MOST_UNACKNOWLEDGED;
            State next = new State(
                    all,
                    state.sent,
                    Math.max(received, state.acknowledged),
                    isDue ? all.next() : state.confirmed,
                    state.isConnected,
                    isProgress ? 0 : state.looks);
            List<Effect> effects = new ArrayList<>();
            if (hasFrames) {
                effects.add(new Give());
            }
            if (isDue) {
                effects.add(new Tell(state.sent, all.next(), false));
            }
            if (!state.maySend() && next.maySend()) {
                effects.add(new Take());
            }
            return new Step(next, effects);
        }
    }

    /**
     * Time to look whether the peer answers.
     *
     * @param peer for messages
     * @param seconds between two looks
     */
    public record Look(String peer, long seconds) implements Input {
        @Override
        public Step from(State state) {
            if (!state.isConnected) {
                return new Step(state, List.of());
            }
            int looks = state.sent > state.acknowledged ? state.looks + 1 : 0;
            State next = state.afterLook(looks);
            if (looks == TOO_LONG) {
                return new Step(
                        next,
                        List.of(new Broken(peer + " has acknowledged nothing for " + TOO_LONG * seconds + " s, and "
                                + (state.sent - state.acknowledged) + " bundles are under way to it")));
            }
            Effect told = new Tell(state.sent, state.received.next(), false);
            return new Step(next, looks == SILENT ? List.of(told, new Silent()) : List.of(told));
        }
    }

    /** The connection has ended, with what was under way. */
    public record Ended(String line) implements Input {
        @Override
        public Step from(State state) {
            return new Step(state, List.of(new Broken(line)));
        }
    }

    /** An effect. */
    public sealed interface Effect {
        void perform(Outside outside);
    }

    /** Frames of the bundle that has come go to the devices. */
    public record Give() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.give();
        }
    }

    /** Frames that wait may be sent. */
    public record Take() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.take();
        }
    }

    /**
     * A bundle goes to the peer.
     *
     * @param hasFrames whether the frames go with it that are about to be sent
     */
    public record Tell(long number, long received, boolean hasFrames) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.tell(number, received, hasFrames);
        }
    }

    /** The peer has answered nothing for {@link #SILENT} looks. */
    public record Silent() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.silent();
        }
    }

    /** The incarnation cannot go on: a bundle is lost, or the peer does not answer at all. */
    public record Broken(String line) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.broken(line);
        }
    }

    /** Performs effects: a method for each kind. */
    public interface Outside {
        void give();

        void take();

        void tell(long number, long received, boolean hasFrames);

        void silent();

        void broken(String line);
    }

    /** @param effects in their order */
    public record Step(State next, List<Effect> effects) {}

    public static Step step(State state, Input input) {
        return input.from(state);
    }
}

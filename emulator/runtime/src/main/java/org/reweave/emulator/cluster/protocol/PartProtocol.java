package org.reweave.emulator.cluster.protocol;

import java.util.List;

/**
 * A node's part of an incarnation: takes the states of its devices if there is a checkpoint, says that it is ready,
 * takes the coordinator's orders, writes the states of its devices at checkpoints where it reaches the run's folder,
 * and hands in what was measured. Orders and parcels are numbered; each pulse says how many parcels have gone, and the
 * coordinator asks for as many orders as it has sent, so that a loss of the last one is found too.
 */
public final class PartProtocol {
    private PartProtocol() {}

    /** A phase of the part. */
    public enum Phase {
        /** The network is built, and the states of its devices are still to come. */
        WAITING_FOR_STATES,
        /** The part is ready, and has no orders yet. */
        READY,
        /** The coordinator is known, and devices advance. */
        CONNECTED,
        /** All islands have handed in what they have measured, and all states that they reported are stored. */
        HANDED_IN,
        /** A message is lost: the part waits for its end. */
        BROKEN
    }

    /** An order of the coordinator. */
    public enum Order {
        CONNECT,
        PERMIT,
        FINISH
    }

    /**
     * A part.
     *
     * @param states parcels of the devices' states that have come
     * @param orders that have come
     * @param parcels that have gone to the coordinator
     * @param unfinished islands that have not handed in what they have measured
     * @param writing checkpoints of which the states of the part's devices are being written
     * @param broken the reason for {@link Phase#BROKEN}, or empty
     */
    public record State(
            Phase phase, Sequence states, Sequence orders, long parcels, int unfinished, int writing, String broken) {
        private boolean isConnected() {
            return phase == Phase.CONNECTED || phase == Phase.HANDED_IN;
        }

        private Step broken(String line) {
            return new Step(
                    new State(Phase.BROKEN, states, orders, parcels, unfinished, writing, line),
                    List.of(new SayBroken(line)));
        }

        private State having(int islands, int checkpoints, long sent) {
            boolean isAll = phase == Phase.CONNECTED && islands == 0 && checkpoints == 0;
            return new State(isAll ? Phase.HANDED_IN : phase, states, orders, sent, islands, checkpoints, broken);
        }

        private boolean handsIn(State before) {
            return phase == Phase.HANDED_IN && before.phase != Phase.HANDED_IN;
        }
    }

    /** The first step: the network is built. */
    public static Step begin(long incarnation, boolean fromCheckpoint) {
        State state =
                new State(Phase.WAITING_FOR_STATES, Sequence.of(incarnation), Sequence.of(incarnation), 0, 0, 0, "");
        return new Step(state, List.of(fromCheckpoint ? new SayNeedsStates() : new StartIslands()));
    }

    /** An input. */
    public sealed interface Input {
        Step from(State state);
    }

    /**
     * A parcel of states has come.
     *
     * @param isLast whether the states are complete
     */
    public record StatesCame(long incarnation, long number, boolean isLast) implements Input {
        @Override
        public Step from(State state) {
            if (state.phase != Phase.WAITING_FOR_STATES) {
                return new Step(state, List.of());
            }
            return switch (state.states.judge(incarnation, number)) {
                case STALE -> new Step(state, List.of());
                case GAP ->
                    state.broken(state.states.gapInWords("from the run's process", "parcel", incarnation, number));
                case NEXT ->
                    new Step(
                            new State(state.phase, state.states.plusOne(), state.orders, 0, 0, 0, ""),
                            isLast ? List.of(new KeepStates(), new StartIslands()) : List.of(new KeepStates()));
            };
        }
    }

    /** The islands of the part are there. */
    public record Started(int islands) implements Input {
        @Override
        public Step from(State state) {
            return new Step(
                    new State(Phase.READY, state.states, state.orders, 0, islands, 0, ""), List.of(new SayReady()));
        }
    }

    /** The coordinator's order has come. */
    public record Ordered(long number, Order order) implements Input {
        @Override
        public Step from(State state) {
            long incarnation = state.orders.incarnation();
            if (state.phase == Phase.BROKEN) {
                return new Step(state, List.of());
            }
            if (state.orders.judge(incarnation, number) != Sequence.Verdict.NEXT) {
                return state.broken(state.orders.gapInWords("from the run's process", "order", incarnation, number));
            }
            State next = new State(
                    order == Order.CONNECT ? Phase.CONNECTED : state.phase,
                    state.states,
                    state.orders.plusOne(),
                    state.parcels,
                    state.unfinished,
                    state.writing,
                    "");
            return new Step(next, List.of(new Obey()));
        }
    }

    /**
     * The coordinator asks whether its orders have come.
     *
     * @param orders that it had sent before it asked
     */
    public record Asked(long orders) implements Input {
        @Override
        public Step from(State state) {
            return state.phase == Phase.BROKEN || state.orders.next() >= orders
                    ? new Step(state, List.of())
                    : state.broken("from the run's process: " + state.orders.next() + " of " + orders
                            + " orders have come; one is missing");
        }
    }

    /** Something is to go to the coordinator, in some parcels. */
    public record Sending(int pieces) implements Input {
        @Override
        public Step from(State state) {
            if (!state.isConnected()) {
                return new Step(state, List.of());
            }
            State next = new State(
                    state.phase,
                    state.states,
                    state.orders,
                    state.parcels + pieces,
                    state.unfinished,
                    state.writing,
                    "");
            return new Step(next, List.of(new Send()));
        }
    }

    /** The part begins to write the states of its devices at a checkpoint into a file. */
    public record Writing() implements Input {
        @Override
        public Step from(State state) {
            return new Step(state.having(state.unfinished, state.writing + 1, state.parcels), List.of());
        }
    }

    /** Such a file, and its name, are on the disk: the coordinator learns of it by a parcel. */
    public record Written() implements Input {
        @Override
        public Step from(State state) {
            if (!state.isConnected()) {
                return new Step(state, List.of());
            }
            State next = state.having(state.unfinished, state.writing - 1, state.parcels + 1);
            return new Step(next, next.handsIn(state) ? List.of(new Send(), new HandIn()) : List.of(new Send()));
        }
    }

    /** An island has handed in what it has measured. */
    public record IslandFinished() implements Input {
        @Override
        public Step from(State state) {
            State next = state.having(state.unfinished - 1, state.writing, state.parcels);
            return new Step(next, next.handsIn(state) ? List.of(new HandIn()) : List.of());
        }
    }

    /** Time for a pulse. */
    public record PulseDue() implements Input {
        @Override
        public Step from(State state) {
            if (state.phase == Phase.BROKEN) {
                return new Step(state, List.of(new SayBroken(state.broken)));
            }
            return new Step(state, state.isConnected() ? List.of(new Pulse(state.parcels)) : List.of());
        }
    }

    /** A connection to another node has lost a bundle, or has ended; a part that has handed in needs none any more. */
    public record FerryBroken(String line) implements Input {
        @Override
        public Step from(State state) {
            boolean isOver = state.phase == Phase.BROKEN || state.phase == Phase.HANDED_IN;
            return isOver ? new Step(state, List.of()) : state.broken(line);
        }
    }

    /** The devices cannot go on. */
    public record Failed(String line) implements Input {
        @Override
        public Step from(State state) {
            return new Step(
                    state, List.of(state.isConnected() ? new SayFailed(line) : new SayRefused(line), new Stop()));
        }
    }

    /** The part is not needed any more. */
    public record Cancelled() implements Input {
        @Override
        public Step from(State state) {
            return new Step(state, List.of(new Stop()));
        }
    }

    /** An effect. */
    public sealed interface Effect {
        void perform(Outside outside);
    }

    /** The run's process is asked for the states of the devices. */
    public record SayNeedsStates() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.sayNeedsStates();
        }
    }

    /** The parcel that has come is kept. */
    public record KeepStates() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.keepStates();
        }
    }

    /** The islands start; {@link Started} says when they are there. */
    public record StartIslands() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.startIslands();
        }
    }

    /** The run's process learns that the part is ready. */
    public record SayReady() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.sayReady();
        }
    }

    /** The order that has come is carried out. */
    public record Obey() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.obey();
        }
    }

    /** The parcels go that are about to be sent. */
    public record Send() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.send();
        }
    }

    /** Everything that was measured goes to the coordinator. */
    public record HandIn() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.handIn();
        }
    }

    /** The coordinator learns how far the part has got. */
    public record Pulse(long parcels) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.pulse(parcels);
        }
    }

    /** The run's process learns that a message is lost. */
    public record SayBroken(String line) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.sayBroken(line);
        }
    }

    /** The coordinator learns that the part cannot go on. */
    public record SayFailed(String line) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.sayFailed(line);
        }
    }

    /** The run's process learns that the part cannot begin. */
    public record SayRefused(String line) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.sayRefused(line);
        }
    }

    /** The part ends. */
    public record Stop() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.stop();
        }
    }

    /** Performs effects: a method for each kind. */
    public interface Outside {
        void sayNeedsStates();

        void keepStates();

        void startIslands();

        void sayReady();

        void obey();

        void send();

        void handIn();

        void pulse(long parcels);

        void sayBroken(String line);

        void sayFailed(String line);

        void sayRefused(String line);

        void stop();
    }

    /** @param effects in their order */
    public record Step(State next, List<Effect> effects) {}

    public static Step step(State state, Input input) {
        return input.from(state);
    }
}

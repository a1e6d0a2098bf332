package org.reweave.emulator.cluster.protocol;

import java.util.List;

/**
 * A part of an incarnation as the coordinator sees it: the other end of {@link PartProtocol}. Messages may be lost
 * while both processes live; a run whose last permit is lost would wait for ever. So each pulse of the part is compared
 * with what has come, and the part is asked whether it has had what was sent. What is asked comes behind the orders
 * that it asks for, so that only a lost one can be missing, however late the processes are.
 */
public final class LinkProtocol {
    /** Looks in a row that may find no pulse at all. The cluster's membership finds a lost node long before. */
    public static final int TOO_LONG = 120;

    private LinkProtocol() {}

    /**
     * A part.
     *
     * @param name of the node, for messages
     * @param parcels that have come
     * @param orders that have gone out
     * @param silent looks in a row that have found no pulse
     * @param isOver whether nothing is expected of the part any more
     */
    public record State(String name, Sequence parcels, long orders, int silent, boolean isOver) {
        public static State of(String name, long incarnation) {
            return new State(name, Sequence.of(incarnation), 0, 0, false);
        }

        private State over() {
            return new State(name, parcels, orders, silent, true);
        }

        private Step broken(String line) {
            return new Step(over(), List.of(new Broken(line)));
        }

        private Step same() {
            return new Step(this, List.of());
        }
    }

    /** An input; nothing that comes after the part's end is of any use. */
    public sealed interface Input {
        Step from(State state);
    }

    /** The coordinator has an order for the part. */
    public record Ordering() implements Input {
        @Override
        public Step from(State state) {
            return new Step(
                    new State(state.name, state.parcels, state.orders + 1, state.silent, false),
                    List.of(new Tell(state.orders)));
        }
    }

    /** A parcel has come. */
    public record ParcelCame(long incarnation, long number) implements Input {
        @Override
        public Step from(State state) {
            return switch (state.parcels.judge(incarnation, number)) {
                case STALE -> state.same();
                case GAP -> state.broken(state.parcels.gapInWords("from " + state.name, "parcel", incarnation, number));
                case NEXT ->
                    new Step(
                            new State(state.name, state.parcels.plusOne(), state.orders, state.silent, false),
                            List.of(new Keep()));
            };
        }
    }

    /** The part has handed in what it has measured. */
    public record Finished() implements Input {
        @Override
        public Step from(State state) {
            return new Step(state.over(), List.of());
        }
    }

    /**
     * The part says how far it has got.
     *
     * @param parcels that it has sent
     */
    public record PulseCame(long parcels) implements Input {
        @Override
        public Step from(State state) {
            return parcels > state.parcels.next()
                    ? state.broken("from " + state.name + ": " + state.parcels.next() + " of " + parcels
                            + " parcels have come; one is missing")
                    : new Step(new State(state.name, state.parcels, state.orders, 0, false), List.of());
        }
    }

    /**
     * Time to look whether the part says anything.
     *
     * @param seconds between two looks
     */
    public record Look(long seconds) implements Input {
        @Override
        public Step from(State state) {
            int silent = state.silent + 1;
            return silent == TOO_LONG
                    ? state.broken(state.name + " has said nothing for " + TOO_LONG * seconds + " s")
                    : new Step(
                            new State(state.name, state.parcels, state.orders, silent, false),
                            List.of(new Ask(state.orders)));
        }
    }

    /** The part's process, or the part alone, has ended. */
    public record Ended() implements Input {
        @Override
        public Step from(State state) {
            return new Step(state.over(), List.of(new Lost()));
        }
    }

    /** The part cannot go on. */
    public record Failed(String reason) implements Input {
        @Override
        public Step from(State state) {
            return new Step(state.over(), List.of(new Fail(state.name + " cannot go on: " + reason)));
        }
    }

    /** An effect. */
    public sealed interface Effect {
        void perform(Outside outside);
    }

    /** @param number of the order that goes to the part */
    public record Tell(long number) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.tell(number);
        }
    }

    /** @param orders that the part must have had when it is asked */
    public record Ask(long orders) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.ask(orders);
        }
    }

    /** The parcel that has come is kept. */
    public record Keep() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.keep();
        }
    }

    /** The node is lost. */
    public record Lost() implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.lost();
        }
    }

    /** A message is lost: the incarnation cannot go on. */
    public record Broken(String line) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.broken(line);
        }
    }

    /** The run cannot go on. */
    public record Fail(String line) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.fail(line);
        }
    }

    /** Performs effects: a method for each kind. */
    public interface Outside {
        void tell(long number);

        void ask(long orders);

        void keep();

        void lost();

        void broken(String line);

        void fail(String line);
    }

    /** @param effects in their order */
    public record Step(State next, List<Effect> effects) {}

    public static Step step(State state, Input input) {
        return state.isOver ? state.same() : input.from(state);
    }
}

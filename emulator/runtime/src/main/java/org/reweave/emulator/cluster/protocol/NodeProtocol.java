package org.reweave.emulator.cluster.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A node hosts its part of one run at a time. Orders of other runs wait until that part has ended. An order of a later
 * incarnation of the same run ends the part at once: the run has begun again, and whatever it has sent to end the part
 * may be lost.
 */
public final class NodeProtocol {
    private NodeProtocol() {}

    /**
     * An order to host a part.
     *
     * @param run its id
     * @param origin of the process that leads the run: another process that goes on with the run has another one
     */
    public record Seat(String run, long origin, Part part) {
        private boolean isOfRunOf(Seat other) {
            return run.equals(other.run) && origin == other.origin;
        }

        private boolean isBefore(Seat other) {
            return isOfRunOf(other) && part.incarnation() < other.part.incarnation();
        }
    }

    /**
     * A node.
     *
     * @param software its build
     * @param hosted the part that there is
     * @param waiting orders, in their order; at most one of each process that leads a run
     */
    public record State(String software, Optional<Seat> hosted, List<Seat> waiting) {
        /** A node that hosts nothing. */
        public static State of(String software) {
            return new State(software, Optional.empty(), List.of());
        }

        /** Whether an order is carried out or waits. */
        public boolean knows(Seat seat) {
            return hosted.filter(seat::equals).isPresent() || waiting.contains(seat);
        }

        /** The next order has its turn if there is one and the node is free. */
        private Step host() {
            if (hosted.isPresent() || waiting.isEmpty()) {
                return new Step(this, List.of());
            }
            Seat seat = waiting.get(0);
            return new Step(
                    new State(software, Optional.of(seat), waiting.subList(1, waiting.size())),
                    List.of(new Start(seat)));
        }
    }

    /** An input. */
    public sealed interface Input {
        Step from(State state);
    }

    /** @param software build of the process that leads the run */
    public record Prepare(Seat seat, String software) implements Input {
        @Override
        public Step from(State state) {
            if (!software.equals(state.software)) {
                return new Step(
                        state,
                        List.of(new Refuse(
                                seat,
                                "runs reweave " + state.software + " and the run comes from reweave " + software
                                        + "; start both from one build, with the same jars")));
            }
            boolean isLate = state.hosted.stream().anyMatch(this::isNotAfter)
                    || state.waiting.stream().anyMatch(this::isNotAfter);
            if (isLate) {
                return new Step(state, List.of()); // the order has come twice, or after a later one
            }
            List<Seat> waiting = new ArrayList<>(state.waiting);
            waiting.removeIf(one -> one.isBefore(seat));
            waiting.add(seat);
            State next = new State(state.software, state.hosted, List.copyOf(waiting));
            return state.hosted.filter(one -> one.isBefore(seat)).isPresent()
                    ? new Step(next, List.of(new Stop(state.hosted.get())))
                    : next.host();
        }

        private boolean isNotAfter(Seat other) {
            return other.isOfRunOf(seat) && !other.isBefore(seat);
        }
    }

    /** A part has ended, for whatever reason. */
    public record Ended(Seat seat) implements Input {
        @Override
        public Step from(State state) {
            return state.hosted.filter(seat::equals).isPresent()
                    ? new State(state.software, Optional.empty(), state.waiting).host()
                    : new Step(state, List.of());
        }
    }

    /**
     * Somebody wants the devices of a run on other nodes.
     *
     * @param address of this node
     */
    public record Move(String run, String address) implements Input {
        @Override
        public Step from(State state) {
            Effect answer = state.hosted
                    .filter(seat -> seat.run.equals(run))
                    .<Effect>map(PassOn::new)
                    .orElseGet(() -> new NotHosted("node " + address + " hosts nothing of run " + run + " any more"));
            return new Step(state, List.of(answer));
        }
    }

    /** An effect. */
    public sealed interface Effect {
        void perform(Outside outside);
    }

    /** @param reason goes on after the node's name */
    public record Refuse(Seat seat, String reason) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.refuse(seat, reason);
        }
    }

    /** The node hosts a part from now on. */
    public record Start(Seat seat) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.start(seat);
        }
    }

    /** The part is to end; {@link Ended} says when it has. */
    public record Stop(Seat seat) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.stop(seat);
        }
    }

    /** The process that leads the run takes the order to move. */
    public record PassOn(Seat seat) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.passOn(seat);
        }
    }

    /** No run on this node can take the order to move. */
    public record NotHosted(String words) implements Effect {
        @Override
        public void perform(Outside outside) {
            outside.notHosted(words);
        }
    }

    /** Performs effects: a method for each kind. */
    public interface Outside {
        void refuse(Seat seat, String reason);

        void start(Seat seat);

        void stop(Seat seat);

        void passOn(Seat seat);

        void notHosted(String words);
    }

    /** @param effects in their order */
    public record Step(State next, List<Effect> effects) {}

    public static Step step(State state, Input input) {
        return input.from(state);
    }
}

package org.reweave.emulator.cluster.protocol;

import java.util.List;

/** An input of {@link RunProtocol}. */
public sealed interface RunInput {
    /** The queue has answered. */
    record Turned(long ticket, boolean underWay, int ahead) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.turned(this);
        }
    }

    /** Time to announce the run to the queue again. */
    record AnnounceDue() implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.announceDue();
        }
    }

    /** A node has described itself. */
    record Joined(Node node) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.joined(node);
        }
    }

    /** The orders of an incarnation cannot be written. */
    record Unplannable(Throwable cause) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.unplannable(cause);
        }
    }

    /** A part waits for the states of its devices. */
    record NeedsStates(Part part) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.needsStates(part);
        }
    }

    /** A part can begin. */
    record Ready(Part part) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.ready(part);
        }
    }

    /** @param reason goes on after the node's name */
    record Refused(Part part, String reason) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.refused(this);
        }
    }

    /** Somebody wants the devices on other nodes. */
    record Ordered(Order order) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.ordered(order);
        }
    }

    /** The run has a checkpoint, from which its devices can move. */
    record CheckpointKept() implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.checkpointKept();
        }
    }

    /** All nodes have handed in what they have measured. */
    record Completed(long incarnation) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.completed(incarnation);
        }
    }

    /** The run cannot go on, whatever its nodes do. */
    record Failed(Throwable cause) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.failed(cause);
        }
    }

    /** A message between processes of an incarnation is lost. */
    record Broken(long incarnation, String line) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.broken(this);
        }
    }

    /** The coordinator of an incarnation has ended, and its listener has returned from its last call. */
    record CoordinatorEnded(long incarnation) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.coordinatorEnded(incarnation);
        }
    }

    /** The coordinator has lost a part: the part's node is gone, or the part alone. */
    record PartLost(Part part) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.partLost(part);
        }
    }

    /** The cluster's membership has lost a node. */
    record NodeLost(Node node) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.nodeLost(node);
        }
    }

    /** A look has found that nobody listens at a node's address: its process has ended. */
    record Gone(Node node) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.gone(node);
        }
    }

    /**
     * A node that the run's process has started has ended.
     *
     * @param process its number
     * @param how in words
     */
    record ProcessEnded(long process, String how) implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.processEnded(this);
        }
    }

    /** The run has waited in vain, as long as its patience is. */
    record TooLate() implements RunInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.tooLate();
        }
    }

    /**
     * An order to place the devices anew at the next checkpoint.
     *
     * @param number by which the answer finds its way back
     * @param nodes that host devices afterwards; at least one
     */
    record Order(long number, List<Node> nodes) {
        public Order {
            nodes = List.copyOf(nodes);
        }
    }

    /** A method for each kind of input. */
    interface Cases<R> {
        R turned(Turned turn);

        R announceDue();

        R joined(Node node);

        R unplannable(Throwable cause);

        R needsStates(Part part);

        R ready(Part part);

        R refused(Refused refusal);

        R ordered(Order order);

        R checkpointKept();

        R completed(long incarnation);

        R failed(Throwable cause);

        R broken(Broken link);

        R coordinatorEnded(long incarnation);

        R partLost(Part part);

        R nodeLost(Node node);

        R gone(Node node);

        R processEnded(ProcessEnded process);

        R tooLate();
    }

    /** Calls the method for this kind of input. */
    <R> R fold(Cases<R> cases);
}

package org.reweave.emulator.cluster.protocol;

import java.util.List;
import org.reweave.emulator.cluster.protocol.RunInput.Order;

/** Something that {@link RunProtocol} has done. */
public sealed interface RunEffect {
    /** The queue is told of the run, now and again after {@link RunProtocol#ANNOUNCED_EVERY}. */
    record Announce(long ticket, boolean underWay) implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.announce(ticket, underWay);
        }
    }

    /** The queue is told that the run needs the nodes no more. */
    record EndTurn(String how) implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.endTurn(how);
        }
    }

    /** Every node that there is or will be is asked to describe itself. */
    record FindNodes() implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.findNodes();
        }
    }

    /** {@link RunInput.TooLate} comes after the run's patience from now; a wait before this one is over. */
    record Await() implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.await();
        }
    }

    /** The present wait is over. */
    record StopWaiting() implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.stopWaiting();
        }
    }

    /** Nodes, by their number, are told their parts of another incarnation. */
    record Prepare(long incarnation, List<Node> nodes) implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.prepare(incarnation, nodes);
        }
    }

    /** A part is sent the states of its devices at the last checkpoint. */
    record SendStates(Part part) implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.sendStates(part);
        }
    }

    /** A part is given up. */
    record Cancel(Part part) implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.cancel(part);
        }
    }

    /** All parts are ready: the incarnation's coordinator starts. */
    record Begin(long incarnation, List<Node> nodes) implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.begin(incarnation, nodes);
        }
    }

    /** The incarnation's coordinator is to end. */
    record StopCoordinator() implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.stopCoordinator();
        }
    }

    /** A checkpoint is taken soon, so that devices can move. */
    record WantCheckpoint() implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.wantCheckpoint();
        }
    }

    /** The one who gave the order learns that devices are where they should be. */
    record Moved(Order order) implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.moved(order);
        }
    }

    /** The one who gave the order learns why devices have not moved. */
    record NotMoved(Order order, String words) implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.notMoved(order, words);
        }
    }

    /** The cluster's membership is told that a node is gone for good. */
    record Down(Node node) implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.down(node);
        }
    }

    /** Somebody looks which of these nodes' processes have ended; {@link RunInput.Gone} says so of each. */
    record LookAfter(List<Node> nodes) implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.lookAfter(nodes);
        }
    }

    /** A line for the user. */
    record Say(String line) implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.say(line);
        }
    }

    /** The run is over, with results. */
    record Complete() implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.complete();
        }
    }

    /** The run is over, with one line. */
    record Fail(String line) implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.fail(line);
        }
    }

    /** The run is over, since a node will not host its part: the two do not fit together. */
    record FailRefused(String line) implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.failRefused(line);
        }
    }

    /** The run is over, by an exception. */
    record FailBy(Throwable cause) implements RunEffect {
        @Override
        public void perform(Outside outside) {
            outside.failBy(cause);
        }
    }

    /** Performs effects: a method for each kind. */
    interface Outside {
        void announce(long ticket, boolean underWay);

        void endTurn(String how);

        void findNodes();

        void await();

        void stopWaiting();

        void prepare(long incarnation, List<Node> nodes);

        void sendStates(Part part);

        void cancel(Part part);

        void begin(long incarnation, List<Node> nodes);

        void stopCoordinator();

        void wantCheckpoint();

        void moved(Order order);

        void notMoved(Order order, String words);

        void down(Node node);

        void lookAfter(List<Node> nodes);

        void say(String line);

        void complete();

        void fail(String line);

        void failRefused(String line);

        void failBy(Throwable cause);
    }

    /** Calls the method for this kind of effect. */
    void perform(Outside outside);
}

package org.reweave.emulator.cluster.messages;

import akka.actor.typed.ActorRef;
import java.util.List;
import org.reweave.emulator.cluster.protocol.Node;
import org.reweave.emulator.cluster.protocol.NodeProtocol;

/** Messages to a node. */
public sealed interface ToNode {
    /** Asks a node for its address, version and threads. */
    record Describe(ActorRef<Description> replyTo) implements ToNode, ControlMessage {}

    /**
     * A node describes itself.
     *
     * @param host that answers
     * @param address {@code host:port}
     * @param software build
     * @param threads that run devices
     * @param process its number on its machine
     * @param run that it hosts a part of, or empty
     * @param heapBytes in use
     * @param hosted of the run
     */
    record Description(
            ActorRef<ToNode> host,
            String address,
            String software,
            int threads,
            long process,
            String run,
            long heapBytes,
            Hosted hosted)
            implements ControlMessage {
        /** The node as protocols know it. */
        public Node node() {
            return new Node(address, host.path().uid(), process);
        }
    }

    /** Get ready to host a part of a run. */
    record Prepare(RunOrder order, ActorRef<ToRun.Remote> replyTo) implements ToNode, ControlMessage {}

    /**
     * An order to a run: its devices are placed anew, on these nodes, at its next checkpoint. Any node that hosts a
     * part of the run passes it on.
     *
     * @param run its id
     * @param nodes that host devices afterwards; at least one
     * @param replyTo takes the answer when the devices have moved, or when they will not
     */
    record Move(String run, List<Description> nodes, ActorRef<Moved> replyTo) implements ToNode, ControlMessage {}

    /**
     * The answer to an order to move.
     *
     * @param moved whether the devices are where they should be
     * @param words where they are, or why they have not moved
     */
    record Moved(boolean moved, String words) implements ControlMessage {}

    /**
     * A node's part of a run, as others are told of it.
     *
     * @param devices 0 = it hosts none
     * @param cycle of the last cut that an island of it has reported
     * @param carried by its lines since the beginning of the incarnation
     * @param waiting share of the last second in which its threads have run no device
     * @param turnSeconds since when an island has been in one turn; a thread is stuck in a device where that is long
     */
    record Hosted(int devices, long cycle, Carried carried, double waiting, double turnSeconds) {
        public static final Hosted NOTHING = new Hosted(0, 0, Carried.NONE, 0, 0);
    }

    /**
     * What the node's part of a run does, which the part reports every second.
     *
     * @param cycle of the last cut that an island has reported
     * @param turnNanos since when an island has been in one turn
     */
    record Hosts(int devices, long cycle, long turnNanos, Load load) implements ToNode {}

    /**
     * A run's process needs nodes no more, or is gone.
     *
     * @param run the actor that led the run
     */
    record RunEnded(ActorRef<ToRun.Remote> run) implements ToNode {}

    /** A part has ended. */
    record Ended(NodeProtocol.Seat seat) implements ToNode {}
}

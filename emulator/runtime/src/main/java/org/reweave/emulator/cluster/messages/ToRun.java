package org.reweave.emulator.cluster.messages;

import akka.actor.typed.ActorRef;
import akka.actor.typed.receptionist.Receptionist;
import java.util.List;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.cluster.line.LineEnd;
import org.reweave.emulator.cluster.protocol.Node;
import org.reweave.emulator.cluster.protocol.Part;

/** Messages to the actor that leads a run. */
public sealed interface ToRun {
    /** A message from a node. */
    sealed interface Remote extends ToRun, ControlMessage {}

    /**
     * The part waits for the states of its devices, in parcels, or for the files that have them.
     *
     * @param obstacle why it does not reach the run's folder; empty = it does, or need not
     */
    record NeedsStates(Part part, ActorRef<ToPart> host, String obstacle) implements Remote {}

    /**
     * The part is ready.
     *
     * @param ends of its lines, by the number of the node that is to connect; null = that one does not, or no links
     *     lead there
     * @param obstacle why it does not reach the run's folder; empty = it does, or need not
     */
    record Ready(Part part, ActorRef<ToPart> host, List<LineEnd> ends, String obstacle) implements Remote {}

    /** @param reason goes on after the node's name */
    record Refused(Part part, String reason) implements Remote {}

    /** A message to or from the part is lost. */
    record Broken(Part part, String line) implements Remote {}

    /** Somebody wants the devices on other nodes. */
    record Ordered(ToNode.Move move) implements Remote {}

    /** Nodes of the cluster. */
    record Listed(Receptionist.Listing nodes) implements ToRun {}

    /** A node has described itself. */
    record Described(ToNode.Description node) implements ToRun {}

    /** The queue has answered. */
    record Turned(ToQueue.Turn turn) implements ToRun {}

    /** Time to announce the run to the queue again. */
    record AnnounceDue() implements ToRun {}

    /** The present wait has been too long. */
    enum TooLate implements ToRun {
        NOW
    }

    /**
     * The coordinator of an incarnation has finished or failed.
     *
     * @param gathered null = there is a failure
     * @param failure null = there is none
     */
    record Over(long incarnation, FabricCoordinator.Gathered gathered, Throwable failure) implements ToRun {}

    /** The coordinator of an incarnation has ended, and the run's listener with it. */
    record CoordinatorEnded(long incarnation) implements ToRun {}

    /** The run has a checkpoint, from which its devices can move. */
    record CheckpointKept() implements ToRun {}

    /** The cluster's membership has lost a node. */
    record NodeLost(Node node) implements ToRun {}

    /**
     * This process has called a member lost: the membership says so itself once all others know, which another one that
     * hangs may hold up.
     *
     * @param address {@code host:port}
     */
    record CalledLost(String address) implements ToRun {}

    /** Nobody listens at a node's address. */
    record Gone(Node node) implements ToRun {}

    /**
     * A node that this process has started has ended.
     *
     * @param process its number
     * @param how in words
     */
    record ProcessEnded(long process, String how) implements ToRun {}
}

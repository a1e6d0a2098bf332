package org.reweave.emulator.cluster.messages;

import akka.actor.typed.ActorRef;
import java.util.List;
import org.reweave.emulator.cluster.protocol.Turns;

/** Messages to the cluster's queue of runs. */
public sealed interface ToQueue extends ControlMessage {
    /** A run is there, still. */
    record Announce(Turns.Entry entry, ActorRef<Turn> replyTo) implements ToQueue {}

    /**
     * A run needs the nodes no more.
     *
     * @param origin of the process that leads the run: the number of the actor that takes the queue's answers
     * @param how it ended
     */
    record End(String run, long origin, String how) implements ToQueue {}

    /** Which runs are there? */
    record ListRuns(ActorRef<Listing> replyTo) implements ToQueue {}

    /** All runs that an earlier queue knew have announced themselves here. */
    record Settled() implements ToQueue {}

    /**
     * The answer to an announcement.
     *
     * @param entry as the queue has it; its turn has come when it is under way
     * @param ahead number of runs before it
     */
    record Turn(Turns.Entry entry, int ahead) implements ControlMessage {}

    /** All runs, as {@link Turns#listing} has them. */
    record Listing(List<Turns.Line> runs) implements ControlMessage {}
}

package org.reweave.emulator.cluster;

import akka.actor.typed.ActorRef;
import java.util.List;

/**
 * An order to a run: its devices are placed anew, on these nodes, at its next checkpoint. Any node that hosts a part of
 * the run passes it on.
 *
 * @param run its id
 * @param nodes that host devices afterwards; at least one
 * @param replyTo takes the answer when the devices have moved, or when they will not
 */
record Move(String run, List<NodeHost.Description> nodes, ActorRef<Outcome> replyTo)
        implements NodeHost.Command, RunSetup.Command {
    /**
     * How it ended.
     *
     * @param moved whether the devices are where they should be
     * @param words where they are, or why they have not moved
     */
    record Outcome(boolean moved, String words) implements ControlMessage {}
}

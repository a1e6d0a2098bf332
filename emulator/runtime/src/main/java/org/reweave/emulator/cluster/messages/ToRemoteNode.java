package org.reweave.emulator.cluster.messages;

import org.reweave.emulator.actor.IslandActor;
import org.reweave.emulator.checkpoint.CheckpointPart;

/** Messages to the actor that stands for a node in the process that leads a run. */
public sealed interface ToRemoteNode {
    /** A piece of a report, or of what was measured. */
    record Report(Parcel parcel) implements ToRemoteNode {}

    /**
     * The part has written the states of its devices at a cut; counts as a parcel.
     *
     * @param number of the parcel
     */
    record Written(long incarnation, long number, long cut, CheckpointPart file)
            implements ToRemoteNode, ControlMessage {}

    /**
     * The part says every second how far it has got.
     *
     * @param parcels that have gone
     */
    record Pulse(long parcels, Load load) implements ToRemoteNode, ControlMessage {}

    /** The node cannot go on. */
    record Failed(String reason) implements ToRemoteNode, ControlMessage {}

    /** Another node has not answered it for some seconds. */
    record Silence(int peer, long seconds) implements ToRemoteNode, ControlMessage {}

    /** The coordinator has something for the node. */
    record FromCoordinator(IslandActor.Command message) implements ToRemoteNode {}

    /** Time to look whether the node says anything. */
    enum Look implements ToRemoteNode {
        NOW
    }

    /** The part has ended. */
    record PartEnded() implements ToRemoteNode {}
}

package org.reweave.emulator.cluster.messages;

import akka.actor.typed.ActorRef;
import java.util.List;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.actor.IslandActor;
import org.reweave.emulator.checkpoint.CheckpointPart;
import org.reweave.emulator.cluster.line.LineEnd;

/** Messages to a node's part of a run. */
public sealed interface ToPart {
    /**
     * All nodes are ready: these are the ends of lines that the part is to connect to.
     *
     * @param number of the order
     * @param ends by the number of the node that they are on; null = that node connects, or no links lead there
     * @param writes whether the part writes the states of its devices at checkpoints; else it reports them
     * @param coordinator takes reports; when it ends, the run is over
     */
    record Connect(long number, List<LineEnd> ends, boolean writes, ActorRef<ToRemoteNode> coordinator)
            implements ToPart, ControlMessage {}

    /**
     * A permit, as {@link IslandActor.Permit} is.
     *
     * @param number of the order
     */
    record Permit(long number, long cycle, long measureFrom, long checkpointAt) implements ToPart, ControlMessage {}

    /**
     * The run is over: hand in what was measured.
     *
     * @param number of the order
     */
    record Finish(long number) implements ToPart, ControlMessage {}

    /**
     * Whether orders have come. It is sent behind them.
     *
     * @param orders that were sent
     */
    record Inquiry(long orders) implements ToPart, ControlMessage {}

    /** The part is given up. */
    record Cancel() implements ToPart, ControlMessage {}

    /**
     * The states of the part's devices at a cut are on the disk.
     *
     * @param file null = they could not be written
     * @param failure why not; null = they were
     */
    record Written(long cut, CheckpointPart file, Throwable failure) implements ToPart {}

    /** A piece of the states of the part's devices, or of the list of files that have them. */
    record States(Parcel parcel) implements ToPart {}

    /** Time to say how far the part has got. */
    record PulseDue() implements ToPart {}

    /** An island here has something for the coordinator. */
    record FromIsland(FabricCoordinator.Command message) implements ToPart {}

    /** A line to another node has lost something, or has ended. */
    record FerryBroken(String line) implements ToPart {}

    /** What has come over a line cannot be read, or does not fit the islands. */
    record FerryFailed(Throwable cause) implements ToPart {}

    /** Another node does not answer. */
    record PeerSilent(int peer) implements ToPart {}
}

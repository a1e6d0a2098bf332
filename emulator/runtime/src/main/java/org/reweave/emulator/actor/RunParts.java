package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.List;

/**
 * Parts of a run that its coordinator gives permits to and receives reports from: islands here, or nodes that host
 * some.
 */
public interface RunParts {
    /** Starts an actor for each part, as a child of the coordinator. */
    List<ActorRef<IslandActor.Command>> start(ActorContext<?> context, ActorRef<FabricCoordinator.Command> coordinator);
}

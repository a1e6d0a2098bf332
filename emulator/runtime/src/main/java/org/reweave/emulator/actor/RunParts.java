package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.List;

/** What the coordinator of a run gives permits to, and what reports to it: islands here, or nodes that host some. */
public interface RunParts {
    /** Starts an actor for each part, as a child of the coordinator. */
    List<ActorRef<IslandActor.Command>> start(ActorContext<?> context, ActorRef<FabricCoordinator.Command> coordinator);
}

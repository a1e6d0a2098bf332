package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import java.util.List;
import java.util.SortedMap;
import org.reweave.emulator.device.Device;

/** Makes the actors of a run's islands, all of one kind. */
interface IslandActors {
    /** Path of the dispatcher in the configuration. */
    String dispatcher();

    /** @param devices of the island, in the order of the partition */
    Behavior<IslandActor.Command> create(
            int island, List<Device> devices, ActorRef<FabricCoordinator.Command> coordinator);

    /** Crossings by the number of the other process, for each process that links of islands here lead to. */
    SortedMap<Integer, ? extends Crossing> crossings();

    /** An island has its actor; called before any island has a permit. */
    void started(int island, ActorRef<IslandActor.Command> actor);
}

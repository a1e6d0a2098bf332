package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.util.function.Supplier;
import org.reweave.emulator.governor.Cut;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.Wishes;

/**
 * Gives a run's listener its cuts, in order, in a thread in which the listener may wait for files and databases, and
 * tells the coordinator of each one.
 */
final class ListenerActor {
    private ListenerActor() {}

    /** @param wishes of the governor; asked for after each cut */
    static Behavior<Cut> create(
            RunListener listener, Supplier<Wishes> wishes, ActorRef<FabricCoordinator.Command> coordinator) {
        return Behaviors.receive(Cut.class)
                .onAnyMessage(cut -> {
                    try {
                        cut.deliverTo(listener);
                    } catch (RuntimeException | Error e) {
                        coordinator.tell(new FabricCoordinator.ListenerFailed(e));
                        return Behaviors.stopped();
                    }
                    coordinator.tell(new FabricCoordinator.Seen(cut, wishes.get()));
                    return Behaviors.same();
                })
                .build();
    }
}

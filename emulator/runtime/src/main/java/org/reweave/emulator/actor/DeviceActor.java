package org.reweave.emulator.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.Signal;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import org.reweave.emulator.device.Device;

/** A switch, NIC or manager as an actor: its island tells it to take a step, and how far that one goes. */
final class DeviceActor extends Receive<DeviceActor.Command> {
    /** Messages that a device receives. */
    sealed interface Command permits Step {}

    /** The device does everything before the cycle that its island has set in {@link DeviceActors}. */
    enum Step implements Command {
        TAKE
    }

    private final Device device;
    private final DeviceActors island;

    private DeviceActor(Device device, DeviceActors island) {
        this.device = device;
        this.island = island;
    }

    /** A device that fails is stopped, and its island told why. */
    static Behavior<Command> create(Device device, DeviceActors island) {
        return Behaviors.<Command>supervise(new DeviceActor(device, island))
                .onFailure(SupervisorStrategy.stop().withLoggingEnabled(false));
    }

    @Override
    public Behavior<Command> receiveMessage(Command message) {
        device.advance(island.stepTo());
        island.taken();
        return this;
    }

    @Override
    public Behavior<Command> receiveSignal(Signal signal) {
        return Behaviors.unhandled();
    }
}

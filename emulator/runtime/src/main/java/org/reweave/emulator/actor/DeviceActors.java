package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.drive.Members;

/**
 * The actors of an island's devices. The island keeps the calendar and the border; where it has a device take a step,
 * it tells that device's actor, which takes the step at once, in the island's thread ({@link InPlaceDispatcher}).
 * Records go straight into the neighbour's inbox, as in an island that is one actor.
 */
final class DeviceActors implements Members.Steps {
    /** A device has failed; the signal that its actor has stopped says why. */
    static final class StepFailedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        StepFailedException(String device) {
            super(device + " has failed", null, false, false);
        }
    }

    private final List<Device> devices;
    private final ActorRef<DeviceActor.Command>[] actors;
    private long to;
    private boolean taken;

    /** @param island that the actors are children of, and that is told when one fails */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array has no element type that is parameterised
    DeviceActors(List<Device> devices, ActorContext<?> island) {
        this.devices = devices;
        this.actors = new ActorRef[devices.size()];
        for (int member = 0; member < actors.length; member++) {
            Device device = devices.get(member);
            actors[member] = island.spawn(
                    DeviceActor.create(device, this),
                    "device-" + device.id(),
                    DispatcherSelector.fromConfig("reweave.in-place-dispatcher"));
            island.watch(actors[member]);
        }
    }

    /** @throws StepFailedException when the device fails */
    @Override
    public void take(int member, long cycle) {
        to = cycle;
        taken = false;
        actors[member].tell(DeviceActor.Step.TAKE);
        if (!taken) {
            throw new StepFailedException(devices.get(member).name());
        }
    }

    /** The cycle before which everything is done after the step that is taken now. */
    long stepTo() {
        return to;
    }

    /** The step is done. */
    void taken() {
        taken = true;
    }
}

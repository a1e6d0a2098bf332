package org.reweave.emulator.network;

import java.util.List;
import java.util.Optional;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.governor.Governor;

/** The state in which a run of a network begins: at cycle 0, or at a checkpoint. */
public final class Start {
    private final Network network;
    private final Optional<Checkpoint> checkpoint;

    private Start(Network network, Optional<Checkpoint> checkpoint) {
        this.network = network;
        this.checkpoint = checkpoint;
    }

    public static Start atZero(Network network) {
        return new Start(network, Optional.empty());
    }

    /** @param checkpoint of a run of this network */
    public static Start at(Network network, Checkpoint checkpoint) {
        if (checkpoint.devices() != network.deviceCount()) {
            throw new IllegalStateException(
                    "the checkpoint has " + checkpoint.devices() + " devices, the network " + network.deviceCount());
        }
        return new Start(network, Optional.of(checkpoint));
    }

    public Network network() {
        return network;
    }

    /** The checkpoint at which the run begins; empty = it begins at cycle 0. */
    public Optional<Checkpoint> checkpoint() {
        return checkpoint;
    }

    /** Where devices' clocks stand. */
    public long cycle() {
        return checkpoint.map(Checkpoint::cycle).orElse(0L);
    }

    /** Makes a device in its state. */
    public Device device(int number) {
        Device device = network.create(number);
        checkpoint.ifPresent(from -> from.restore(device));
        return device;
    }

    /** Makes some devices, in the order given. */
    public List<Device> devices(List<Integer> numbers) {
        return numbers.stream().map(this::device).toList();
    }

    /** State that an island of a lax run keeps of a device's links; empty = the run begins at cycle 0. */
    public Optional<byte[]> border(int number) {
        return checkpoint.map(from -> from.border(number, network.wiring().channels(number)));
    }

    /** Makes the governor in the state with which the run begins. */
    public Governor governor() {
        Governor governor = new Governor(network.governorPlan());
        checkpoint.ifPresent(from -> governor.restore(from.cut(), from.governor()));
        return governor;
    }
}

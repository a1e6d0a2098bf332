package org.reweave.emulator.checkpoint;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceState;
import org.reweave.emulator.link.Wiring;

/**
 * The state of a run at a cut: that of every device, with the records under way to it, and the governor's. A run that
 * goes on from there has the same fingerprints, events and results as the run that the checkpoint was taken of, under
 * every driver.
 */
public final class Checkpoint {
    private final long cut;
    private final long cycle;
    private final byte[] governor;
    private final int devices;
    private final Optional<IntFunction<byte[]>> states; // empty = nodes have them
    private final Optional<PartList> parts; // empty = no node writes them

    private Checkpoint(
            long cut,
            long cycle,
            byte[] governor,
            int devices,
            Optional<IntFunction<byte[]>> states,
            Optional<PartList> parts) {
        this.cut = cut;
        this.cycle = cycle;
        this.governor = governor;
        this.devices = devices;
        this.states = states;
        this.parts = parts;
    }

    private Checkpoint(long cut, long cycle, byte[] governor, int devices, IntFunction<byte[]> states) {
        this(cut, cycle, governor, devices, Optional.of(states), Optional.empty());
    }

    /**
     * Makes a checkpoint from the states that all devices report.
     *
     * @param governor state of the governor at this cut
     * @param states by device
     */
    public static Checkpoint of(long cut, long cycle, byte[] governor, List<DeviceState> states, Wiring wiring) {
        return new Checkpoint(cut, cycle, governor, states.size(), device -> states.get(device)
                .complete(channel -> sent(device, channel, states, wiring)));
    }

    private static long[] sent(int device, int channel, List<DeviceState> states, Wiring wiring) {
        int peer = wiring.peerDevice()[device][channel];
        return peer < 0 ? new long[0] : states.get(peer).outgoing(wiring.peerChannel()[device][channel]);
    }

    /**
     * Makes a checkpoint whose states nodes of a cluster write.
     *
     * @param governor state of the governor at this cut
     */
    public static Checkpoint ofNodes(long cut, long cycle, byte[] governor, int devices) {
        return new Checkpoint(cut, cycle, governor, devices, Optional.empty(), Optional.empty());
    }

    /**
     * Makes a checkpoint from states that were kept.
     *
     * @param states by device
     */
    public static Checkpoint of(long cut, long cycle, byte[] governor, List<byte[]> states) {
        return new Checkpoint(cut, cycle, governor, states.size(), states::get);
    }

    /**
     * Makes a checkpoint from the files of nodes.
     *
     * @param states of all devices, or of some
     */
    public static Checkpoint of(long cut, long cycle, byte[] governor, int devices, PartStates states) {
        return new Checkpoint(cut, cycle, governor, devices, states);
    }

    /** The same checkpoint in a fraction of the memory, to be held for as long as the run goes on. */
    public Checkpoint packed() {
        return new Checkpoint(cut, cycle, governor, devices, new PackedStates(devices, states.orElseThrow()));
    }

    /** The same checkpoint, whose states nodes are writing. */
    public Checkpoint with(PartList files) {
        return new Checkpoint(cut, cycle, governor, devices, states, Optional.of(files));
    }

    /** Whether the states of devices are here; else nodes write them. */
    public boolean hasStates() {
        return states.isPresent();
    }

    /** The files of nodes that the checkpoint was read from; empty = it has the states, or is of a run under way. */
    public Optional<PartStates> files() {
        return states.filter(PartStates.class::isInstance).map(PartStates.class::cast);
    }

    /** The files that nodes are writing; empty = {@link #hasStates}. */
    public Optional<PartList> parts() {
        return parts;
    }

    /** Number of the cut. */
    public long cut() {
        return cut;
    }

    /** Cycle of the cut: every event before it is done. */
    public long cycle() {
        return cycle;
    }

    /** State of the governor. Do not change it. */
    public byte[] governor() {
        return governor;
    }

    /** How many devices there are. */
    public int devices() {
        return devices;
    }

    /** The state of a device, encoded; computed at each call while the run goes on. Do not change it. */
    public byte[] device(int device) {
        return states.orElseThrow().apply(device);
    }

    /**
     * Puts a fresh device into its state at the checkpoint.
     *
     * @throws DamagedStateException when that is no state of the device
     */
    public void restore(Device fresh) {
        try {
            DeviceState.restore(device(fresh.id()), fresh);
        } catch (RuntimeException e) {
            throw new DamagedStateException(
                    "the checkpoint at cycle " + cycle + " is damaged: device " + fresh.id()
                            + " cannot have the state in it: "
                            + String.valueOf(e.getMessage()).replaceAll("\\R", " "),
                    e);
        }
    }

    /**
     * State that an island of a lax run keeps of a device's links; {@code channels} is the device's number of channels.
     */
    public byte[] border(int device, int channels) {
        return DeviceState.border(device(device), channels);
    }
}

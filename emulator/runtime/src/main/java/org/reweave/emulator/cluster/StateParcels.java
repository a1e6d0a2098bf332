package org.reweave.emulator.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.DamagedStateException;
import org.reweave.emulator.cluster.messages.Parcel;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;

/** The states of a node's devices at a checkpoint, in parcels. */
final class StateParcels {
    private StateParcels() {}

    /** @param devices that the node hosts */
    static List<Parcel> of(Checkpoint checkpoint, List<Integer> devices, long incarnation) {
        ByteWriter out = new ByteWriter();
        out.value(checkpoint.cut());
        out.value(checkpoint.cycle());
        out.array(checkpoint.governor());
        out.value(checkpoint.devices());
        out.value(devices.size());
        for (int device : devices) {
            out.value(device);
            out.array(checkpoint.device(device));
        }
        return Parcel.split(out.toArray(), incarnation, 0);
    }

    /**
     * A checkpoint of which the states of some devices are there.
     *
     * @param devices of the whole network
     * @throws DamagedStateException when that is no checkpoint of the network
     */
    static Checkpoint read(byte[] content, int devices) {
        try {
            return checkpoint(content, devices);
        } catch (IllegalStateException e) {
            throw new DamagedStateException("the checkpoint that was sent is damaged: " + e.getMessage(), e);
        }
    }

    private static Checkpoint checkpoint(byte[] content, int devices) {
        ByteReader in = new ByteReader(content);
        long cut = in.value(0L);
        long cycle = in.value(0L);
        byte[] governor = in.array(new byte[0]);
        int written = in.value(0);
        if (written != devices) {
            throw new IllegalStateException("the checkpoint has " + written + " devices, the network " + devices);
        }
        byte[][] states = new byte[devices][];
        for (int left = in.value(0); left > 0; left--) {
            int device = in.value(0);
            if (device < 0 || device >= devices) {
                throw new IllegalStateException("the checkpoint has a device " + device + ", the network " + devices);
            }
            states[device] = in.array(new byte[0]);
        }
        in.end();
        return Checkpoint.of(cut, cycle, governor, new ArrayList<>(Arrays.asList(states)));
    }
}

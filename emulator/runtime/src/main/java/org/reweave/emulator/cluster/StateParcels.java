package org.reweave.emulator.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.CheckpointPart;
import org.reweave.emulator.checkpoint.DamagedStateException;
import org.reweave.emulator.checkpoint.PartStates;
import org.reweave.emulator.cluster.messages.Parcel;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;

/** The states of a node's devices at a checkpoint, in parcels; or the files in which the node finds them. */
final class StateParcels {
    private StateParcels() {}

    private static ByteWriter begin(Checkpoint checkpoint, int files) {
        ByteWriter out = new ByteWriter();
        out.value(checkpoint.cut());
        out.value(checkpoint.cycle());
        out.array(checkpoint.governor());
        out.value(checkpoint.devices());
        out.value(files);
        return out;
    }

    /** @param devices that the node hosts */
    static List<Parcel> of(Checkpoint checkpoint, List<Integer> devices, long incarnation) {
        ByteWriter out = begin(checkpoint, 0);
        out.value(devices.size());
        for (int device : devices) {
            out.value(device);
            out.array(checkpoint.device(device));
        }
        return Parcel.split(out.toArray(), incarnation, 0);
    }

    /** @param files that hold the devices of the node and their neighbours; at least one */
    static List<Parcel> ofFiles(Checkpoint checkpoint, List<CheckpointPart> files, long incarnation) {
        ByteWriter out = begin(checkpoint, files.size());
        for (CheckpointPart file : files) {
            out.text(file.file());
            out.value(file.size());
            out.text(file.digest());
        }
        return Parcel.split(out.toArray(), incarnation, 0);
    }

    /**
     * A checkpoint of which the states of some devices are there.
     *
     * @param wanted devices that the node hosts
     * @param devices of the whole network
     * @param folder of the run's files
     * @throws DamagedStateException when that is no checkpoint of the network, or a file of it is not as it was written
     */
    static Checkpoint read(byte[] content, List<Integer> wanted, int devices, Path folder) {
        try {
            return checkpoint(content, wanted, devices, folder);
        } catch (IllegalStateException e) {
            throw new DamagedStateException("the checkpoint that was sent is damaged: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new DamagedStateException(unreadable(folder, e), e);
        }
    }

    /** A file of a checkpoint is not as it was written: which, what was expected, what to do. */
    static String unreadable(Path folder, IOException e) {
        return "the last checkpoint in " + folder + " cannot be read: " + e.getMessage()
                + "; put that file back, or 'reweave resume' goes on from the checkpoint before it";
    }

    private static Checkpoint checkpoint(byte[] content, List<Integer> wanted, int devices, Path folder)
            throws IOException {
        ByteReader in = new ByteReader(content);
        long cut = in.value(0L);
        long cycle = in.value(0L);
        byte[] governor = in.array(new byte[0]);
        int written = in.value(0);
        if (written != devices) {
            throw new IllegalStateException("the checkpoint has " + written + " devices, the network " + devices);
        }
        List<CheckpointPart> files = new ArrayList<>();
        for (int left = in.count(0); left > 0; left--) {
            files.add(new CheckpointPart(in.text(), in.value(0L), in.text()));
        }
        if (!files.isEmpty()) {
            in.end();
            BitSet here = new BitSet(devices);
            wanted.forEach(here::set);
            PartStates states = PartStates.read(folder, files, cut, devices, here::get);
            return Checkpoint.of(cut, cycle, governor, devices, states);
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

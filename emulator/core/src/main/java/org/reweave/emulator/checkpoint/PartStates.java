package org.reweave.emulator.checkpoint;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.reweave.emulator.device.DeviceState;
import org.reweave.emulator.link.Wiring;

/**
 * States of devices as nodes write them, each node those of its devices into a {@link CheckpointPart}. A file has the
 * number of the checkpoint's cut and of the run's devices; each state with the records that are under way from devices
 * of the same node; and, link by link, the records that its devices have not yet sent to devices of other nodes. Both
 * are put together when they are read, so that the states are those that one process would have written.
 */
public final class PartStates implements IntFunction<byte[]> {
    private static final long MOST_BYTES = 1L << 32; // unpacked, of all files
    private static final int NO_MORE = -1; // in the place of a receiver
    private static final int NO_FILE = -1;

    private final List<CheckpointPart> parts;
    private final long cut;
    private final int devices;
    private final IntPredicate wanted;
    private final int[] fileOf; // by device; NO_FILE = none of them has its state
    private final Map<Integer, byte[]> states = new HashMap<>();
    private final Map<Integer, SortedMap<Integer, long[]>> unsent = new HashMap<>(); // by receiver and its channel
    private long left = MOST_BYTES;

    private PartStates(List<CheckpointPart> parts, long cut, int devices, IntPredicate wanted) {
        this.parts = List.copyOf(parts);
        this.cut = cut;
        this.devices = devices;
        this.wanted = wanted;
        this.fileOf = new int[devices];
        Arrays.fill(fileOf, NO_FILE);
    }

    /**
     * Writes the states of a node's devices; all of the file is on the disk when this returns.
     *
     * @param incarnation of the run's placement
     * @param states of all devices of the node
     */
    public static CheckpointPart write(
            Path folder, long cut, long incarnation, int node, List<DeviceState> states, Wiring wiring)
            throws IOException {
        return CheckpointPart.write(folder, CheckpointFile.part(cut, incarnation, node), stream -> {
            Deflater fast = new Deflater(Deflater.BEST_SPEED);
            DeflaterOutputStream packed = new DeflaterOutputStream(stream, fast, 1 << 16);
            try {
                DataOutputStream out = new DataOutputStream(packed);
                out.writeByte(CheckpointCodec.VERSION);
                out.writeLong(cut);
                out.writeInt(wiring.devices());
                write(states, wiring, out);
                out.flush();
                packed.finish();
            } finally {
                fast.end();
            }
        });
    }

    private static void write(List<DeviceState> states, Wiring wiring, DataOutputStream out) throws IOException {
        Map<Integer, DeviceState> here = new HashMap<>();
        states.forEach(state -> here.put(state.device(), state));
        out.writeInt(states.size());
        for (DeviceState state : states) {
            int[] peers = wiring.peerDevice()[state.device()];
            int[] channels = wiring.peerChannel()[state.device()];
            byte[] complete = state.complete(channel -> here.containsKey(peers[channel])
                    ? here.get(peers[channel]).outgoing(channels[channel])
                    : new long[0]);
            out.writeInt(state.device());
            out.writeInt(complete.length);
            out.write(complete);
        }
        for (DeviceState state : states) {
            int[] peers = wiring.peerDevice()[state.device()];
            for (int channel = 0; channel < peers.length; channel++) {
                long[] records = state.outgoing(channel);
                if (records.length > 0 && peers[channel] >= 0 && !here.containsKey(peers[channel])) {
                    out.writeInt(peers[channel]);
                    out.writeInt(wiring.peerChannel()[state.device()][channel]);
                    out.writeInt(records.length);
                    for (long word : records) {
                        out.writeLong(word);
                    }
                }
            }
        }
        out.writeInt(NO_MORE);
    }

    /**
     * Reads files of a checkpoint.
     *
     * @param parts files that hold the wanted devices and their neighbours, or more
     * @param devices of the run
     * @param wanted whose states are read
     * @throws IOException naming the file and what is wrong with it, or the device whose state none has
     */
    public static PartStates read(Path folder, List<CheckpointPart> parts, long cut, int devices, IntPredicate wanted)
            throws IOException {
        return read(folder, parts, cut, devices, wanted, wanted);
    }

    /**
     * Reads all files of a checkpoint, of which every device must have its state in one.
     *
     * @param held devices whose states are held in memory
     * @throws IOException naming the file and what is wrong with it, or the device whose state none has
     */
    static PartStates readAll(Path folder, List<CheckpointPart> parts, long cut, int devices, IntPredicate held)
            throws IOException {
        return read(folder, parts, cut, devices, device -> true, held);
    }

    private static PartStates read(
            Path folder, List<CheckpointPart> parts, long cut, int devices, IntPredicate needed, IntPredicate wanted)
            throws IOException {
        PartStates all = new PartStates(parts, cut, devices, wanted);
        for (int file = 0; file < parts.size(); file++) {
            CheckpointPart part = parts.get(file);
            try (DataInputStream in =
                    new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(part.read(folder))))) {
                all.read(file, in);
            } catch (EOFException e) {
                throw new IOException(part.file() + " ends too early", e);
            } catch (UnreadableException e) {
                throw new IOException(part.file() + " " + e.getMessage(), e);
            }
        }
        for (int device = 0; device < devices; device++) {
            if (needed.test(device) && all.fileOf[device] == NO_FILE) {
                throw new IOException("no file of its list has the state of device " + device);
            }
        }
        return all;
    }

    /** Its bytes were written, and are no states of this checkpoint. */
    private static final class UnreadableException extends IOException {
        private static final long serialVersionUID = 1;

        UnreadableException(String line) {
            super(line);
        }
    }

    private void read(int file, DataInputStream in) throws IOException {
        int version = in.readUnsignedByte();
        if (version != CheckpointCodec.VERSION) {
            throw new UnreadableException("is of version " + version + ", not " + CheckpointCodec.VERSION);
        }
        long itsCut = in.readLong();
        int itsDevices = in.readInt();
        if (itsCut != cut || itsDevices != devices) {
            throw new UnreadableException(
                    "is of cut " + itsCut + " with " + itsDevices + " devices, not of cut " + cut + " with " + devices);
        }
        for (int more = in.readInt(); more > 0; more--) {
            int device = device(in.readInt());
            byte[] state = in.readNBytes(length(in.readInt(), 1));
            if (fileOf[device] != NO_FILE) {
                throw new UnreadableException("has a second state of device " + device);
            }
            fileOf[device] = file;
            if (wanted.test(device)) {
                states.put(device, state);
            }
        }
        for (int receiver = in.readInt(); receiver != NO_MORE; receiver = in.readInt()) {
            int channel = in.readInt();
            long[] records = new long[length(in.readInt(), Long.BYTES)];
            for (int i = 0; i < records.length; i++) {
                records[i] = in.readLong();
            }
            if (wanted.test(device(receiver))) {
                unsent.computeIfAbsent(receiver, one -> new TreeMap<>()).put(channel, records);
            }
        }
    }

    private int device(int number) throws IOException {
        if (number < 0 || number >= devices) {
            throw new UnreadableException("has a device " + number + ", the run " + devices);
        }
        return number;
    }

    private int length(int number, int bytes) throws IOException {
        left -= (long) number * bytes;
        if (number < 0 || left < 0) {
            throw new UnreadableException("announces a state of " + number + " entries");
        }
        return number;
    }

    /** The files that were read. */
    public List<CheckpointPart> parts() {
        return parts;
    }

    /** By device, which of the files has its state; below 0 = none. Do not change it. */
    public int[] fileOf() {
        return fileOf;
    }

    @Override
    public byte[] apply(int device) {
        byte[] state = states.get(device);
        SortedMap<Integer, long[]> more = unsent.get(device);
        return more == null ? state : DeviceState.withMore(state, more);
    }
}

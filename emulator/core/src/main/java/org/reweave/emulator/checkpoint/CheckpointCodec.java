package org.reweave.emulator.checkpoint;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Checkpoints as compressed bytes: version, cut, cycle; the state of the governor and of the results, each behind its
 * length; the number of devices; the number of files that nodes have written, with name, size and digest of each; and,
 * where there are none, for each device a digest (the first 16 bytes of SHA-256) and its state behind its length. A
 * change of what devices, governor or results save is a new version, too: states of another version are not read.
 */
public final class CheckpointCodec {
    /** Version of the checkpoints that this software writes and reads. */
    public static final int VERSION = 25;

    private static final int DIGEST_BYTES = 16;
    private static final int MOST_DEVICES = 1 << 24;
    private static final int MOST_FILES = 1 << 16;
    private static final long MOST_BYTES = 1L << 30; // unpacked; zeros are packed a thousandfold

    private CheckpointCodec() {}

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static byte[] digest(byte[] state) {
        return Arrays.copyOf(sha256().digest(state), DIGEST_BYTES);
    }

    /** Writes a checkpoint and closes the stream. */
    public static void write(Checkpoint checkpoint, byte[] results, OutputStream stream) throws IOException {
        write(checkpoint, List.of(), results, stream);
    }

    /**
     * The same.
     *
     * @param files that have the states; empty = the checkpoint has them
     */
    public static void write(Checkpoint checkpoint, List<CheckpointPart> files, byte[] results, OutputStream stream)
            throws IOException {
        Deflater fast = new Deflater(Deflater.BEST_SPEED);
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(stream, fast, 1 << 16))) {
            out.writeByte(VERSION);
            out.writeLong(checkpoint.cut());
            out.writeLong(checkpoint.cycle());
            put(checkpoint.governor(), out);
            put(results, out);
            out.writeInt(checkpoint.devices());
            out.writeInt(files.size());
            for (CheckpointPart file : files) {
                out.writeUTF(file.file());
                out.writeLong(file.size());
                out.writeUTF(file.digest());
            }
            for (int device = 0; files.isEmpty() && device < checkpoint.devices(); device++) {
                byte[] state = checkpoint.device(device);
                out.write(digest(state));
                put(state, out);
            }
        } finally {
            fast.end();
        }
    }

    private static void put(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /**
     * Content of a checkpoint's bytes.
     *
     * @param kept empty = the bytes are of a version that is not this {@link #VERSION}
     */
    public record Content(int version, Optional<KeptCheckpoint> kept) {}

    /**
     * Reads a checkpoint.
     *
     * @param folder where the files of nodes are
     * @throws IOException naming what is wrong, when the bytes are not those of a checkpoint, or a file of a node is
     *     not as it was written
     */
    public static Content read(byte[] bytes, Path folder) throws IOException {
        return read(bytes, folder, device -> true);
    }

    /**
     * The same.
     *
     * @param held devices whose states are held in memory where files of nodes have them; those files are read in any
     *     case
     */
    public static Content read(byte[] bytes, Path folder, IntPredicate held) throws IOException {
        try (Unpacked in = new Unpacked(bytes)) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                return new Content(version, Optional.empty());
            }
            long cut = in.readLong();
            long cycle = in.readLong();
            byte[] governor = take(in);
            byte[] results = take(in);
            int devices = in.readInt();
            if (devices < 0 || devices > MOST_DEVICES) {
                throw new IOException("it has " + devices + " devices");
            }
            List<CheckpointPart> files = files(in);
            if (!files.isEmpty()) {
                PartStates states = PartStates.readAll(folder, files, cut, devices, held);
                return new Content(
                        version,
                        Optional.of(new KeptCheckpoint(Checkpoint.of(cut, cycle, governor, devices, states), results)));
            }
            List<byte[]> states = new ArrayList<>();
            for (int device = 0; device < devices; device++) {
                byte[] digest = in.readNBytes(DIGEST_BYTES);
                states.add(take(in));
                if (!Arrays.equals(digest, digest(states.get(device)))) {
                    throw new IOException("the state of device " + device + " does not have its digest");
                }
            }
            return new Content(
                    version, Optional.of(new KeptCheckpoint(Checkpoint.of(cut, cycle, governor, states), results)));
        } catch (EOFException e) {
            throw new IOException("it ends too early", e);
        }
    }

    private static List<CheckpointPart> files(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > MOST_FILES) {
            throw new IOException("it has " + count + " files of nodes");
        }
        List<CheckpointPart> files = new ArrayList<>();
        for (int file = 0; file < count; file++) {
            files.add(new CheckpointPart(in.readUTF(), in.readLong(), in.readUTF()));
        }
        return files;
    }

    private static final class Unpacked extends DataInputStream {
        private long left = MOST_BYTES;

        Unpacked(byte[] packed) {
            super(new InflaterInputStream(new ByteArrayInputStream(packed)));
        }

        void expect(int bytes) throws IOException {
            left -= bytes;
            if (left < 0) {
                throw new IOException("it unpacks to more than " + MOST_BYTES + " bytes");
            }
        }
    }

    private static byte[] take(Unpacked in) throws IOException {
        int length = in.readInt();
        in.expect(Math.max(0, length));
        byte[] bytes = length < 0 ? new byte[0] : in.readNBytes(length);
        if (bytes.length != length) {
            throw new IOException("it ends inside a state of " + length + " bytes");
        }
        return bytes;
    }
}

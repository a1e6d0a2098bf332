package org.reweave.emulator.stats;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Fingerprint v2 of a run, a tree of two levels. The leaf of a device is SHA-256 over its number, running hash,
 * counters and drops, but for those that came later. The hash of a block, 64 devices with consecutive numbers, is the
 * sum of their leaves, word by word: so whoever knows some devices of a block sums up these, and sums are added. The
 * fingerprint is SHA-256 over the version and the hashes of all blocks in order. No frame, island, node or wall clock
 * is in it.
 *
 * <p>A sum tells runs apart that differ by themselves. Against somebody who chooses leaves it is no proof: the digests
 * of a run's files and records are.
 */
public final class Fingerprint {
    /** Version of the fingerprints that this software makes: others cannot be compared with them. */
    public static final int VERSION = 2;

    /** Devices of a block. */
    static final int BLOCK = 64;

    private static final int WORDS = 4; // of a hash

    private final MessageDigest digest;
    private final long[] blocks; // by block: the words of its sum
    private final ByteBuffer leaf = ByteBuffer.allocate(WORDS * Long.BYTES);
    private ByteBuffer device = ByteBuffer.allocate(0); // all devices have as many words

    /** @param devices of the run */
    public Fingerprint(int devices) {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
        blocks = new long[(devices + BLOCK - 1) / BLOCK * WORDS];
    }

    /** Adds a device; each is added once, in any order. */
    public void device(int number, long hash, long[] counters, long[] drops) {
        int length = Long.BYTES * (2 + Counter.IN_FINGERPRINT + drops.length);
        if (device.capacity() != length) {
            device = ByteBuffer.allocate(length);
        }
        device.clear().putLong(number).putLong(hash);
        for (int counter = 0; counter < Counter.IN_FINGERPRINT; counter++) {
            device.putLong(counters[counter]);
        }
        for (long drop : drops) {
            device.putLong(drop);
        }
        digest.update(device.array());
        try {
            digest.digest(leaf.array(), 0, leaf.capacity());
        } catch (DigestException e) {
            throw new IllegalStateException("there is room for a digest", e);
        }
        for (int word = 0; word < WORDS; word++) {
            blocks[number / BLOCK * WORDS + word] += leaf.getLong(word * Long.BYTES);
        }
    }

    /** Adds the devices of another fingerprint, of which none is in this one. */
    public void add(Fingerprint others) {
        for (int word = 0; word < blocks.length; word++) {
            blocks[word] += others.blocks[word];
        }
    }

    /**
     * Writes the hashes of the blocks that have some devices, or reads others in their place.
     *
     * @param devices ascending
     */
    public void visit(StateVisitor state, int[] devices) {
        int done = -1;
        for (int device : devices) {
            int block = device / BLOCK;
            for (int word = block * WORDS; block != done && word < (block + 1) * WORDS; word++) {
                blocks[word] = state.value(blocks[word]);
            }
            done = block;
        }
    }

    /** The fingerprint of the devices that were added. */
    public String hex() {
        ByteBuffer root = ByteBuffer.allocate((1 + blocks.length) * Long.BYTES).putLong(VERSION);
        for (long word : blocks) {
            root.putLong(word);
        }
        return HexFormat.of().formatHex(digest.digest(root.array()));
    }
}

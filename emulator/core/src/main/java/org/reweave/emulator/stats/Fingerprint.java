package org.reweave.emulator.stats;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Fingerprint v1 of a run: SHA-256 over the version and, by device, its number, running hash and counters, but for
 * those that came later. No frame, island, node or wall clock is in it.
 */
public final class Fingerprint {
    private static final int VERSION = 1;

    private final MessageDigest digest;
    private byte[] bytes = {}; // of one device; all devices have as many

    public Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
        add(VERSION);
    }

    /** Adds the next device; call in ascending order of numbers. */
    public void device(int number, long hash, long[] counters, long[] drops) {
        int length = Long.BYTES * (2 + Counter.IN_FINGERPRINT + drops.length);
        if (bytes.length != length) {
            bytes = new byte[length];
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes).putLong(number).putLong(hash);
        for (int counter = 0; counter < Counter.IN_FINGERPRINT; counter++) {
            buffer.putLong(counters[counter]);
        }
        for (long drop : drops) {
            buffer.putLong(drop);
        }
        digest.update(bytes);
    }

    private void add(long word) {
        digest.update(ByteBuffer.allocate(8).putLong(word).array());
    }

    /** The fingerprint; nothing can be added afterwards. */
    public String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}

package org.reweave.emulator.journal.format;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.reweave.emulator.checkpoint.CheckpointCodec;

/** Digests of sequences: that of n + 1 items is the SHA-256 of that of n items and the next item. */
final class DigestChain {
    /** Digest of the empty sequence. */
    static final String START = "0".repeat(64);

    private DigestChain() {}

    static String next(String before, byte[] item) {
        MessageDigest sha256 = CheckpointCodec.sha256();
        sha256.update(before.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(sha256.digest(item));
    }

    static String next(String before, String item) {
        return next(before, item.getBytes(StandardCharsets.UTF_8));
    }
}

package org.reweave.emulator.checkpoint;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.reweave.emulator.disk.Disk;

/**
 * A file that a node of a cluster has written: the states of the devices that it hosts. A checkpoint that nodes have
 * written is a list of these.
 *
 * @param file its name
 * @param size in bytes
 * @param digest SHA-256 of them, in hexadecimal
 */
public record CheckpointPart(String file, long size, String digest) {
    private static final long LARGEST = 1 << 30;
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    /** Writes the file; all of it is on the disk, and its name, when this returns. */
    static CheckpointPart write(Path folder, String file, Disk.Content content) throws IOException {
        MessageDigest digest = CheckpointCodec.sha256();
        Path target = folder.resolve(file);
        Disk.replace(target, out -> {
            OutputStream buffered = new BufferedOutputStream(new DigestOutputStream(out, digest), 1 << 16);
            content.writeTo(buffered);
            buffered.flush();
        });
        return new CheckpointPart(file, Files.size(target), HexFormat.of().formatHex(digest.digest()));
    }

    /**
     * The bytes of the file.
     *
     * @throws IOException naming the file and what was expected, when they are not those that were written
     */
    byte[] read(Path folder) throws IOException {
        if (!CheckpointFile.isPart(file)
                || size < 0
                || size > LARGEST
                || !DIGEST.matcher(digest).matches()) {
            throw new IOException("its list has a file of " + size + " bytes whose name or digest no node writes");
        }
        Path path = folder.resolve(file);
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(
                    file + " is missing, a file of " + size + " bytes with the states of a node's devices");
        }
        if (Files.size(path) != size) {
            throw new IOException(file + " has " + Files.size(path) + " bytes, not the " + size + " that were written");
        }
        byte[] bytes = Files.readAllBytes(path);
        String is = HexFormat.of().formatHex(CheckpointCodec.sha256().digest(bytes));
        if (!is.equals(digest)) {
            throw new IOException(file + " has the digest " + is + ", not " + digest + " as it was written");
        }
        return bytes;
    }
}

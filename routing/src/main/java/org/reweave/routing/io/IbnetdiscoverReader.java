package org.reweave.routing.io;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads what {@code ibnetdiscover} prints, and {@code ibsim} net files, which have the same form
 * (routing/docs/topologies.md).
 *
 * <p>Devices are named by their node id as printed ({@code S-f4521403001165a0}, {@code H-..}), those of our own
 * exporter by the name it put in the description. Switches and NICs, and the links, keep the order of the file. LIDs
 * and rates are kept.
 *
 * <p>Loopback cables and SHARP's aggregation nodes become neither NIC nor link. Whatever is odd but clear is a
 * {@link Finding}; what is not clear is a {@link FabricFormatException}: contradictions, anything given twice, numbers
 * that are none or out of range, a file cut short.
 */
public final class IbnetdiscoverReader {
    /** Larger files are refused. */
    public static final long MAX_BYTES = 256L << 20;

    private IbnetdiscoverReader() {}

    /**
     * Reads a file; the fabric is named after it.
     *
     * @throws FabricFormatException with file, line, what was found and what is expected
     */
    public static ImportResult read(Path file) throws IOException {
        String source = String.valueOf(file.getFileName());
        long bytes = Files.size(file);
        if (bytes > MAX_BYTES) {
            throw new FabricFormatException(source, 0, "the file has " + bytes + " bytes", "at most " + MAX_BYTES);
        }
        return read(source, Files.readAllBytes(file));
    }

    /**
     * Reads UTF-8, or UTF-16 with a byte order mark; bytes that are neither are replaced, for they can only sit in
     * descriptions.
     */
    public static ImportResult read(String source, byte[] bytes) {
        return read(source, new String(bytes, charset(bytes)));
    }

    /**
     * Reads a text.
     *
     * @param source the fabric's name, and the file's name in messages
     */
    public static ImportResult read(String source, String text) {
        String withoutMark = text.startsWith("\uFEFF") ? text.substring(1) : text;
        return DumpLinker.link(DumpParser.parse(source, withoutMark));
    }

    private static Charset charset(byte[] bytes) {
        int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
        return mark == 0xFFFE || mark == 0xFEFF ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    }
}

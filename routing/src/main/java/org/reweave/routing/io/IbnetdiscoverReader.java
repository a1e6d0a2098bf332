package org.reweave.routing.io;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
 * {@link FileFinding}; what is not clear is a {@link FabricFormatException}: contradictions, anything given twice,
 * numbers that are none or out of range, a file cut short.
 */
public final class IbnetdiscoverReader {
    private IbnetdiscoverReader() {}

    /**
     * Reads a file; the fabric is named after it.
     *
     * @throws FabricFormatException with file, line, what was found and what is expected
     */
    public static ImportResult read(Path file) throws IOException {
        try (BoundedLines lines = BoundedLines.open(file, BoundedLines.Limits.DESCRIPTION)) {
            return DumpLinker.link(DumpParser.parse(lines));
        } catch (BoundedLines.LimitException e) {
            throw e.in(file);
        }
    }

    /**
     * Reads UTF-8, or UTF-16 with a byte order mark; bytes that are neither are replaced: they can only sit in names.
     */
    public static ImportResult read(String source, byte[] bytes) {
        try (BoundedLines lines =
                BoundedLines.of(source, new ByteArrayInputStream(bytes), BoundedLines.Limits.DESCRIPTION)) {
            return DumpLinker.link(DumpParser.parse(lines));
        } catch (IOException e) {
            throw new FabricFormatException(source, 0, e.getMessage(), "the output of ibnetdiscover");
        }
    }

    /**
     * Reads a text.
     *
     * @param source the fabric's name, and the file's name in messages
     */
    public static ImportResult read(String source, String text) {
        return read(source, text.getBytes(StandardCharsets.UTF_8));
    }
}

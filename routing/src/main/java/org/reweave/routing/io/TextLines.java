package org.reweave.routing.io;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * The lines of a text file that a subnet manager or a diagnostic tool wrote, plain or compressed with gzip.
 *
 * @param source the file's name, for messages
 * @param lines without line ends and trailing blanks
 */
record TextLines(String source, List<String> lines) {
    /** Larger files, or files that are larger when unpacked, are refused. */
    static final int MAX_BYTES = 256 << 20;

    private static final int GZIP_MAGIC = 0x1f8b;

    /**
     * Reads a file; whether it is compressed is seen from its first bytes, not from its name.
     *
     * @throws FabricFormatException when it is too large or damaged
     */
    static TextLines read(Path file) throws IOException {
        String source = String.valueOf(file.getFileName());
        if (Files.size(file) > MAX_BYTES) {
            throw tooLarge(source);
        }
        byte[] bytes = Files.readAllBytes(file);
        boolean packed = bytes.length > 1 && ((bytes[0] & 0xff) << 8 | bytes[1] & 0xff) == GZIP_MAGIC;
        return of(source, packed ? unpacked(source, bytes) : bytes);
    }

    private static byte[] unpacked(String source, byte[] packed) {
        byte[] bytes;
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (IOException e) {
            throw new FabricFormatException(source, 0, "the compressed file is damaged", "a whole gzip file");
        }
        if (bytes.length > MAX_BYTES) {
            throw tooLarge(source);
        }
        return bytes;
    }

    private static FabricFormatException tooLarge(String source) {
        return new FabricFormatException(source, 0, "the file has more than " + MAX_BYTES + " bytes", "fewer");
    }

    static TextLines of(String source, byte[] utf8) {
        String text = new String(utf8, StandardCharsets.UTF_8);
        String unmarked = text.startsWith("\uFEFF") ? text.substring(1) : text;
        return new TextLines(
                source,
                Arrays.stream(unmarked.split("\r\n|\r|\n", -1))
                        .map(String::stripTrailing)
                        .toList());
    }

    /**
     * Refuses a line.
     *
     * @param index of the line, from 0
     */
    FabricFormatException refuse(int index, String found, String expected) {
        return new FabricFormatException(source, index + 1, found, expected);
    }

    LineCursor cursor(int index) {
        return new LineCursor(source, index + 1, lines.get(index));
    }
}

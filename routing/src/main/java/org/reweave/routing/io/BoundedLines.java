package org.reweave.routing.io;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The lines of a text from outside, one after the other. All readers of files use this class, so that none of them
 * takes more memory or time than its limits allow.
 *
 * <p>The file may be packed by gzip, which its first bytes tell; it is UTF-8, or UTF-16 with a byte order mark; bytes
 * that are neither are replaced. Lines end with LF, CR LF or CR. A mark at the beginning is no part of the text.
 */
public final class BoundedLines implements Closeable {
    /**
     * Largest sizes of a text that is read.
     *
     * @param bytes of the text, unpacked
     * @param lines of the text
     * @param lineLength characters of a line
     */
    public record Limits(long bytes, int lines, int lineLength) {
        /** Files that describe something: fabrics, scenarios, results. */
        public static final Limits DESCRIPTION = new Limits(256L << 20, 10_000_000, 1 << 16);

        /** Files with a line for everything: tables, traces. */
        public static final Limits TABLE = new Limits(4L << 30, 200_000_000, 1 << 20);
    }

    /** A text goes beyond a limit, or its packing is damaged; the message says so without the file's name. */
    public static final class LimitException extends IOException {
        private static final long serialVersionUID = 1;

        private final String found;
        private final String expected;

        LimitException(String found, String expected) {
            super(found + "; expected " + expected);
            this.found = found;
            this.expected = expected;
        }

        FabricFormatException in(Path file) {
            return new FabricFormatException(String.valueOf(file.getFileName()), 0, found, expected);
        }
    }

    private static final int GZIP_MAGIC = 0x1f8b;
    private static final int UTF_16_BIG = 0xfeff;
    private static final int UTF_16_LITTLE = 0xfffe;
    private static final char MARK = '\ufeff';

    private final String source;
    private final Reader in;
    private final Limits limits;
    private final char[] block = new char[1 << 14];
    private final StringBuilder text = new StringBuilder();
    private int at;
    private int end;
    private int number;
    private boolean isOver;

    private BoundedLines(String source, Reader in, Limits limits) {
        this.source = source;
        this.in = in;
        this.limits = limits;
    }

    /** Opens a file; its name stands in messages, without its folder. */
    public static BoundedLines open(Path file, Limits limits) throws IOException {
        InputStream raw = Files.newInputStream(file);
        try {
            return of(String.valueOf(file.getFileName()), raw, limits);
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    /**
     * Reads a stream.
     *
     * @param source the file's name, for messages
     */
    public static BoundedLines of(String source, InputStream stream, Limits limits) throws IOException {
        BufferedInputStream raw = new BufferedInputStream(stream);
        boolean packed = beginning(raw) == GZIP_MAGIC;
        BufferedInputStream bytes = new BufferedInputStream(new Counted(packed ? unpacking(raw) : raw, limits.bytes()));
        int mark = beginning(bytes);
        Charset charset =
                mark == UTF_16_BIG || mark == UTF_16_LITTLE ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
        return new BoundedLines(source, new InputStreamReader(bytes, charset), limits);
    }

    private static InputStream unpacking(InputStream raw) throws IOException {
        try {
            return new GZIPInputStream(raw);
        } catch (ZipException | EOFException e) {
            throw damaged();
        }
    }

    private static LimitException damaged() {
        return new LimitException("the compressed file is damaged", "a whole gzip file");
    }

    /** Reads a text. */
    public static BoundedLines of(String source, String text, Limits limits) {
        return new BoundedLines(source, new StringReader(text), limits);
    }

    /** The whole of a file with one kind of line end. */
    public static String text(Path file, Limits limits) throws IOException {
        StringBuilder all = new StringBuilder();
        try (BoundedLines lines = open(file, limits)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                all.append(line).append('\n');
            }
        }
        return all.toString();
    }

    /** The whole of a file as it is, for readers of users' jars. */
    static byte[] bytes(Path file, Limits limits) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            int most = (int) Math.min(limits.bytes(), Integer.MAX_VALUE - 16);
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new LimitException("it has more than " + most + " bytes", "fewer");
            }
            return bytes;
        }
    }

    private static int beginning(BufferedInputStream in) throws IOException {
        in.mark(2);
        int first = in.read();
        int second = in.read();
        in.reset();
        return first < 0 || second < 0 ? 0 : first << 8 | second;
    }

    /**
     * The next line without its end; null after the last one. A line end at the end of the text begins no further line.
     *
     * @throws LimitException when the text goes beyond a limit
     */
    public String next() throws IOException {
        if (isOver) {
            return null;
        }
        text.setLength(0);
        boolean any = false;
        while (true) {
            if (at == end && !fill()) {
                isOver = true;
                return any ? line() : null;
            }
            any = true;
            int from = at;
            while (at < end && block[at] != '\n' && block[at] != '\r') {
                at++;
            }
            if (text.length() + at - from > limits.lineLength()) {
                throw new LimitException(
                        "line " + (number + 1) + " has more than " + limits.lineLength() + " characters",
                        "shorter lines");
            }
            text.append(block, from, at - from);
            if (at < end) {
                passLineEnd();
                return line();
            }
        }
    }

    private void passLineEnd() throws IOException {
        boolean isReturn = block[at++] == '\r';
        if (isReturn && (at < end || fill()) && block[at] == '\n') {
            at++;
        }
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(block));
        return end > 0;
    }

    private String line() throws LimitException {
        if (++number > limits.lines()) {
            throw new LimitException("it has more than " + limits.lines() + " lines", "fewer");
        }
        return number == 1 && text.length() > 0 && text.charAt(0) == MARK ? text.substring(1) : text.toString();
    }

    /** The lines as a stream of characters, each with a line feed behind it, for libraries that want one. */
    public Reader reader() {
        return new Reader() {
            private String line = "";
            private int from;

            @Override
            public int read(char[] to, int offset, int length) throws IOException {
                if (line != null && from == line.length()) {
                    String next = next();
                    line = next == null ? null : next + '\n';
                    from = 0;
                }
                if (line == null) {
                    return -1;
                }
                int count = Math.min(length, line.length() - from);
                line.getChars(from, from + count, to, offset);
                from += count;
                return count;
            }

            @Override
            public void close() throws IOException {
                BoundedLines.this.close();
            }
        };
    }

    /** Number of the line that {@link #next} gave last, from 1. */
    public int number() {
        return number;
    }

    /** The file's name. */
    public String source() {
        return source;
    }

    /** Refuses the line that {@link #next} gave last. */
    FabricFormatException refuse(String found, String expected) {
        return new FabricFormatException(source, number, found, expected);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Ends at the limit, and names what is wrong with a packed file. */
    private static final class Counted extends FilterInputStream {
        private final long limit;
        private long left;

        Counted(InputStream in, long limit) {
            super(in);
            this.limit = limit;
            this.left = limit;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            int read;
            try {
                read = in.read(to, from, length);
            } catch (ZipException | EOFException e) {
                throw damaged();
            }
            left -= Math.max(0, read);
            if (left < 0) {
                throw new LimitException("it has more than " + limit + " bytes", "fewer");
            }
            return read;
        }
    }
}

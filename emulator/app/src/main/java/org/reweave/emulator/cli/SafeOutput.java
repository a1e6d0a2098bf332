package org.reweave.emulator.cli;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Stdout or stderr, in UTF-8. Control characters that come out of a file or an argument are written as their code, so
 * that no name can move the cursor, recolour or rename the terminal, or turn text around. Line breaks and tabs pass,
 * and a carriage return at either end of what is printed at once, with which a line of progress is overwritten.
 *
 * <p>A {@link PrintWriter} keeps quiet about what it could not write; {@link #failure} tells.
 */
final class SafeOutput extends Writer {
    private final Writer out;
    private IOException failure;

    private SafeOutput(Writer out) {
        this.out = out;
    }

    static SafeOutput of(FileDescriptor file) {
        return over(new OutputStreamWriter(new FileOutputStream(file), StandardCharsets.UTF_8));
    }

    static SafeOutput over(Writer out) {
        return new SafeOutput(new BufferedWriter(out));
    }

    /** A printer to this output. */
    PrintWriter printer() {
        return new PrintWriter(this, true);
    }

    /** The first thing that could not be written, after everything is flushed; empty: all of it was. */
    Optional<IOException> failure() {
        try {
            flush();
        } catch (IOException e) {
            // kept
        }
        return Optional.ofNullable(failure);
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        try {
            for (int i = from; i < from + length; i++) {
                boolean isEnd = i == from || i == from + length - 1;
                if (isPlain(text[i]) || text[i] == '\r' && (isEnd || text[i + 1] == '\n')) {
                    out.write(text[i]);
                } else {
                    out.write(String.format("\\u%04x", (int) text[i]));
                }
            }
        } catch (IOException e) {
            throw kept(e);
        }
    }

    private static boolean isPlain(char c) {
        boolean turnsText = c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069';
        return c == '\n' || c == '\t' || !Character.isISOControl(c) && !turnsText;
    }

    private IOException kept(IOException e) {
        failure = failure == null ? e : failure;
        return e;
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw kept(e);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}

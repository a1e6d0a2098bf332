package org.reweave.emulator.traffic.trace;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Reads a trace file, packed by gzip or not. */
public final class TraceReader {
    /** Values of {@code format} and {@code timeUnit} that leave them to the file. */
    public static final String AUTO = "auto";

    private static final int GZIP_MAGIC = 0x1f8b;

    private TraceReader() {}

    /**
     * @param format {@code csv}, {@code goal} or {@link #AUTO}: GOAL if its first word is {@code num_ranks}
     * @param timeUnit of a CSV file's times, or {@link #AUTO}: as the name of its column says
     * @throws TraceFormatException naming the line
     */
    public static Trace read(Path file, String format, String timeUnit, TraceScale scale)
            throws IOException, TraceFormatException {
        try (BufferedReader in = open(file)) {
            in.mark(4096);
            String first = firstText(in);
            in.reset();
            boolean goal = format.equals(AUTO) ? first.startsWith("num_ranks") : format.equals("goal");
            return goal
                    ? new GoalReader(file.toString(), scale).read(in)
                    : new CsvReader(file.toString(), timeUnit, scale).read(in);
        }
    }

    private static BufferedReader open(Path file) throws IOException {
        InputStream raw = new BufferedInputStream(Files.newInputStream(file));
        raw.mark(2);
        int magic = raw.read() << 8 | raw.read();
        raw.reset();
        InputStream text = magic == GZIP_MAGIC ? new GZIPInputStream(raw) : raw;
        return new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8));
    }

    /** The beginning of the file without the comments and blank space before its first word. */
    private static String firstText(BufferedReader in) throws IOException {
        char[] start = new char[4000];
        int length = Math.max(0, in.read(start));
        String text = new String(start, 0, length);
        return text.replaceAll("(?s)/\\*.*?\\*/", " ")
                .replaceAll("//[^\n]*", " ")
                .strip();
    }
}

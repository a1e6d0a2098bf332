package org.reweave.emulator.traffic.trace;

import java.io.IOException;
import java.nio.file.Path;
import org.reweave.routing.io.BoundedLines;

/** Reads a trace file, packed by gzip or not. */
public final class TraceReader {
    /** Values of {@code format} and {@code timeUnit} that leave them to the file. */
    public static final String AUTO = "auto";

    private TraceReader() {}

    /**
     * @param format {@code csv}, {@code goal} or {@link #AUTO}: GOAL if its first word is {@code num_ranks}
     * @param timeUnit of a CSV file's times, or {@link #AUTO}: as the name of its column says
     * @throws TraceFormatException naming the line
     */
    public static Trace read(Path file, String format, String timeUnit, TraceScale scale)
            throws IOException, TraceFormatException {
        try {
            boolean goal = format.equals(AUTO) ? isGoal(file) : format.equals("goal");
            try (BoundedLines in = open(file)) {
                return goal
                        ? new GoalReader(file.toString(), scale).read(in)
                        : new CsvReader(file.toString(), timeUnit, scale).read(in);
            }
        } catch (BoundedLines.LimitException e) {
            throw new TraceFormatException(file + ": " + e.getMessage());
        }
    }

    private static boolean isGoal(Path file) throws IOException {
        try (BoundedLines in = open(file)) {
            return GoalReader.isGoal(in);
        }
    }

    private static BoundedLines open(Path file) throws IOException {
        return BoundedLines.open(file, BoundedLines.Limits.TABLE);
    }
}

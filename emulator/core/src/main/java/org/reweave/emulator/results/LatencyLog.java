package org.reweave.emulator.results;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.reweave.emulator.stats.Latencies;

/**
 * {@code latency.hdr}: the latencies of a run's measured packets in HdrHistogram's log format, which its tools read:
 * one histogram tagged {@code network}, one tagged {@code total}. Values are cycles; the interval is the whole run in
 * seconds of emulated time.
 */
public final class LatencyLog {
    private LatencyLog() {}

    /** @param cycles that the run lasted */
    public static String of(Latencies latencies, Scale scale, long cycles) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistogramLogWriter writer = new HistogramLogWriter(bytes);
        writer.outputComment("[Latencies of measured packets; network: from injection, total: from generation]");
        writer.outputComment("[Values are cycles; 1 cycle = " + scale.ns(1L) + " ns]");
        writer.outputLogFormatVersion();
        writer.outputLegend();
        write(writer, "network", latencies.networkHistogram(), scale, cycles);
        write(writer, "total", latencies.totalHistogram(), scale, cycles);
        writer.close();
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    private static void write(HistogramLogWriter writer, String tag, Histogram histogram, Scale scale, long cycles) {
        Histogram fitted = fitted(histogram);
        fitted.setTag(tag);
        writer.outputIntervalHistogram(0, scale.ns(cycles) / 1e9, fitted, 1);
    }

    /**
     * The same values with room for the largest one and no more. A histogram that has grown has room that depends on
     * the order in which values came, and the log tells it.
     */
    private static Histogram fitted(Histogram histogram) {
        Histogram fitted =
                new Histogram(1, Math.max(2, histogram.getMaxValue()), histogram.getNumberOfSignificantValueDigits());
        fitted.add(histogram);
        return fitted;
    }
}

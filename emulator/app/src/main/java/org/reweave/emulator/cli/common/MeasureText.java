package org.reweave.emulator.cli.common;

import java.util.Locale;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.sweep.Estimate;

/** Measures in tables for people: times in microseconds. */
public final class MeasureText {
    private static final double NANOS_PER_MICRO = 1000;

    private MeasureText() {}

    /** Title of a measure; that of a time has its unit. */
    public static String title(Measure measure) {
        return measure.title() + (measure.unit() == Measure.Unit.TIME ? ", us" : "");
    }

    /** @param estimate null = a dash */
    public static String of(Measure measure, Estimate estimate) {
        if (estimate == null) {
            return "-";
        }
        String format =
                switch (measure.unit()) {
                    case TIME -> "%.2f";
                    case PACKETS -> "%.1f";
                    case BYTES -> "%.0f";
                    case LOAD, SHARE -> "%.4f";
                };
        double unit = measure.unit() == Measure.Unit.TIME ? NANOS_PER_MICRO : 1;
        String mean = String.format(Locale.ROOT, format, estimate.mean() / unit);
        return estimate.halfWidth() == null
                ? mean
                : mean + " +- " + String.format(Locale.ROOT, format, estimate.halfWidth() / unit);
    }
}

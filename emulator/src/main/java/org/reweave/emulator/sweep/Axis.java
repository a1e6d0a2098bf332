package org.reweave.emulator.sweep;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** A scale of a plot: values to the unit interval, and round numbers along it. */
public record Axis(double from, double to, boolean logarithmic) {
    /** From 0 to a round number at or above a value, for about four ticks. */
    public static Axis upTo(double max) {
        double step = roundStep(max <= 0 ? 1 : max);
        return new Axis(0, step * StrictMath.ceil((max <= 0 ? 1 : max) / step - 1e-9), false);
    }

    /** From a power of ten, or 2 or 5 times one, at or below a positive value to one at or above another. */
    public static Axis logarithmic(double min, double max) {
        double from = decade(min);
        double to = decade(max);
        for (double factor : new double[] {2, 5}) {
            from = factor * decade(min) <= min ? factor * decade(min) : from;
        }
        double end = 10 * to;
        for (double factor : new double[] {5, 2, 1}) {
            end = factor * to >= max ? factor * to : end;
        }
        return new Axis(from, end > from ? end : 2 * from, true);
    }

    private static double decade(double value) {
        return StrictMath.pow(10, StrictMath.floor(StrictMath.log10(value) + 1e-9));
    }

    private static double roundStep(double range) {
        double raw = range / 5;
        double decade = decade(raw);
        return raw <= decade * 1.0001
                ? decade
                : raw <= 2.0001 * decade ? 2 * decade : raw <= 5.0001 * decade ? 5 * decade : 10 * decade;
    }

    /** Where a value is, 0 at the beginning and 1 at the end; beyond them, it stays there. */
    public double place(double value) {
        double place = logarithmic
                ? StrictMath.log(StrictMath.max(value, from) / from) / StrictMath.log(to / from)
                : (value - from) / (to - from);
        return StrictMath.max(0, StrictMath.min(1, place));
    }

    /** Round numbers, ascending: along a logarithmic axis 1, 2 and 5 times powers of ten, of long ones only these. */
    public List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (!logarithmic) {
            double step = roundStep(to - from);
            for (int i = 0; from + i * step <= to + step / 1000; i++) {
                ticks.add(from + i * step);
            }
            return ticks;
        }
        boolean sparse = to / from > 2000;
        for (double decade = decade(from); decade <= to; decade *= 10) {
            for (double factor : sparse ? new double[] {1} : new double[] {1, 2, 5}) {
                double tick = factor * decade;
                if (tick >= from * 0.999 && tick <= to * 1.001) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }

    /** A tick's number without needless zeros: {@code 0.25}. */
    public static String number(double tick) {
        BigDecimal rounded = new BigDecimal(tick).round(new MathContext(3));
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}

package org.reweave.emulator.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** A scale of a plot: values to the unit interval, and round numbers along the scale. */
public record Axis(double from, double to, boolean logarithmic) {
    /** Ticks that a logarithmic axis should have at least. */
    private static final int FEW_TICKS = 4;
    /** Length of an axis that has a tick at each whole number. */
    private static final int EVERY_NUMBER = 12;
    /** Multiples of each power of ten at which a logarithmic axis may have ticks, from sparse to dense. */
    private static final double[][] MULTIPLES = {
        {1}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 4, 5, 6, 7, 8, 9}
    };

    /** An axis from 0 to a round number at or above a value, for about four ticks. */
    public static Axis upTo(double max) {
        double step = roundStep(max <= 0 ? 1 : max);
        return new Axis(0, step * StrictMath.ceil((max <= 0 ? 1 : max) / step - 1e-9), false);
    }

    /** An axis from a round number at or below a value to one at or above a larger value. */
    public static Axis between(double min, double max) {
        double step = roundStep(max - min);
        return new Axis(step * StrictMath.floor(min / step + 1e-9), step * StrictMath.ceil(max / step - 1e-9), false);
    }

    /**
     * A logarithmic axis from a power of ten, or 2 or 5 times one, at or below a positive value to one at or above
     * another.
     */
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

    /** Where a value is, 0 at the beginning and 1 at the end; values beyond an end are at that end. */
    public double place(double value) {
        double place = logarithmic
                ? StrictMath.log(StrictMath.max(value, from) / from) / StrictMath.log(to / from)
                : (value - from) / (to - from);
        return StrictMath.max(0, StrictMath.min(1, place));
    }

    /** The value at a place between 0, the beginning, and 1, the end. */
    double at(double place) {
        return logarithmic ? from * StrictMath.pow(to / from, place) : from + place * (to - from);
    }

    /** The value itself, or the end of the axis that it is beyond. */
    double clamp(double value) {
        return StrictMath.max(from, StrictMath.min(to, value));
    }

    /** The ends of an axis that is longer on either side by a share of its length. */
    List<Double> withMargins(double share) {
        if (logarithmic) {
            double factor = StrictMath.pow(to / from, share);
            return List.of(from / factor, to * factor);
        }
        return List.of(from - share * (to - from), to + share * (to - from));
    }

    /** Round numbers, ascending: along a logarithmic axis the fewest multiples of powers of ten that are enough. */
    public List<Double> ticks() {
        return logarithmic ? logarithmicTicks() : linearTicks(roundStep(to - from));
    }

    /** Ticks of an axis that counts things: as {@link #ticks} along a linear axis, and only whole numbers. */
    public List<Double> wholeTicks() {
        return linearTicks(to - from <= EVERY_NUMBER ? 1 : roundStep(to - from));
    }

    private List<Double> linearTicks(double step) {
        List<Double> ticks = new ArrayList<>();
        for (long i = (long) StrictMath.ceil(from / step - 1e-9); i * step <= to + step / 1000; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    private List<Double> logarithmicTicks() {
        List<Double> ticks = List.of();
        for (int density = 0; density < MULTIPLES.length && ticks.size() < FEW_TICKS; density++) {
            ticks = new ArrayList<>();
            for (double decade = decade(from); decade <= to; decade *= 10) {
                for (double factor : MULTIPLES[density]) {
                    double tick = factor * decade;
                    if (tick >= from * 0.999 && tick <= to * 1.001) {
                        ticks.add(tick);
                    }
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

package org.reweave.emulator.reproduce;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.reweave.routing.verify.ConfidenceInterval;
import org.reweave.routing.verify.FaultCount;

/**
 * One quantity: the paper's value beside ours. Built from {@link #in} by the methods below it; each returns a new row.
 *
 * @param part the table's part or the plot's panel, with the unit ({@code tolerated sets, %})
 * @param series what is compared within the part: a method, a number of paths
 * @param label what the row is for ({@code 4 faults}, {@code 8x8})
 * @param x where it stands on a plot's axis; null = not plotted
 * @param paper as printed; null when the paper prints no number
 * @param expected what the paper would print without its misprint; null = {@code paper} stands
 * @param margin by which the printed value may be off, through the paper's own sampling or since its text reads it from
 *     a figure; 0 = none known
 * @param ours null when it was not computed
 * @param samples sets, seeds or runs behind ours; 0 = computed, not sampled
 * @param low end of the interval of ours; null without one
 * @param high end of the interval of ours; null without one
 * @param confidence of the interval: 1 after an enumeration; null without one
 * @param note misprints and what a reader needs to know of this row; may be empty
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(
        value = {"difference", "verdict"},
        allowGetters = true)
public record PaperRow(
        String part,
        String series,
        String label,
        Double x,
        Printed paper,
        Printed expected,
        double margin,
        Double ours,
        long samples,
        Double low,
        Double high,
        Double confidence,
        Tag tag,
        String note) {
    /** Fewer samples than these may be alike by chance, and their interval says nothing. */
    private static final int FEWEST = 3;

    /** An empty row, [heuristic] until told otherwise. */
    public static PaperRow in(String part, String series, String label) {
        return new PaperRow(part, series, label, null, null, null, 0, null, 0, null, null, null, Tag.HEURISTIC, "");
    }

    public PaperRow at(double where) {
        return new PaperRow(
                part, series, label, where, paper, expected, margin, ours, samples, low, high, confidence, tag, note);
    }

    /** @param where null = not plotted */
    public PaperRow place(Double where) {
        return where == null ? this : at(where);
    }

    /** @param text as {@link Printed} reads it; empty or null = the paper prints none */
    public PaperRow printed(String text) {
        Printed value = text == null || text.isEmpty() ? null : Printed.of(text);
        return new PaperRow(
                part, series, label, x, value, expected, margin, ours, samples, low, high, confidence, tag, note);
    }

    /**
     * The printed value is a misprint.
     *
     * @param why also the row's note
     */
    public PaperRow misprintOf(String text, String why) {
        return new PaperRow(
                part,
                series,
                label,
                x,
                paper,
                Printed.of(text),
                margin,
                ours,
                samples,
                low,
                high,
                confidence,
                tag,
                why);
    }

    /** The paper sampled too: its value may be off by so much either way. */
    public PaperRow paperMargin(double by) {
        return new PaperRow(
                part, series, label, x, paper, expected, by, ours, samples, low, high, confidence, tag, note);
    }

    /** A value that no chance is in. */
    public PaperRow ours(double value) {
        return new PaperRow(
                part, series, label, x, paper, expected, margin, value, samples, low, high, confidence, tag, note);
    }

    /** A value from a sample. */
    public PaperRow ours(double value, long from, double intervalLow, double intervalHigh, double sure) {
        return new PaperRow(
                part,
                series,
                label,
                x,
                paper,
                expected,
                margin,
                value,
                from,
                intervalLow,
                intervalHigh,
                sure,
                tag,
                note);
    }

    /** How many samples are behind ours, where it has no interval. */
    public PaperRow sampled(long from) {
        return new PaperRow(
                part, series, label, x, paper, expected, margin, ours, from, low, high, confidence, tag, note);
    }

    /** The share of tolerated sets, in percent. */
    public PaperRow tolerated(FaultCount count) {
        ConfidenceInterval interval = count.interval();
        return ours(
                100 * count.share(),
                count.evaluated(),
                100 * interval.low(),
                100 * interval.high(),
                interval.confidence());
    }

    public PaperRow tag(Tag how) {
        return new PaperRow(
                part, series, label, x, paper, expected, margin, ours, samples, low, high, confidence, how, note);
    }

    public PaperRow note(String text) {
        return new PaperRow(
                part, series, label, x, paper, expected, margin, ours, samples, low, high, confidence, tag, text);
    }

    /** Ours less what the paper prints or should; null without a number on both sides. */
    @JsonProperty
    public Double difference() {
        Printed against = against();
        return ours == null || against == null || !against.isPoint() ? null : ours - against.value();
    }

    @JsonProperty
    public Agreement verdict() {
        Printed against = against();
        if (ours == null || against == null) {
            return Agreement.NONE;
        }
        if (tag == Tag.EXACT) {
            return against.allows(ours) ? Agreement.AGREES : Agreement.DIFFERS;
        }
        if (samples > 0 && samples < FEWEST) {
            return Agreement.OPEN;
        }
        double slack = slack();
        double from = (low == null ? ours : low) - slack;
        double to = (high == null ? ours : high) + slack;
        if (!against.allows(from, to)) {
            return Agreement.DIFFERS;
        }
        return decides(against) ? Agreement.AGREES : Agreement.OPEN;
    }

    /** How far the printed value may be off; a bound is none that could be. */
    private double slack() {
        Printed against = against();
        return tag == Tag.HEURISTIC && margin == 0 && against.isPoint()
                ? Tag.HEURISTIC_SHARE * StrictMath.abs(against.value())
                : margin;
    }

    /**
     * Whether the sample is large enough to decide in favour of a printed value. An interval decides for a bound when
     * all of it keeps the bound, and for a number when it is no wider than the printed value itself, half of it either
     * way, or else no wider than what the value may be off.
     */
    private boolean decides(Printed against) {
        if (low == null) {
            return true;
        }
        if (!against.isPoint()) {
            return against.allows(low) && against.allows(high);
        }
        return high - low <= StrictMath.max(StrictMath.abs(against.value()), 2 * (slack() + against.unit()));
    }

    private Printed against() {
        return expected == null ? paper : expected;
    }
}

package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.reweave.emulator.sweep.Estimate;

/**
 * A number or a sentence of a paper about an experiment, as a printed value beside which ours can stand.
 *
 * @param sentence of the paper, shortened
 * @param label what it is said of
 * @param printed as {@link Printed} reads it
 * @param margin by which the printed value may be off
 * @param ours the value of the runs; its mean is null where the runs do not say
 * @param note may be empty
 */
public record Claim(
        String sentence, String label, String printed, double margin, Function<Results, Estimate> ours, String note) {
    /** How far a factor may be off that a paper's text reads from its figure: a fifth. */
    public static final double READ_OFF = 0.2;

    private static final Estimate NOTHING = new Estimate(null, null, 0);

    /** A mean. */
    public static Claim value(String sentence, String label, RunValue quantity, Results.Cell cell, String printed) {
        return new Claim(
                sentence,
                label,
                printed,
                0,
                results -> Estimate.of(results.values(cell, quantity).stream()
                        .filter(value -> value != null)
                        .toList()),
                "");
    }

    /** A ratio of two means. */
    public static Claim ratio(
            String sentence, String label, RunValue quantity, Results.Cell of, Results.Cell to, String printed) {
        return new Claim(
                sentence,
                label,
                printed,
                0,
                results -> ratio(results.values(of, quantity), results.values(to, quantity)),
                "");
    }

    /** A claim by how many percent a mean is above another. */
    public static Claim change(
            String sentence, String label, RunValue quantity, Results.Cell of, Results.Cell to, String printed) {
        return new Claim(
                sentence,
                label,
                printed,
                0,
                results -> {
                    Estimate ratio = ratio(results.values(of, quantity), results.values(to, quantity));
                    return ratio.mean() == null
                            ? ratio
                            : new Estimate(
                                    100 * (ratio.mean() - 1),
                                    ratio.halfWidth() == null ? null : (Double) (100 * ratio.halfWidth()),
                                    ratio.samples());
                },
                "");
    }

    /** A ratio of two quantities of the same runs. */
    public static Claim within(
            String sentence, String label, RunValue of, RunValue to, Results.Cell cell, String printed) {
        return new Claim(
                sentence, label, printed, 0, results -> ratio(results.values(cell, of), results.values(cell, to)), "");
    }

    public Claim margin(double by) {
        return new Claim(sentence, label, printed, by, ours, note);
    }

    public Claim note(String text) {
        return new Claim(sentence, label, printed, margin, ours, text);
    }

    /**
     * The ratio of two means over the same seeds; its interval is that of the mean of (part - ratio whole) over the
     * mean whole. Source: W. G. Cochran, Sampling Techniques, ch. 6. The mean is null where the second mean is 0.
     */
    private static Estimate ratio(List<Double> parts, List<Double> wholes) {
        double sumParts = 0;
        double sumWholes = 0;
        int pairs = 0;
        for (int i = 0; i < Math.min(parts.size(), wholes.size()); i++) {
            if (parts.get(i) != null && wholes.get(i) != null) {
                sumParts += parts.get(i);
                sumWholes += wholes.get(i);
                pairs++;
            }
        }
        if (pairs == 0 || sumWholes == 0) {
            return NOTHING;
        }
        double ratio = sumParts / sumWholes;
        List<Double> residuals = new ArrayList<>();
        for (int i = 0; i < Math.min(parts.size(), wholes.size()); i++) {
            if (parts.get(i) != null && wholes.get(i) != null) {
                residuals.add((parts.get(i) - ratio * wholes.get(i)) * pairs / sumWholes);
            }
        }
        return new Estimate(ratio, Estimate.of(residuals).halfWidth(), pairs);
    }
}

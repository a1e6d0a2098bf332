package org.reweave.emulator.sweep;

import java.util.ArrayList;
import java.util.List;

/**
 * One curve: a value for each varied key.
 *
 * @param overrides as {@code --set} has them; empty where nothing varies
 */
public record Series(List<String> overrides) {
    public Series {
        overrides = List.copyOf(overrides);
    }

    /** Every combination, the last variation changing fastest. */
    public static List<Series> of(List<Variation> variations) {
        List<Series> all = List.of(new Series(List.of()));
        for (Variation variation : variations) {
            List<Series> longer = new ArrayList<>();
            for (Series series : all) {
                for (String value : variation.values()) {
                    List<String> overrides = new ArrayList<>(series.overrides());
                    overrides.add(variation.key() + "=" + value);
                    longer.add(new Series(overrides));
                }
            }
            all = longer;
        }
        return List.copyOf(all);
    }

    /** {@code vls=2, pattern=uniform}: the last part of each key. */
    public String label() {
        return String.join(
                ", ",
                overrides.stream()
                        .map(set -> set.substring(set.lastIndexOf('.', set.indexOf('=')) + 1))
                        .toList());
    }
}

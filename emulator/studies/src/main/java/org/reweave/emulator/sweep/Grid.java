package org.reweave.emulator.sweep;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Every combination of varied keys, loads and seeds.
 *
 * @param loads ascending; may be empty when only saturation is searched for
 */
public record Grid(List<Series> series, List<BigDecimal> loads, List<Long> seeds) {
    public Grid {
        series = List.copyOf(series);
        loads = List.copyOf(loads);
        seeds = List.copyOf(seeds);
    }

    /** All runs, seeds changing fastest, then loads. */
    public List<Point> points() {
        List<Point> points = new ArrayList<>();
        for (Series one : series) {
            for (BigDecimal load : loads) {
                points.addAll(points(one, load));
            }
        }
        return points;
    }

    /** The runs of one place on one curve. */
    public List<Point> points(Series one, BigDecimal load) {
        return seeds.stream().map(seed -> new Point(one, load, seed)).toList();
    }
}

package org.reweave.emulator.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One series over all loads.
 *
 * @param label of the series; empty where nothing varies
 * @param overrides that make it
 * @param points by load, ascending
 * @param saturation null if it was not searched for
 */
public record Curve(String label, List<String> overrides, List<CurvePoint> points, Saturation saturation) {
    public Curve {
        overrides = List.copyOf(overrides);
        points = List.copyOf(points);
    }

    /**
     * @param samples of all points of the grid
     * @param saturations by series; empty if not searched for
     */
    public static List<Curve> of(Grid grid, Map<Point, Sample> samples, Map<Series, Saturation> saturations) {
        List<Curve> curves = new ArrayList<>();
        for (Series series : grid.series()) {
            List<CurvePoint> points = grid.loads().stream()
                    .map(load -> CurvePoint.of(
                            load,
                            grid.points(series, load).stream().map(samples::get).toList()))
                    .toList();
            curves.add(new Curve(series.label(), series.overrides(), points, saturations.get(series)));
        }
        return curves;
    }
}

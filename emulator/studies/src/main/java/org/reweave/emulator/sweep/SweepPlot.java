package org.reweave.emulator.sweep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.reweave.emulator.plot.Axis;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.plot.Panel;

/**
 * The curves of a sweep as a figure: accepted over offered load, and mean total latency over offered load, logarithmic.
 * Bars are 95% intervals, hollow marks loads at which some run did not empty the network, vertical lines saturation.
 */
public final class SweepPlot {
    private static final String MEANINGS =
            "bars: 95% confidence intervals; hollow: not every run emptied the network; S: saturation; dotted: accepted = offered";
    private static final String ACROSS = "offered load, fraction of what the NICs' links carry";
    private static final double NANOS_PER_MICRO = 1000;

    private final List<Curve> curves;

    private SweepPlot(List<Curve> curves) {
        this.curves = curves;
    }

    /**
     * @param title above both panels
     * @param subtitles below the title
     */
    public static Figure of(List<Curve> curves, String title, List<String> subtitles) {
        return new SweepPlot(curves).figure(title, subtitles);
    }

    private Figure figure(String title, List<String> subtitles) {
        Panel.Dimension loads = new Panel.Dimension(ACROSS, Axis.upTo(largest(SweepPlot::offered, 0.01)));
        Axis accepted = Axis.upTo(largest(SweepPlot::accepted, 0.01));
        List<Panel> panels = new ArrayList<>();
        panels.add(
                panel("Accepted load", loads, new Panel.Dimension("accepted load", accepted), SweepPlot::accepted, 1));
        double least = latencies().min().orElse(0);
        List<String> lines = new ArrayList<>(subtitles);
        lines.add(MEANINGS);
        if (least > 0) {
            Axis axis = Axis.logarithmic(least, latencies().max().orElseThrow());
            Panel.Dimension latency = new Panel.Dimension("mean total latency, µs", axis);
            panels.add(panel("Latency", loads, latency, point -> point.total().mean(), NANOS_PER_MICRO));
        } else {
            lines.add("no packet was measured: there is no latency");
        }
        return new Figure(title, lines, panels);
    }

    private static Estimate offered(CurvePoint point) {
        return point.offered();
    }

    private static Estimate accepted(CurvePoint point) {
        return point.accepted();
    }

    /** Mean latencies of the points that have one above 0, in microseconds. */
    private java.util.stream.DoubleStream latencies() {
        return curves.stream()
                .flatMap(curve -> curve.points().stream())
                .map(point -> point.total().mean().mean())
                .filter(mean -> mean != null && mean > 0)
                .mapToDouble(mean -> mean / NANOS_PER_MICRO);
    }

    private double largest(Function<CurvePoint, Estimate> value, double atLeast) {
        return curves.stream()
                .flatMap(curve -> curve.points().stream())
                .map(point -> value.apply(point).mean())
                .filter(mean -> mean != null)
                .mapToDouble(Double::doubleValue)
                .reduce(atLeast, StrictMath::max);
    }

    private Panel panel(
            String title,
            Panel.Dimension across,
            Panel.Dimension up,
            Function<CurvePoint, Estimate> value,
            double divisor) {
        List<Panel.Series> series = new ArrayList<>();
        for (Curve curve : curves) {
            List<Panel.Point> points = new ArrayList<>();
            for (CurvePoint point : curve.points()) {
                if (point.offered().mean() != null && value.apply(point).mean() != null) {
                    points.add(point(point, value.apply(point), divisor));
                }
            }
            points.sort(Comparator.comparingDouble(Panel.Point::x));
            Saturation saturation = curve.saturation();
            Double knee = saturation == null ? null : saturation.load().mean();
            List<Panel.Moment> moments = knee == null ? List.of() : List.of(new Panel.Moment("S", knee));
            series.add(new Panel.Series(curve.label(), points, moments));
        }
        return new Panel(title, across, up, series, !up.axis().logarithmic());
    }

    private static Panel.Point point(CurvePoint point, Estimate value, double divisor) {
        double mean = value.mean();
        Double half = value.halfWidth();
        return new Panel.Point(
                point.offered().mean(),
                mean / divisor,
                half == null ? null : (mean - half) / divisor,
                half == null ? null : (mean + half) / divisor,
                point.completed() ? Panel.Mark.FULL : Panel.Mark.HOLLOW);
    }
}

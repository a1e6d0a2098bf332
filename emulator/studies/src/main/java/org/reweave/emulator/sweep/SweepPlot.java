package org.reweave.emulator.sweep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.plot.Axis;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.plot.Panel;

/**
 * The curves of a sweep as a figure: accepted over offered load, and mean total latency over offered load, logarithmic.
 * Bars are 95% intervals, hollow marks loads at which some run did not empty the network, vertical lines saturation.
 */
public final class SweepPlot {
    /** Largest part of a mean that the interval's upper end may be for the axis to reach it. */
    private static final double HIGHEST_BAR = 1.5;

    private static final String MEANINGS =
            "bars: 95% confidence intervals, cut off at the frame; hollow: not every run emptied the network; S: saturation; dotted: accepted = offered";
    private static final String ACROSS = "offered load, fraction of what the NICs' links carry";
    private static final double NANOS_PER_MICRO = 1000;

    private final List<Curve> curves;
    private final List<Measure> chosen;

    private SweepPlot(List<Curve> curves, List<Measure> chosen) {
        this.curves = curves;
        this.chosen = chosen;
    }

    /**
     * @param chosen measures that get a panel each, over offered load
     * @param title above all panels
     * @param subtitles below the title
     */
    public static Figure of(List<Curve> curves, List<Measure> chosen, String title, List<String> subtitles) {
        return new SweepPlot(curves, chosen).figure(title, subtitles);
    }

    private Figure figure(String title, List<String> subtitles) {
        Panel.Dimension loads =
                new Panel.Dimension(ACROSS, Axis.upTo(largest(SweepPlot::offered, Estimate::mean, 0.01)));
        Axis accepted = Axis.upTo(largest(SweepPlot::accepted, SweepPlot::top, 0.01));
        List<Panel> panels = new ArrayList<>();
        panels.add(panel(
                "Accepted load", loads, new Panel.Dimension("accepted load", accepted), SweepPlot::accepted, 1, true));
        double least = latencies(Estimate::mean).min().orElse(0);
        List<String> lines = new ArrayList<>(subtitles);
        lines.add(MEANINGS);
        if (least > 0) {
            Axis axis = Axis.logarithmic(least, latencies(SweepPlot::top).max().orElseThrow());
            Panel.Dimension latency = new Panel.Dimension("mean total latency, µs", axis);
            panels.add(panel("Latency", loads, latency, point -> point.total().mean(), NANOS_PER_MICRO, false));
        } else {
            lines.add("no packet was measured: there is no latency");
        }
        for (Measure measure : chosen) {
            if (values(measure).findAny().isPresent()) {
                panels.add(panel(measure, loads));
            } else {
                lines.add("no run has " + measure.title());
            }
        }
        return new Figure(title, lines, panels);
    }

    private Panel panel(Measure measure, Panel.Dimension loads) {
        boolean isTime = measure.unit() == Measure.Unit.TIME;
        double divisor = isTime ? NANOS_PER_MICRO : 1;
        double highest = values(measure).max().orElse(0) / divisor;
        Axis axis = Axis.upTo(highest > 0 ? highest : 1);
        return panel(
                measure.title(),
                loads,
                new Panel.Dimension(measure.title() + (isTime ? ", µs" : ""), axis),
                point -> point.measures().getOrDefault(measure, Estimate.of(List.of())),
                divisor,
                false);
    }

    /**
     * Upper end of the interval, which an axis reaches; half as much again as the mean where the interval of few seeds
     * is wider, since points would lie close together at the bottom.
     */
    private static Double top(Estimate estimate) {
        return estimate.mean() == null || estimate.halfWidth() == null
                ? estimate.mean()
                : Double.valueOf(StrictMath.min(
                        estimate.mean() + estimate.halfWidth(), HIGHEST_BAR * StrictMath.abs(estimate.mean())));
    }

    /** Upper ends of the intervals of the points that have the measure. */
    private java.util.stream.DoubleStream values(Measure measure) {
        return curves.stream()
                .flatMap(curve -> curve.points().stream())
                .filter(point ->
                        point.measures().containsKey(measure) && point.offered().mean() != null)
                .mapToDouble(point -> top(point.measures().get(measure)));
    }

    private static Estimate offered(CurvePoint point) {
        return point.offered();
    }

    private static Estimate accepted(CurvePoint point) {
        return point.accepted();
    }

    /** Latencies of the points that have one above 0, in microseconds. */
    private java.util.stream.DoubleStream latencies(Function<Estimate, Double> of) {
        return curves.stream()
                .flatMap(curve -> curve.points().stream())
                .map(point -> of.apply(point.total().mean()))
                .filter(mean -> mean != null && mean > 0)
                .mapToDouble(mean -> mean / NANOS_PER_MICRO);
    }

    private double largest(Function<CurvePoint, Estimate> value, Function<Estimate, Double> of, double atLeast) {
        return curves.stream()
                .flatMap(curve -> curve.points().stream())
                .map(point -> of.apply(value.apply(point)))
                .filter(number -> number != null)
                .mapToDouble(Double::doubleValue)
                .reduce(atLeast, StrictMath::max);
    }

    private Panel panel(
            String title,
            Panel.Dimension across,
            Panel.Dimension up,
            Function<CurvePoint, Estimate> value,
            double divisor,
            boolean diagonal) {
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
        return new Panel(title, across, up, series, diagonal);
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

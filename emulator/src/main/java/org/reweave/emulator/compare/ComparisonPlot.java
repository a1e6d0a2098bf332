package org.reweave.emulator.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.plot.Axis;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.plot.Panel;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.sweep.Series;

/**
 * The courses of accepted load and of latency by delivery, all schemes of a group in one panel, each the mean over its
 * runs; dashed lines stand at the mean ends of reconfigurations.
 */
public final class ComparisonPlot {
    private static final int MOST_GROUPS = 4;
    private static final double NANOS_PER_MICRO = 1000;

    private ComparisonPlot() {}

    /**
     * @param standings of the plan, in its order
     * @param title above all panels
     * @param subtitle below the title
     */
    public static Figure of(
            Scenario base,
            Plan plan,
            Map<Trial, Measurement> results,
            List<Standing> standings,
            String title,
            String subtitle) {
        List<Panel> panels = new ArrayList<>();
        for (int i = 0; i < Math.min(MOST_GROUPS, plan.groups().size()); i++) {
            Series group = plan.groups().get(i);
            List<Standing> own = standings.subList(
                    i * plan.contenders().size(), (i + 1) * plan.contenders().size());
            panels.add(panel(base, plan, group, results, own, "accepted load", Course::accepted, 1));
            panels.add(panel(
                    base,
                    plan,
                    group,
                    results,
                    own,
                    "mean total latency by delivery, µs",
                    Course::latencyNs,
                    NANOS_PER_MICRO));
        }
        List<String> lines = new ArrayList<>(List.of(subtitle, "dashed: mean end of the reconfiguration"));
        if (plan.groups().size() > MOST_GROUPS) {
            lines.add("the first " + MOST_GROUPS + " of " + plan.groups().size() + " combinations of the varied keys");
        }
        return new Figure(title, lines, panels);
    }

    private static Panel panel(
            Scenario base,
            Plan plan,
            Series group,
            Map<Trial, Measurement> results,
            List<Standing> standings,
            String quantity,
            Function<Course, List<Double>> values,
            double divisor) {
        List<Panel.Series> series = new ArrayList<>();
        double highest = 0;
        double last = 0;
        for (int i = 0; i < plan.contenders().size(); i++) {
            Contender contender = plan.contenders().get(i);
            List<Course> courses = plan.trials(group, contender).stream()
                    .map(trial -> results.get(trial).course())
                    .toList();
            List<Panel.Point> points = new ArrayList<>();
            int bins = courses.get(0).accepted().size();
            for (int bin = 0; bin < bins; bin++) {
                int at = bin;
                double[] all = courses.stream()
                        .map(course -> values.apply(course).get(at))
                        .filter(Objects::nonNull)
                        .mapToDouble(Double::doubleValue)
                        .toArray();
                if (all.length > 0) {
                    double mean = java.util.Arrays.stream(all).sum() / all.length / divisor;
                    double x = (bin + 0.5) * courses.get(0).widthNs() / NANOS_PER_MICRO;
                    points.add(new Panel.Point(x, mean, null, null, Panel.Mark.FULL));
                    highest = StrictMath.max(highest, mean);
                    last = StrictMath.max(last, x);
                }
            }
            series.add(new Panel.Series(contender.label(), points, end(base, standings.get(i), last)));
        }
        return new Panel(
                group.label(),
                new Panel.Dimension("time, µs", Axis.upTo(StrictMath.max(1, last))),
                new Panel.Dimension(quantity, Axis.upTo(highest > 0 ? highest : 1)),
                series,
                false);
    }

    /** In microseconds; null where no reconfiguration ended, or outside the panel. */
    private static Double end(Scenario base, Standing standing, double last) {
        if (base.faults().isEmpty() || !standing.values().containsKey(Measure.WHOLE)) {
            return null;
        }
        long first = base.faults().stream()
                .mapToLong(fault -> fault.at())
                .filter(at -> at > 0)
                .min()
                .orElse(0);
        double end = (base.time().nanoseconds((double) first)
                        + standing.values().get(Measure.WHOLE).mean())
                / NANOS_PER_MICRO;
        return first > 0 && end <= last ? (Double) end : null;
    }
}

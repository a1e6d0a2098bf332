package org.reweave.emulator.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.plot.Axis;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.plot.Panel;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.sweep.Estimate;

/**
 * The courses of accepted load and of latency by delivery around the change, all schemes of a group in one panel, each
 * the mean over its runs; dashed lines stand at the mean ends of reconfigurations. Where nothing changes, the courses
 * of whole runs.
 */
public final class ComparisonPlot {
    private static final int MOST_GROUPS = 4;
    private static final double NANOS_PER_MICRO = 1000;

    /** Time shown before the first fault and, by {@code AFTER}, behind it: multiples of the longest change. */
    private static final double BEFORE = 0.5;

    private static final double AFTER = 2.5;

    private final Scenario base;
    private final Plan plan;
    private final Map<ComparedRun, Measurement> results;
    private final List<Standing> standings;

    /** @param standings of the plan, in its order */
    private ComparisonPlot(Scenario base, Plan plan, Map<ComparedRun, Measurement> results, List<Standing> standings) {
        this.base = base;
        this.plan = plan;
        this.results = results;
        this.standings = standings;
    }

    /**
     * @param standings of the plan, in its order
     * @param title above all panels
     * @param subtitle below the title
     */
    public static Figure of(
            Scenario base,
            Plan plan,
            Map<ComparedRun, Measurement> results,
            List<Standing> standings,
            String title,
            String subtitle) {
        ComparisonPlot plot = new ComparisonPlot(base, plan, results, standings);
        List<Panel> panels = new ArrayList<>();
        for (int group = 0; group < Math.min(MOST_GROUPS, plan.groups().size()); group++) {
            panels.add(plot.panel(group, "accepted load", Course::accepted, 1));
            panels.add(plot.panel(group, "mean total latency by delivery, µs", Course::latencyNs, NANOS_PER_MICRO));
        }
        List<String> lines = new ArrayList<>(List.of(subtitle, "dashed: mean end of the reconfiguration"));
        if (plan.groups().size() > MOST_GROUPS) {
            lines.add("the first " + MOST_GROUPS + " of " + plan.groups().size() + " combinations of the varied keys");
        }
        return new Figure(title, lines, panels);
    }

    private Panel panel(int group, String quantity, Function<Course, List<Double>> values, double divisor) {
        int contenders = plan.contenders().size();
        List<Standing> own = standings.subList(group * contenders, (group + 1) * contenders);
        Axis time = time(group, own);
        List<Panel.Series> series = new ArrayList<>();
        double highest = 0;
        for (int i = 0; i < contenders; i++) {
            List<Panel.Point> points = points(courses(group, i), values, divisor, time);
            for (Panel.Point point : points) {
                highest = StrictMath.max(highest, point.y());
            }
            series.add(new Panel.Series(plan.contenders().get(i).label(), points, end(own.get(i), time)));
        }
        return new Panel(
                plan.groups().get(group).label(),
                new Panel.Dimension("time, µs", time),
                new Panel.Dimension(quantity, Axis.upTo(highest > 0 ? highest : 1)),
                series,
                false);
    }

    private List<Course> courses(int group, int contender) {
        return plan.runs(plan.groups().get(group), plan.contenders().get(contender)).stream()
                .map(run -> results.get(run).course())
                .toList();
    }

    private static List<Panel.Point> points(
            List<Course> courses, Function<Course, List<Double>> values, double divisor, Axis time) {
        List<Panel.Point> points = new ArrayList<>();
        Course first = courses.get(0);
        for (int bin = 0; bin < first.accepted().size(); bin++) {
            int at = bin;
            double x = (bin + 0.5) * first.widthNs() / NANOS_PER_MICRO;
            double[] all = courses.stream()
                    .map(course -> values.apply(course).get(at))
                    .filter(Objects::nonNull)
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            if (all.length > 0 && x >= time.from() && x <= time.to()) {
                double mean = Arrays.stream(all).sum() / all.length / divisor;
                points.add(new Panel.Point(x, mean, null, null, Panel.Mark.UNMARKED));
            }
        }
        return points;
    }

    /** The time that a group's panels show, in microseconds. */
    private Axis time(int group, List<Standing> own) {
        Course course = courses(group, 0).get(0);
        double end = course.accepted().size() * course.widthNs() / NANOS_PER_MICRO;
        double longest = own.stream()
                        .map(standing -> standing.values().get(Measure.WHOLE))
                        .mapToDouble(estimate -> estimate == null ? 0 : estimate.mean())
                        .max()
                        .orElse(0)
                / NANOS_PER_MICRO;
        double fault = firstFault();
        if (fault == 0 || longest == 0) {
            return Axis.upTo(StrictMath.max(1, end));
        }
        return Axis.between(StrictMath.max(0, fault - BEFORE * longest), StrictMath.min(end, fault + AFTER * longest));
    }

    /** Time of the first fault in microseconds; 0 = nothing fails during the run. */
    private double firstFault() {
        long first = base.faults().stream()
                .mapToLong(PlannedFault::at)
                .filter(at -> at > 0)
                .min()
                .orElse(0);
        return base.time().nanoseconds((double) first) / NANOS_PER_MICRO;
    }

    /** End of the change in microseconds; null where no reconfiguration ended, or outside the panel. */
    private Double end(Standing standing, Axis time) {
        Estimate whole = standing.values().get(Measure.WHOLE);
        double fault = firstFault();
        if (fault == 0 || whole == null) {
            return null;
        }
        double end = fault + whole.mean() / NANOS_PER_MICRO;
        return end <= time.to() ? (Double) end : null;
    }
}

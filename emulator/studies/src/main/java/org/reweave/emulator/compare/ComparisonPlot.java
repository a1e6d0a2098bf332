package org.reweave.emulator.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.plot.Axis;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.plot.Panel;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.Scenario;

/**
 * The courses of accepted load and of latency by delivery around the change, all schemes of a group in one panel, each
 * the mean over its runs; vertical lines stand at faults, and at the mean times of tables and of ends. Where nothing
 * changes, the courses of whole runs.
 */
public final class ComparisonPlot {
    private static final int MOST_GROUPS = 4;
    private static final double NANOS_PER_MICRO = 1000;

    /** Time shown before the first fault and, by {@code AFTER}, behind it: multiples of the longest change. */
    private static final double BEFORE = 0.5;

    private static final double AFTER = 2.5;

    /** Values that span more than so many times the smallest are drawn logarithmically. */
    private static final double LOGARITHMIC = 30;

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
     * @param chosen measures that get a panel each, with the value of every run
     * @param title above all panels
     * @param subtitles below the title
     */
    public static Figure of(
            Scenario base,
            Plan plan,
            Map<ComparedRun, Measurement> results,
            List<Standing> standings,
            List<Measure> chosen,
            String title,
            List<String> subtitles) {
        ComparisonPlot plot = new ComparisonPlot(base, plan, results, standings);
        List<Panel> panels = new ArrayList<>();
        for (int group = 0; group < Math.min(MOST_GROUPS, plan.groups().size()); group++) {
            panels.add(plot.panel(group, "accepted load", Course::accepted, 1));
            panels.add(plot.panel(group, "mean total latency by delivery, µs", Course::latencyNs, NANOS_PER_MICRO));
            for (Measure measure : chosen) {
                plot.panel(group, measure).ifPresent(panels::add);
            }
        }
        List<String> lines = new ArrayList<>(subtitles);
        lines.add("F: fault; R: recovery; T: first new tables ready, C: reconfiguration complete, means by scheme;"
                + " a line has a gap where no packet was delivered");
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
        double lowest = Double.MAX_VALUE;
        for (int i = 0; i < contenders; i++) {
            List<Panel.Point> points = points(courses(group, i), values, divisor, time);
            for (Panel.Point point : points) {
                if (!Double.isNaN(point.y())) {
                    highest = StrictMath.max(highest, point.y());
                    lowest = StrictMath.min(lowest, point.y());
                }
            }
            series.add(new Panel.Series(plan.contenders().get(i).label(), points, moments(own.get(i))));
        }
        return new Panel(
                plan.groups().get(group).label(),
                new Panel.Dimension("time, µs", time),
                new Panel.Dimension(quantity, vertical(lowest, highest)),
                series,
                false,
                faults());
    }

    /** The values of a measure by seed; empty when it means nothing in all runs. */
    private Optional<Panel> panel(int group, Measure measure) {
        boolean isTime = measure.unit() == Measure.Unit.TIME;
        List<Panel.Series> series = new ArrayList<>();
        double highest = 0;
        double lowest = Double.MAX_VALUE;
        for (Contender contender : plan.contenders()) {
            List<Panel.Point> points = new ArrayList<>();
            for (ComparedRun run : plan.runs(plan.groups().get(group), contender)) {
                Double value = results.get(run).values().get(measure);
                if (value != null) {
                    double shown = isTime ? value / NANOS_PER_MICRO : value;
                    points.add(new Panel.Point(run.seed(), shown, null, null, Panel.Mark.FULL));
                    highest = StrictMath.max(highest, shown);
                    lowest = StrictMath.min(lowest, shown);
                }
            }
            series.add(new Panel.Series(contender.label(), points, List.of()));
        }
        if (lowest == Double.MAX_VALUE) {
            return Optional.empty();
        }
        double first = plan.seeds().get(0);
        return Optional.of(new Panel(
                plan.groups().get(group).label(),
                new Panel.Dimension(
                        "seed", Axis.between(first - 1, first + plan.seeds().size())),
                new Panel.Dimension(measure.title() + (isTime ? ", µs" : ""), vertical(lowest, highest)),
                series,
                false));
    }

    private static Axis vertical(double lowest, double highest) {
        return lowest > 0 && highest > LOGARITHMIC * lowest
                ? Axis.logarithmic(lowest, highest)
                : Axis.upTo(highest > 0 ? highest : 1);
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
            if (x >= time.from() && x <= time.to()) {
                double mean = Arrays.stream(all).sum() / all.length / divisor;
                points.add(
                        all.length == 0
                                ? Panel.Point.gap(x)
                                : new Panel.Point(x, mean, null, null, Panel.Mark.UNMARKED));
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
        return micros(first);
    }

    /** Faults and recoveries during the run. */
    private List<Panel.Moment> faults() {
        List<Panel.Moment> moments = new ArrayList<>();
        for (PlannedFault fault : base.faults()) {
            if (fault.at() > 0) {
                moments.add(new Panel.Moment("F", micros(fault.at())));
            }
            if (fault.isRepaired()) {
                moments.add(new Panel.Moment("R", micros(fault.until())));
            }
        }
        return moments.stream().distinct().toList();
    }

    /** Mean times of the first tables and of the end of the change; none where there are none. */
    private List<Panel.Moment> moments(Standing standing) {
        List<Panel.Moment> moments = new ArrayList<>();
        add(standing, "T", List.of(Measure.DETECTION, Measure.DISCOVERY, Measure.COMPUTATION), moments);
        add(standing, "C", List.of(Measure.WHOLE), moments);
        return moments;
    }

    private void add(Standing standing, String letter, List<Measure> after, List<Panel.Moment> moments) {
        if (firstFault() > 0 && standing.values().keySet().containsAll(after)) {
            double sum = after.stream()
                    .mapToDouble(measure -> standing.values().get(measure).mean())
                    .sum();
            moments.add(new Panel.Moment(letter, firstFault() + sum / NANOS_PER_MICRO));
        }
    }

    private double micros(long cycle) {
        return base.time().nanoseconds((double) cycle) / NANOS_PER_MICRO;
    }
}

package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.reweave.emulator.plot.Axis;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.plot.Panel;

/**
 * An outcome's plotted rows as a figure, a panel per part: ours as lines with their intervals, the paper's values as
 * crosses, a triangle where the paper prints a bound.
 */
public final class OutcomePlot {
    private static final String LEGEND =
            "lines: ours, bars: intervals; crosses: the paper's values, triangles: its bounds";
    /** Values that span more than so many times the smallest are drawn logarithmically. */
    private static final double LOGARITHMIC = 200;
    /** Share of the distance between two places that the series of one place are spread over. */
    private static final double SPREAD = 0.5;

    private final ReproductionOutcome outcome;
    private final List<PaperRow> rows;
    private final Panel.Dimension across;

    private OutcomePlot(ReproductionOutcome outcome) {
        this.outcome = outcome;
        this.rows = outcome.rows().stream().filter(row -> row.x() != null).toList();
        this.across = across();
    }

    /** @throws IllegalArgumentException when no row is plotted */
    public static Figure of(ReproductionOutcome outcome) {
        if (!outcome.plotted()) {
            throw new IllegalArgumentException(outcome.name() + " is a table without an axis; it has no plot");
        }
        return new OutcomePlot(outcome).figure();
    }

    private Figure figure() {
        Set<String> parts = new LinkedHashSet<>();
        rows.forEach(row -> parts.add(row.part()));
        List<Panel> panels = parts.stream().map(this::panel).toList();
        return new Figure(outcome.name() + ": " + outcome.title(), List.of(outcome.source(), LEGEND), panels);
    }

    /** Places are counts: failed links, a radix. The axis of those far from 0 does not begin there. */
    private Panel.Dimension across() {
        double last = places().max().orElse(1);
        double first = places().min().orElse(0);
        double from = first > last / 2 ? first : 0;
        double margin = from == last ? 1 : (last - from) / 20;
        Axis axis = new Axis(from - margin, last + margin, false);
        boolean whole = places().allMatch(x -> x == StrictMath.rint(x));
        return new Panel.Dimension(outcome.axis(), axis, whole ? axis.wholeTicks() : axis.ticks());
    }

    private DoubleStream places() {
        return rows.stream().mapToDouble(PaperRow::x);
    }

    /** A part is named by its quantity, or by a topic, a colon and its quantity. */
    private Panel panel(String part) {
        List<PaperRow> of = rows.stream().filter(row -> row.part().equals(part)).toList();
        int colon = part.lastIndexOf(": ");
        Axis axis = vertical(of);
        Panel.Dimension up = new Panel.Dimension(part.substring(colon < 0 ? 0 : colon + 2), axis);
        return new Panel(colon < 0 ? "" : part.substring(0, colon), across, up, series(of), false);
    }

    private List<Panel.Series> series(List<PaperRow> of) {
        Set<String> names = new LinkedHashSet<>();
        of.forEach(row -> names.add(row.series()));
        double step = of.stream().anyMatch(row -> row.low() != null) ? SPREAD * gap(of) / names.size() : 0;
        List<Panel.Series> all = new ArrayList<>();
        for (String name : names) {
            double shift = step * (all.size() - (names.size() - 1) / 2.0);
            List<Panel.Point> points = new ArrayList<>();
            of.stream().filter(row -> row.series().equals(name)).forEach(row -> points(row, row.x() + shift, points));
            all.add(new Panel.Series(name, points));
        }
        return all;
    }

    /** The smallest distance between two places, but no more than a fifteenth of the axis. */
    private double gap(List<PaperRow> of) {
        double[] places =
                of.stream().mapToDouble(PaperRow::x).sorted().distinct().toArray();
        double gap = (across.axis().to() - across.axis().from()) / 15;
        for (int i = 1; i < places.length; i++) {
            gap = StrictMath.min(gap, places[i] - places[i - 1]);
        }
        return gap;
    }

    private static void points(PaperRow row, double x, List<Panel.Point> points) {
        if (row.ours() != null) {
            points.add(new Panel.Point(x, row.ours(), row.low(), row.high(), Panel.Mark.FULL));
        }
        if (row.paper() != null) {
            Panel.Mark mark =
                    switch (row.paper().relation()) {
                        case '<' -> Panel.Mark.BELOW;
                        case '>' -> Panel.Mark.ABOVE;
                        default -> Panel.Mark.CROSS;
                    };
            points.add(new Panel.Point(x, row.paper().value(), null, null, mark));
        }
    }

    private static Axis vertical(List<PaperRow> rows) {
        double most = 0;
        double least = Double.MAX_VALUE;
        for (PaperRow row : rows) {
            for (Double value : values(row)) {
                most = StrictMath.max(most, value);
                least = StrictMath.min(least, value);
            }
        }
        if (least > 0 && most / least > LOGARITHMIC) {
            return Axis.logarithmic(least, most);
        }
        Axis whole = Axis.upTo(most);
        for (PaperRow row : rows) {
            least = row.low() == null ? least : StrictMath.min(least, row.low());
        }
        if (least < 0 || least < 0.5 * whole.to()) {
            return new Axis(least < 0 ? -Axis.upTo(-least).to() : 0, whole.to(), false);
        }
        Axis part = Axis.upTo(1.1 * (whole.to() - least)); // high values: the upper end of the axis alone
        return part.to() >= whole.to() ? whole : new Axis(whole.to() - part.to(), whole.to(), false);
    }

    private static List<Double> values(PaperRow row) {
        List<Double> values = new ArrayList<>();
        if (row.ours() != null) {
            values.add(row.ours());
        }
        if (row.high() != null) {
            values.add(row.high());
        }
        if (row.paper() != null) {
            values.add(row.paper().value());
        }
        return values;
    }
}

package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.reweave.emulator.sweep.Axis;

/**
 * An outcome's plotted rows as one SVG that needs nothing else, a panel per part: ours as lines with their intervals,
 * the paper's values as hollow diamonds, a triangle where it prints a bound.
 */
public final class OutcomePlot {
    private static final String[] COLOURS = {
        "#4269d0", "#ff725c", "#3ca951", "#a463f2", "#efb118", "#6cc5b0", "#9c6b4e", "#ff8ab7", "#97bbf5", "#9498a0"
    };
    private static final String LEGEND =
            "lines: ours, bars: intervals; diamonds: the paper's values, triangles: its bounds";
    private static final int WIDTH = 560;
    private static final int HEIGHT = 300;
    private static final int LEFT = 80;
    private static final int TOP = 108;
    /** Values that span more than so many times the smallest are drawn logarithmically. */
    private static final double LOGARITHMIC = 200;

    private final Outcome outcome;
    private final List<Row> rows;
    private final StringBuilder svg = new StringBuilder();
    private Axis across;
    private double zero;
    private Axis up;
    private int top;

    private OutcomePlot(Outcome outcome) {
        this.outcome = outcome;
        this.rows = outcome.rows().stream().filter(row -> row.x() != null).toList();
    }

    /** @throws IllegalArgumentException when no row is plotted */
    public static String of(Outcome outcome) {
        if (!outcome.plotted()) {
            throw new IllegalArgumentException(outcome.name() + " is a table without an axis; it has no plot");
        }
        return new OutcomePlot(outcome).draw();
    }

    private String draw() {
        Set<String> parts = new LinkedHashSet<>();
        rows.forEach(row -> parts.add(row.part()));
        double last = rows.stream().mapToDouble(Row::x).max().orElse(1);
        double first = rows.stream().mapToDouble(Row::x).min().orElse(0);
        zero = first > last / 2 ? first - 1 : 0;
        across = Axis.upTo(last - zero);
        top = TOP;
        for (String part : parts) {
            panel(part, rows.stream().filter(row -> row.part().equals(part)).toList());
        }
        String head = format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%1$d\" height=\"%2$d\""
                        + " font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#222\">%n"
                        + "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n",
                LEFT + WIDTH + 230, top);
        String body = svg.toString();
        svg.setLength(0);
        text(LEFT, 26, "start", "font-size=\"16\" font-weight=\"600\"", outcome.name());
        text(LEFT, 44, "start", "", outcome.title());
        text(LEFT, 60, "start", "fill=\"#666\"", outcome.source());
        text(LEFT, 76, "start", "fill=\"#666\"", LEGEND);
        return head + svg + body + "</svg>\n";
    }

    private void panel(String part, List<Row> panelRows) {
        up = vertical(panelRows);
        text(LEFT, top - 8, "start", "font-weight=\"600\"", part);
        for (double tick : up.ticks()) {
            line(LEFT, y(tick), LEFT + WIDTH, y(tick), "#e4e4e4", 1);
            text(LEFT - 6, y(tick) + 4, "end", "fill=\"#666\"", Axis.number(tick));
        }
        for (double tick : across.ticks()) {
            double x = LEFT + across.place(tick) * WIDTH;
            line(x, top + HEIGHT, x, top + HEIGHT + 4, "#888", 1);
            text(x, top + HEIGHT + 18, "middle", "fill=\"#666\"", Axis.number(tick + zero));
        }
        line(LEFT, top + HEIGHT, LEFT + WIDTH, top + HEIGHT, "#888", 1);
        text(LEFT + WIDTH / 2.0, top + HEIGHT + 34, "middle", "fill=\"#444\"", outcome.axis());
        Set<String> series = new LinkedHashSet<>();
        panelRows.forEach(row -> series.add(row.series()));
        int i = 0;
        for (String one : series) {
            String colour = COLOURS[i % COLOURS.length];
            int legend = top + 12 + 18 * i++;
            circle(LEFT + WIDTH + 16, legend - 4, colour);
            text(LEFT + WIDTH + 26, legend, "start", "", one);
            curve(panelRows.stream().filter(row -> row.series().equals(one)).toList(), colour);
        }
        top += StrictMath.max(HEIGHT, 18 * series.size()) + 76;
    }

    private static Axis vertical(List<Row> rows) {
        double most = 0;
        double least = Double.MAX_VALUE;
        for (Row row : rows) {
            for (Double value : values(row)) {
                most = StrictMath.max(most, value);
                least = StrictMath.min(least, value);
            }
        }
        if (least > 0 && most / least > LOGARITHMIC) {
            return Axis.logarithmic(least, most);
        }
        Axis whole = Axis.upTo(most);
        if (least < 0 || least < 0.5 * whole.to()) {
            return new Axis(least < 0 ? -Axis.upTo(-least).to() : 0, whole.to(), false);
        }
        Axis part = Axis.upTo(1.1 * (whole.to() - least)); // high values: the upper end of the axis alone
        return part.to() >= whole.to() ? whole : new Axis(whole.to() - part.to(), whole.to(), false);
    }

    private static List<Double> values(Row row) {
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

    private void curve(List<Row> points, String colour) {
        StringBuilder path = new StringBuilder();
        for (Row row : points) {
            if (row.ours() != null) {
                path.append(format("%.1f,%.1f ", x(row), y(row.ours())));
            }
        }
        svg.append(format(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>%n",
                path.toString().strip(), colour));
        for (Row row : points) {
            if (row.low() != null && row.high() != null) {
                line(x(row), y(row.low()), x(row), y(row.high()), colour, 3);
            }
            if (row.ours() != null) {
                circle(x(row), y(row.ours()), colour);
            }
            if (row.paper() != null) {
                mark(row, colour);
            }
        }
    }

    private void mark(Row row, String colour) {
        double x = x(row);
        double y = y(row.paper().value());
        String shape =
                switch (row.paper().relation()) {
                    case '<' -> format("%.1f,%.1f %.1f,%.1f %.1f,%.1f", x - 5, y, x + 5, y, x, y + 8);
                    case '>' -> format("%.1f,%.1f %.1f,%.1f %.1f,%.1f", x - 5, y, x + 5, y, x, y - 8);
                    default ->
                        format("%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f", x - 6, y, x, y - 6, x + 6, y, x, y + 6);
                };
        svg.append(
                format("<polygon points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>%n", shape, colour));
    }

    private double x(Row row) {
        return LEFT + across.place(row.x() - zero) * WIDTH;
    }

    private double y(double value) {
        return top + (1 - up.place(value)) * HEIGHT;
    }

    private void circle(double x, double y, String colour) {
        svg.append(format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>%n", x, y, colour));
    }

    private void line(double x1, double y1, double x2, double y2, String colour, int width) {
        svg.append(format(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%d\"/>%n",
                x1, y1, x2, y2, colour, width));
    }

    private void text(double x, double y, String anchor, String more, String content) {
        String escaped = content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        svg.append(
                format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>%n", x, y, anchor, more, escaped));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}

package org.reweave.emulator.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * The curves of a sweep as one SVG that needs nothing else: accepted over offered load on the left, mean total latency
 * over offered load, logarithmic, on the right. Bars are 95% intervals, hollow circles loads at which some run did not
 * empty the network, dashed lines saturation.
 */
public final class SvgPlot {
    private static final String[] COLOURS = {
        "#4269d0", "#ff725c", "#3ca951", "#a463f2", "#efb118", "#6cc5b0", "#9c6b4e", "#ff8ab7", "#97bbf5", "#9498a0"
    };
    private static final String MEANINGS =
            "bars: 95% confidence intervals; hollow: not every run emptied the network; dashed: saturation; dotted: accepted = offered";
    private static final int WIDTH = 470;
    private static final int HEIGHT = 360;
    private static final int LEFT = 70;
    private static final int TOP = 84;

    private final List<Curve> curves;
    private final DoubleFunction<String> time;
    private final StringBuilder svg = new StringBuilder();

    /** @param time writes nanoseconds for people */
    public SvgPlot(List<Curve> curves, DoubleFunction<String> time) {
        this.curves = curves;
        this.time = time;
    }

    /**
     * @param title above both plots
     * @param subtitle below it
     */
    public String draw(String title, String subtitle) {
        int legend = curves.size() > 1 ? curves.size() : 0;
        int height = TOP + HEIGHT + 84 + 18 * legend;
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%1$d\" height=\"%2$d\""
                        + " font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#222\">%n"
                        + "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n",
                2 * (LEFT + WIDTH) + 40,
                height));
        text(LEFT, 26, "start", "font-size=\"17\" font-weight=\"600\"", title);
        text(LEFT, 46, "start", "fill=\"#666\"", subtitle);
        Axis loads = Axis.upTo(largest(CurvePoint::offered, 0.01));
        Axis accepted = Axis.upTo(StrictMath.max(largest(CurvePoint::accepted, 0.01), 0.01));
        panel(LEFT, "accepted load", loads, accepted, Axis::number, CurvePoint::accepted);
        latencyPanel(2 * LEFT + WIDTH, loads);
        text(LEFT, TOP + HEIGHT + 62, "start", "fill=\"#666\"", MEANINGS);
        for (int i = 0; i < legend; i++) {
            int y = TOP + HEIGHT + 84 + 18 * i;
            svg.append(String.format(
                    Locale.ROOT, "<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"%s\"/>%n", LEFT + 6, y - 4, colour(i)));
            text(LEFT + 18, y, "start", "", curves.get(i).label());
        }
        return svg.append("</svg>\n").toString();
    }

    private void latencyPanel(int x, Axis loads) {
        double least = Double.MAX_VALUE;
        for (Curve curve : curves) {
            for (CurvePoint point : curve.points()) {
                Double mean = point.total().mean().mean();
                least = mean == null || mean <= 0 ? least : StrictMath.min(least, mean);
            }
        }
        if (least == Double.MAX_VALUE) {
            text(x, TOP + HEIGHT / 2, "start", "fill=\"#666\"", "no packet was measured");
            return;
        }
        Axis latencies = Axis.logarithmic(least, largest(point -> point.total().mean(), least));
        panel(x, "total latency, mean", loads, latencies, time, point -> point.total()
                .mean());
    }

    private double largest(Function<CurvePoint, Estimate> value, double atLeast) {
        double max = atLeast;
        for (Curve curve : curves) {
            for (CurvePoint point : curve.points()) {
                Double mean = value.apply(point).mean();
                max = mean == null ? max : StrictMath.max(max, mean);
            }
        }
        return max;
    }

    private static String colour(int curve) {
        return COLOURS[curve % COLOURS.length];
    }

    private void panel(
            int x,
            String title,
            Axis across,
            Axis up,
            DoubleFunction<String> label,
            Function<CurvePoint, Estimate> value) {
        text(x, TOP - 10, "start", "font-weight=\"600\"", title);
        for (double tick : up.ticks()) {
            double y = y(up, tick);
            line(x, y, x + WIDTH, y, "#e4e4e4", "");
            text(x - 6, y + 4, "end", "fill=\"#666\"", label.apply(tick));
        }
        for (double tick : across.ticks()) {
            double tickX = x + across.place(tick) * WIDTH;
            line(tickX, TOP + HEIGHT, tickX, TOP + HEIGHT + 4, "#888", "");
            text(tickX, TOP + HEIGHT + 18, "middle", "fill=\"#666\"", Axis.number(tick));
        }
        line(x, TOP + HEIGHT, x + WIDTH, TOP + HEIGHT, "#888", "");
        text(x + WIDTH / 2.0, TOP + HEIGHT + 36, "middle", "fill=\"#444\"", "offered load");
        if (!up.logarithmic()) {
            double end = StrictMath.min(across.to(), up.to());
            line(x, y(up, 0), x + across.place(end) * WIDTH, y(up, end), "#bbb", "stroke-dasharray=\"2 4\"");
        }
        for (int i = 0; i < curves.size(); i++) {
            saturation(x, across, curves.get(i), colour(i));
            curve(x, across, up, curves.get(i), colour(i), value);
        }
    }

    private void saturation(int x, Axis across, Curve curve, String colour) {
        Saturation saturation = curve.saturation();
        if (saturation != null
                && saturation.load().mean() != null
                && saturation.load().mean() <= across.to()) {
            double at = x + across.place(saturation.load().mean()) * WIDTH;
            line(at, TOP, at, TOP + HEIGHT, colour, "stroke-dasharray=\"6 4\" opacity=\"0.7\"");
        }
    }

    private void curve(int x, Axis across, Axis up, Curve curve, String colour, Function<CurvePoint, Estimate> value) {
        Map<Double, CurvePoint> byX = new TreeMap<>();
        for (CurvePoint point : curve.points()) {
            if (point.offered().mean() != null && value.apply(point).mean() != null) {
                byX.put(x + across.place(point.offered().mean()) * WIDTH, point);
            }
        }
        List<String> path = new ArrayList<>();
        byX.forEach((at, point) -> path.add(String.format(
                Locale.ROOT, "%.1f,%.1f", at, y(up, value.apply(point).mean()))));
        svg.append(String.format(
                Locale.ROOT,
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n",
                String.join(" ", path),
                colour));
        byX.forEach((at, point) -> mark(at, up, value.apply(point), point.completed(), colour));
    }

    private void mark(double x, Axis up, Estimate estimate, boolean completed, String colour) {
        if (estimate.halfWidth() != null) {
            double low = y(up, estimate.mean() - estimate.halfWidth());
            double high = y(up, estimate.mean() + estimate.halfWidth());
            line(x, low, x, high, colour, "stroke-width=\"1.5\"");
        }
        svg.append(String.format(
                Locale.ROOT,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"/>%n",
                x,
                y(up, estimate.mean()),
                completed ? colour : "#fff",
                colour));
    }

    private static double y(Axis up, double value) {
        return TOP + (1 - up.place(value)) * HEIGHT;
    }

    private void line(double x1, double y1, double x2, double y2, String colour, String more) {
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" %s/>%n",
                x1,
                y1,
                x2,
                y2,
                colour,
                more));
    }

    private void text(double x, double y, String anchor, String more, String content) {
        String escaped = content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>%n",
                x,
                y,
                anchor,
                more,
                escaped));
    }
}

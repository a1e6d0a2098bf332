package org.reweave.routing.layout;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.reweave.routing.topology.Fabric;

/** A fabric as one SVG that needs nothing else: switches, the cables between them, and how many NICs a switch has. */
public final class FabricDrawing {
    private static final double LARGEST = 1400;
    private static final double MOST_PER_UNIT = 90;
    private static final double MARGIN = 30;
    private static final double CHARACTER = 6.6;
    private static final int LONGEST_NAME = 40;
    private static final double LINE = 18;
    private static final double HEAD = 0.66;
    private static final double NUMBER = 0.4;

    private final Fabric fabric;
    private final Layout layout;
    private final double unit;
    private final double margin;
    private final RouteMarks marks; // null = none
    private final double most; // paths on a link
    private final List<String> labels; // by switch
    private final boolean named; // whether all labels of switches have room

    private FabricDrawing(Fabric fabric, RouteMarks marks) {
        this.fabric = fabric;
        this.marks = marks;
        this.most = marks == null ? 0 : marks.most();
        this.layout = Layout.of(fabric);
        this.labels = labels(fabric);
        double extent = Math.max(1, Math.max(layout.width(), layout.height()));
        int longest = labels.stream().mapToInt(String::length).max().orElse(0);
        double room = longest <= LONGEST_NAME ? longest * CHARACTER + 1 : 0; // of a name
        this.unit = Math.min(Math.max(MOST_PER_UNIT, room), LARGEST / extent);
        this.named = room > 0 && room <= unit;
        this.margin = Math.max(MARGIN, named ? room / 2 : 0)
                + unit * Arrays.stream(layout.bow()).map(Math::abs).max().orElse(0);
    }

    /** Names of the switches, for people: their descriptions where each has a short one of its own. */
    private static List<String> labels(Fabric fabric) {
        List<String> names = fabric.deviceNames().subList(0, fabric.switchCount());
        List<String> descriptions =
                IntStream.range(0, names.size()).mapToObj(fabric::description).toList();
        long own = descriptions.stream()
                .filter(one -> !one.isEmpty() && one.length() <= LONGEST_NAME)
                .distinct()
                .count();
        return own == names.size() ? descriptions : names;
    }

    /** The same fabric gives the same text on every machine. */
    public static String svg(Fabric fabric) {
        return new FabricDrawing(fabric, null).svg();
    }

    /** The fabric with what tables do to it: paths on links, failed elements, a cycle, ways. */
    public static String svg(RouteMarks marks) {
        return new FabricDrawing(marks.fabric(), marks).svg();
    }

    private String svg() {
        List<RouteMarks.Line> lines = marks == null ? List.of() : marks.legend(most);
        String title = escaped(marks == null ? fabric.name() : marks.title());
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%1$.0f\" height=\"%2$.0f\""
                        + " font-family=\"sans-serif\" role=\"img\" aria-label=\"%s\">\n<title>%3$s</title>\n"
                        + "<desc>%d switches, %d NICs, %d links</desc>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                layout.width() * unit + 2 * margin,
                layout.height() * unit + 2 * margin + lines.size() * LINE,
                title,
                fabric.switchCount(),
                fabric.nicCount(),
                fabric.linkCount()));
        text.append(String.format(
                Locale.ROOT,
                "<g fill=\"none\" stroke=\"#7f93ad\" stroke-width=\"%.2f\">\n",
                Math.max(0.4, Math.min(1.8, unit * 0.03))));
        for (int link = 0; link < fabric.linkCount(); link++) {
            if (fabric.isTrunk(link)) {
                link(link, text);
            }
        }
        text.append("</g>\n");
        if (marks != null) {
            marks.cycle().forEach(directed -> arrow(directed, RouteMarks.CYCLE, text));
            for (int i = 0; i < marks.ways().size(); i++) {
                RouteMarks.Style style = RouteMarks.way(i);
                marks.ways().get(i).forEach(directed -> arrow(directed, style, text));
            }
        }
        text.append("<g fill=\"#2768b0\" stroke=\"#fff\">\n");
        int[] nics = new int[fabric.switchCount()];
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int at = fabric.attachedSwitch(fabric.nicDevice(nic));
            if (at >= 0) {
                nics[at]++;
            }
        }
        for (int s = 0; s < fabric.switchCount(); s++) {
            device(s, nics[s], text);
        }
        text.append("</g>\n");
        if (marks != null) {
            marks.hottest().forEach(directed -> number(directed, text));
        }
        for (int i = 0; i < lines.size(); i++) {
            legend(lines.get(i), layout.height() * unit + 2 * margin + i * LINE, text);
        }
        return text.append("</svg>\n").toString();
    }

    private double x(int device) {
        return margin + layout.x()[device] * unit;
    }

    private double y(int device) {
        return margin + layout.y()[device] * unit;
    }

    private void link(int link, StringBuilder text) {
        String style = marks == null ? "" : style(marks.style(link, most, Math.max(0.5, Math.min(4.5, unit * 0.07))));
        String name = fabric.linkTitle(link) + (marks == null ? "" : marks.words(link));
        text.append(String.format(
                Locale.ROOT, "<path d=\"%s\"%s><title>%s</title></path>\n", curve(2 * link), style, escaped(name)));
    }

    private static String style(RouteMarks.Style style) {
        return String.format(
                Locale.ROOT,
                " stroke=\"%s\" stroke-width=\"%.2f\"%s",
                style.colour(),
                style.width(),
                style.dashed() ? " stroke-dasharray=\"5 4\"" : "");
    }

    /** Places of a directed link's curve: x and y of its begin, its control point and its end. */
    private double[] places(int directed) {
        int link = directed >> 1;
        int a = fabric.linkDevice(link, directed & 1);
        int b = fabric.linkDevice(link, directed & 1 ^ 1);
        double dx = x(b) - x(a);
        double dy = y(b) - y(a);
        double side = (directed & 1) == 0 ? 1 : -1;
        // The control point of a curve is twice as far from the line as the curve's middle.
        double bow = side * 2 * layout.bow()[link] * unit / Math.max(1e-9, StrictMath.sqrt(dx * dx + dy * dy));
        return new double[] {x(a), y(a), (x(a) + x(b)) / 2 - dy * bow, (y(a) + y(b)) / 2 + dx * bow, x(b), y(b)};
    }

    private String curve(int directed) {
        double[] p = places(directed);
        return String.format(Locale.ROOT, "M%.1f %.1fQ%.1f %.1f %.1f %.1f", p[0], p[1], p[2], p[3], p[4], p[5]);
    }

    /** A coordinate on a curve: t = 0 at its begin, 1 at its end. */
    private static double along(double t, double begin, double control, double end) {
        return (1 - t) * (1 - t) * begin + 2 * (1 - t) * t * control + t * t * end;
    }

    /** How many paths a directed link has, beside where it is left. */
    private void number(int directed, StringBuilder text) {
        double[] p = places(directed);
        text(
                along(NUMBER, p[0], p[2], p[4]),
                along(NUMBER, p[1], p[3], p[5]) + 4,
                "middle",
                marks.paths(directed),
                text);
    }

    /** A directed link as a thick line with a head behind its middle, so that two directions have a head each. */
    private void arrow(int directed, RouteMarks.Style style, StringBuilder text) {
        double[] p = places(directed);
        double headX = along(HEAD, p[0], p[2], p[4]);
        double headY = along(HEAD, p[1], p[3], p[5]);
        double dx = (1 - HEAD) * (p[2] - p[0]) + HEAD * (p[4] - p[2]);
        double dy = (1 - HEAD) * (p[3] - p[1]) + HEAD * (p[5] - p[3]);
        double scale = Math.max(4, Math.min(9, unit * 0.16)) / Math.max(1e-9, StrictMath.sqrt(dx * dx + dy * dy));
        dx *= scale;
        dy *= scale;
        text.append(String.format(
                Locale.ROOT,
                "<path class=\"%s\" d=\"%s\" fill=\"none\"%s/><polygon points=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f\" fill=\"%s\"/>\n",
                style.name(),
                curve(directed),
                style(style),
                headX + dx,
                headY + dy,
                headX - dx - dy,
                headY - dy + dx,
                headX - dx + dy,
                headY - dy - dx,
                style.colour()));
    }

    private void device(int device, int nics, StringBuilder text) {
        String name = escaped(fabric.deviceTitle(device));
        boolean failed = marks != null && marks.failed(device);
        text.append(String.format(
                Locale.ROOT,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"%s><title>%s: %d NICs%s</title></circle>\n",
                x(device),
                y(device),
                Math.max(1.5, Math.min(11, unit * 0.2)),
                failed ? " fill=\"#fff\"" + style(RouteMarks.FAILED) : "",
                name,
                nics,
                failed ? ", failed" : ""));
        if (named) {
            text(x(device), y(device) - Math.min(11, unit * 0.2) - 4, "middle", labels.get(device), text);
        }
    }

    private static void legend(RouteMarks.Line line, double y, StringBuilder text) {
        text.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%3$.1f\"%s/>\n",
                MARGIN,
                MARGIN + 34,
                y,
                style(line.style())));
        text(MARGIN + 42, y + 4, "start", line.words(), text);
    }

    private static void text(double x, double y, String anchor, String words, StringBuilder text) {
        text.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"11\" fill=\"#222\" stroke=\"#fff\""
                        + " stroke-width=\"3\" paint-order=\"stroke\">%s</text>\n",
                x,
                y,
                anchor,
                escaped(words)));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replaceAll("[\\p{Cntrl}\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069\\uFFFE\\uFFFF]", "?");
    }
}

package org.reweave.routing.layout;

import java.util.Arrays;
import java.util.Locale;
import org.reweave.routing.topology.Fabric;

/** A fabric as one SVG that needs nothing else: switches, the cables between them, and how many NICs a switch has. */
public final class FabricDrawing {
    private static final double LARGEST = 1400;
    private static final double MOST_PER_UNIT = 90;
    private static final double MARGIN = 30;
    private static final double CHARACTER = 6.6;
    private static final int LONGEST_NAME = 40;

    private final Fabric fabric;
    private final Layout layout;
    private final double unit;
    private final double margin;

    private FabricDrawing(Fabric fabric) {
        this.fabric = fabric;
        this.layout = Layout.of(fabric);
        double extent = Math.max(1, Math.max(layout.width(), layout.height()));
        this.unit = Math.min(MOST_PER_UNIT, LARGEST / extent);
        this.margin =
                MARGIN + unit * Arrays.stream(layout.bow()).map(Math::abs).max().orElse(0);
    }

    /** The same fabric gives the same text on every machine. */
    public static String svg(Fabric fabric) {
        return new FabricDrawing(fabric).svg();
    }

    private String svg() {
        String title = escaped(fabric.name());
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%1$.0f\" height=\"%2$.0f\""
                        + " font-family=\"sans-serif\" role=\"img\" aria-label=\"%s\">\n<title>%3$s</title>\n"
                        + "<desc>%d switches, %d NICs, %d links</desc>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                layout.width() * unit + 2 * margin,
                layout.height() * unit + 2 * margin,
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
        text.append("</g>\n<g fill=\"#2768b0\" stroke=\"#fff\">\n");
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
        return text.append("</g>\n</svg>\n").toString();
    }

    private double x(int device) {
        return margin + layout.x()[device] * unit;
    }

    private double y(int device) {
        return margin + layout.y()[device] * unit;
    }

    private void link(int link, StringBuilder text) {
        int a = fabric.linkDevice(link, 0);
        int b = fabric.linkDevice(link, 1);
        double dx = x(b) - x(a);
        double dy = y(b) - y(a);
        // The control point of a curve is twice as far from the line as the curve's middle.
        double bow = 2 * layout.bow()[link] * unit / Math.max(1e-9, StrictMath.sqrt(dx * dx + dy * dy));
        text.append(String.format(
                Locale.ROOT,
                "<path d=\"M%.1f %.1fQ%.1f %.1f %.1f %.1f\"><title>%s</title></path>\n",
                x(a),
                y(a),
                (x(a) + x(b)) / 2 - dy * bow,
                (y(a) + y(b)) / 2 + dx * bow,
                x(b),
                y(b),
                escaped(fabric.linkName(link))));
    }

    private void device(int device, int nics, StringBuilder text) {
        String name = escaped(fabric.deviceName(device));
        text.append(String.format(
                Locale.ROOT,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>%s: %d NICs</title></circle>\n",
                x(device),
                y(device),
                Math.max(1.5, Math.min(11, unit * 0.2)),
                name,
                nics));
        String shown = fabric.deviceName(device);
        if (shown.length() <= LONGEST_NAME && shown.length() * CHARACTER < unit) {
            text.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"11\" fill=\"#222\" stroke=\"#fff\""
                            + " stroke-width=\"3\" paint-order=\"stroke\">%s</text>\n",
                    x(device),
                    y(device) - Math.min(11, unit * 0.2) - 4,
                    name));
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replaceAll("[\\p{Cntrl}\\uFFFE\\uFFFF]", "?");
    }
}

package org.reweave.routing.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * What routing tables do, for a {@link FabricDrawing}.
 *
 * @param title of the drawing
 * @param load paths, by directed link ({@code 2 * link + sending end}); 0 on links of NICs
 * @param hottest directed links whose numbers of paths are written on them
 * @param cycle directed links whose channels wait for each other; empty = none
 * @param ways of pairs, as directed links
 * @param names of the ways, for the legend
 */
public record RouteMarks(
        Fabric fabric,
        Faults faults,
        String title,
        List<Double> load,
        List<Integer> hottest,
        List<Integer> cycle,
        List<List<Integer>> ways,
        List<String> names) {
    static final Style FAILED = new Style("failed", "#c22f3d", 1.6, true);
    static final Style CYCLE = new Style("cycle", "#d85fae", 8, false);
    private static final List<String> WAYS = List.of("#16202c", "#0b7a6a", "#6a3fb5");
    private static final String UNUSED = "#c9d2de";
    /**
     * Colours of links, from few paths to many. The lightness falls all the way, so that a print without colours tells
     * the same.
     */
    private static final List<String> TONES = List.of("#8fb4dd", "#5d92cf", "#3d72b8", "#b8791c", "#c2541f", "#a8222f");

    /** How a line looks. */
    record Style(String name, String colour, double width, boolean dashed) {}

    /** A line of the legend. */
    record Line(Style style, String words) {}

    public RouteMarks {
        hottest = List.copyOf(hottest);
        cycle = List.copyOf(cycle);
        ways = List.copyOf(ways);
        names = List.copyOf(names);
    }

    /** How the way of a pair looks, by its place in the list. */
    static Style way(int number) {
        return new Style("way", WAYS.get(number % WAYS.size()), 3, false);
    }

    boolean failed(int device) {
        return !faults.deviceUp(device);
    }

    private boolean down(int link) {
        return !faults.linkUp(fabric, link);
    }

    private double busier(int link) {
        return Math.max(load.get(2 * link), load.get(2 * link + 1));
    }

    /** The most paths on a link between switches in one direction. */
    double most() {
        double most = 0;
        for (int link = 0; link < fabric.linkCount(); link++) {
            most = Math.max(most, busier(link));
        }
        return most;
    }

    /** @param widest width of the link with the most paths */
    Style style(int link, double most, double widest) {
        if (down(link)) {
            return FAILED;
        }
        double share = most == 0 ? 0 : busier(link) / most;
        return new Style("load", tone(share), widest * (0.3 + 0.7 * share), false);
    }

    private static String tone(double share) {
        return share == 0 ? UNUSED : TONES.get((int) Math.min(TONES.size() - 1.0, share * TONES.size()));
    }

    /** Paths in both directions, behind the name of a link. */
    String words(int link) {
        if (down(link)) {
            return ": down";
        }
        return ": " + paths(2 * link) + " paths from "
                + fabric.deviceName(fabric.linkDevice(link, 0)) + ", " + paths(2 * link + 1)
                + " from " + fabric.deviceName(fabric.linkDevice(link, 1));
    }

    /** The number of paths on a directed link. */
    String paths(int directed) {
        return text(load.get(directed));
    }

    private static String text(double load) {
        return load == Math.rint(load) ? String.valueOf((long) load) : String.format(Locale.ROOT, "%.2f", load);
    }

    List<Line> legend(double most) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(
                new Style("load", tone(1), 4, false), text(most) + " paths, the most on a link in one direction"));
        lines.add(new Line(new Style("load", tone(0.5), 2.6, false), text(Math.ceil(most / 2)) + " paths"));
        lines.add(new Line(new Style("load", UNUSED, 1.2, false), "no path"));
        if (!faults.isEmpty()) {
            lines.add(new Line(FAILED, "failed"));
        }
        if (!cycle.isEmpty()) {
            lines.add(new Line(CYCLE, "a cycle: packets on these " + cycle.size() + " links can wait for each other"));
        }
        for (int i = 0; i < names.size(); i++) {
            lines.add(new Line(way(i), names.get(i)));
        }
        return lines;
    }
}

package org.reweave.emulator.plot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jetbrains.letsPlot.commons.encoding.RGBEncoder;
import org.jetbrains.letsPlot.commons.geometry.DoubleVector;
import org.jetbrains.letsPlot.core.util.PlotSvgExportCommon;
import org.reweave.emulator.plot.Panel.Dimension;
import org.reweave.emulator.plot.Panel.Mark;
import org.reweave.emulator.plot.Panel.Point;
import org.reweave.emulator.plot.Panel.Series;

/** A panel in the words of lets-plot, and as the SVG that lets-plot makes of them. */
final class PanelDrawing {
    private static final List<String> COLOURS = List.of(
            "#4269d0", "#d9482b", "#2f8f3e", "#8d4bd6", "#c48a00", "#2d9c8f", "#9c6b4e", "#d6478f", "#5b8fd9",
            "#70757d");
    /** Circle, square, triangle, diamond and triangle upside down: shapes with an outline and an inside. */
    private static final List<Integer> SHAPES = List.of(21, 22, 24, 23, 25);

    private static final Map<Mark, Integer> UNJOINED = Map.of(Mark.CROSS, 4, Mark.BELOW, 6, Mark.ABOVE, 2);

    /** Columns of a table of points, named like what they decide. */
    private static final List<String> POSITIONS = List.of("x", "y", "ymin", "ymax");

    private static final String SERIES = "series";
    private static final int PLOT_WIDTH = 620;
    private static final int PLOT_HEIGHT = 340;
    private static final int LEGEND_ENTRY = 24;
    private static final double LEGEND_CHARACTER = 7.6;
    /** Identifiers that lets-plot draws at random, in their definitions. */
    private static final Pattern DEFINITION = Pattern.compile("\\bid=\"(\\w+)\"");

    private static final Pattern NAME = Pattern.compile("(?<=\\bid=\"|#)\\w+");

    private PanelDrawing() {}

    static int width(Panel panel) {
        int legend = 0;
        for (Series series : panel.series()) {
            legend = Math.max(legend, Figure.textWidth(series.name(), LEGEND_CHARACTER) + 50);
        }
        return PLOT_WIDTH + (named(panel) ? legend : 0);
    }

    static int height(Panel panel) {
        return Math.max(
                PLOT_HEIGHT, named(panel) ? LEGEND_ENTRY * panel.series().size() + 60 : 0);
    }

    private static boolean named(Panel panel) {
        return panel.series().stream().anyMatch(series -> !series.name().isEmpty());
    }

    /**
     * @param number of the panel in its figure: its identifiers contain it
     * @param x left edge in the figure
     * @param y upper edge in the figure
     */
    static String svg(Panel panel, int number, int x, int y) {
        String drawn = PlotSvgExportCommon.INSTANCE.buildSvgImageFromRawSpecs(
                specification(panel), new DoubleVector(width(panel), height(panel)), NoImages.INSTANCE, false);
        return steady(drawn, "panel" + number + "_").replaceFirst("<svg ", "<svg x=\"" + x + "\" y=\"" + y + "\" ")
                + "\n";
    }

    /** The drawing with identifiers that are numbers instead of random letters. */
    private static String steady(String drawn, String prefix) {
        Map<String, String> names = new HashMap<>();
        Matcher definitions = DEFINITION.matcher(drawn);
        while (definitions.find()) {
            names.putIfAbsent(definitions.group(1), prefix + names.size());
        }
        return NAME.matcher(drawn).replaceAll(found -> names.getOrDefault(found.group(), found.group()));
    }

    /** A chart has no bitmaps. */
    private enum NoImages implements RGBEncoder {
        INSTANCE;

        @Override
        public String toDataUrl(int width, int height, int[] argbValues) {
            throw new IllegalStateException("a chart has no bitmaps");
        }
    }

    private static Map<String, Object> specification(Panel panel) {
        List<String> names = panel.series().stream().map(Series::name).toList();
        List<String> colours = new ArrayList<>();
        List<Integer> shapes = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            colours.add(colour(i));
            shapes.add(SHAPES.get(i % SHAPES.size()));
        }
        List<Object> scales = List.of(
                scale("x", panel.across()),
                scale("y", panel.up()),
                manual("color", names, colours),
                manual("fill", names, colours),
                manual("shape", names, shapes));
        Map<String, Object> plot = map("kind", "plot", "ggtitle", map("text", panel.title()));
        plot.put("theme", map("name", "light", "legend_position", named(panel) ? "right" : "none"));
        plot.put("scales", scales);
        plot.put("layers", layers(panel));
        return plot;
    }

    private static List<Object> layers(Panel panel) {
        List<Object> layers = new ArrayList<>();
        if (panel.diagonal()) {
            layers.add(guide("abline", "dotted", "#888888", map("slope", 1, "intercept", 0)));
        }
        for (int i = 0; i < panel.series().size(); i++) {
            Double at = panel.series().get(i).dashedAt();
            if (at != null && at <= panel.across().axis().to()) {
                layers.add(guide("vline", "dashed", colour(i), map("xintercept", at)));
            }
        }
        boolean unmarked = panel.series().stream()
                .flatMap(series -> series.points().stream())
                .allMatch(point -> point.mark() == Mark.UNMARKED);
        layers.add(layer("line", table(panel, PanelDrawing::isJoined), map("size", 0.9, "show_legend", unmarked)));
        layers.add(intervals(panel));
        layers.add(joined(panel, Mark.FULL));
        layers.add(joined(panel, Mark.HOLLOW));
        UNJOINED.keySet().stream().sorted().forEach(mark -> layers.add(unjoined(panel, mark)));
        return layers;
    }

    private static Map<String, Object> guide(String geometry, String type, String colour, Map<String, Object> place) {
        Map<String, Object> guide = map("geom", geometry, "linetype", type, "color", colour, "show_legend", false);
        guide.putAll(place);
        return guide;
    }

    private static String colour(int series) {
        return COLOURS.get(series % COLOURS.size());
    }

    private static Map<String, Object> scale(String direction, Dimension dimension) {
        Axis axis = dimension.axis();
        Map<String, Object> scale = map("aesthetic", direction, "name", dimension.title());
        scale.put("breaks", dimension.ticks());
        scale.put("labels", dimension.ticks().stream().map(Axis::number).toList());
        scale.put("limits", axis.withMargins(0.03));
        scale.put("expand", List.of(0, 0));
        if (axis.logarithmic()) {
            scale.put("trans", "log10");
        }
        return scale;
    }

    private static Map<String, Object> manual(String aesthetic, List<String> names, List<?> values) {
        return map("aesthetic", aesthetic, "name", "", "discrete", true, "limits", names, "values", values);
    }

    private static Map<String, Object> intervals(Panel panel) {
        Map<String, List<Object>> table = table(panel, point -> point.low() != null && point.high() != null);
        return layer("linerange", table, map("size", 1, "show_legend", false));
    }

    private static Map<String, Object> joined(Panel panel, Mark mark) {
        Map<String, Object> layer = layer("point", table(panel, point -> point.mark() == mark), map("size", 3.6));
        if (mark == Mark.HOLLOW) {
            layer.put("fill", "#ffffff");
            layer.put("show_legend", false);
        }
        return layer;
    }

    private static Map<String, Object> unjoined(Panel panel, Mark mark) {
        return layer(
                "point",
                table(panel, point -> point.mark() == mark),
                map("shape", UNJOINED.get(mark), "size", 4.5, "show_legend", false));
    }

    private static boolean isJoined(Point point) {
        return !UNJOINED.containsKey(point.mark());
    }

    /** Columns of points; where a value or an end of its interval is beyond the axis, the end of the axis. */
    private static Map<String, List<Object>> table(Panel panel, Predicate<Point> which) {
        Map<String, List<Object>> table = new LinkedHashMap<>();
        POSITIONS.forEach(position -> table.put(position, new ArrayList<>()));
        table.put(SERIES, new ArrayList<>());
        Axis up = panel.up().axis();
        for (Series series : panel.series()) {
            for (Point point : series.points()) {
                if (which.test(point)) {
                    table.get("x").add(panel.across().axis().clamp(point.x()));
                    table.get("y").add(up.clamp(point.y()));
                    table.get("ymin").add(up.clamp(point.low() == null ? point.y() : point.low()));
                    table.get("ymax").add(up.clamp(point.high() == null ? point.y() : point.high()));
                    table.get(SERIES).add(series.name());
                }
            }
        }
        return table;
    }

    private static Map<String, Object> layer(
            String geometry, Map<String, List<Object>> table, Map<String, Object> settings) {
        Map<String, Object> mapping = map("color", SERIES, "fill", SERIES, "shape", SERIES);
        POSITIONS.forEach(position -> mapping.put(position, position));
        Map<String, Object> layer = map("geom", geometry, "data", table, "mapping", mapping);
        layer.putAll(settings);
        return layer;
    }

    private static Map<String, Object> map(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}

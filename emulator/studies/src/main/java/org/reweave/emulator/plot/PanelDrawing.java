package org.reweave.emulator.plot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jetbrains.letsPlot.commons.encoding.RGBEncoder;
import org.jetbrains.letsPlot.commons.geometry.DoubleVector;
import org.jetbrains.letsPlot.core.util.PlotSvgExportCommon;
import org.reweave.emulator.plot.Panel.Dimension;
import org.reweave.emulator.plot.Panel.Mark;
import org.reweave.emulator.plot.Panel.Moment;
import org.reweave.emulator.plot.Panel.Point;
import org.reweave.emulator.plot.Panel.Series;

/** A panel in the words of lets-plot, and as the SVG that lets-plot makes of them. */
final class PanelDrawing {
    private static final List<String> COLOURS = List.of(
            "#4269d0", "#d9482b", "#2f8f3e", "#8d4bd6", "#c48a00", "#2d9c8f", "#9c6b4e", "#d6478f", "#5b8fd9",
            "#70757d");
    /** Circle, square, triangle, diamond and triangle upside down: shapes with an outline and an inside. */
    private static final List<Integer> SHAPES = List.of(21, 22, 24, 23, 25);

    /** Kinds of lines, so that series differ where there are no colours. */
    private static final List<String> LINES = List.of("solid", "dashed", "dotted", "dotdash", "longdash", "twodash");

    private static final Map<Mark, Integer> UNJOINED = Map.of(Mark.CROSS, 4, Mark.BELOW, 6, Mark.ABOVE, 2);

    /** Columns of a table of points, named like what they decide. */
    private static final List<String> POSITIONS = List.of("x", "y", "ymin", "ymax");

    private static final String SERIES = "series";
    /** Part of a series between two gaps. */
    private static final String STRETCH = "stretch";

    private static final String LETTER = "letter";
    private static final String COMMON = "#333333";
    /** Marks along a course of many points, which tell it from others where there are no colours. */
    private static final int MARKS_OF_A_COURSE = 9;
    /** Levels of letters at the upper end of a panel, and the height of one as a share of the panel's. */
    private static final int LEVELS = 8;

    private static final double LEVEL = 0.055;
    /** Distance of a letter from its line as a share of the panel's width. */
    private static final double BESIDE = 0.014;

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
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            colours.add(colour(i));
            shapes.add(shape(i));
            lines.add(LINES.get(i % LINES.size()));
        }
        List<Object> scales = List.of(
                scale("x", panel.across()),
                scale("y", panel.up()),
                manual("color", names, colours),
                manual("fill", names, colours),
                manual("shape", names, shapes),
                manual("linetype", names, lines));
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
        moments(panel, panel.moments(), 0, COMMON, null, layers);
        for (int i = 0; i < panel.series().size(); i++) {
            moments(panel, panel.series().get(i).moments(), i + 1, colour(i), shape(i), layers);
        }
        layers.add(layer("line", table(panel, PanelDrawing::isJoined), map("size", 0.9)));
        layers.add(intervals(panel));
        layers.add(layer("point", marksOfCourses(panel), map("size", 2.6)));
        layers.add(joined(panel, Mark.FULL));
        layers.add(joined(panel, Mark.HOLLOW));
        UNJOINED.keySet().stream().sorted().forEach(mark -> layers.add(unjoined(panel, mark)));
        layers.removeIf(layer -> ((Map<?, ?>) layer).get("data") instanceof Map<?, ?> data
                && data.get("x") instanceof List<?> places
                && places.isEmpty());
        return layers;
    }

    /**
     * Vertical lines with a letter at the upper end, and the shape of their series beside it.
     *
     * @param level how many letters' heights below the upper end, so that those of other series have room
     * @param shape null = none
     */
    private static void moments(
            Panel panel, List<Moment> moments, int level, String colour, Integer shape, List<Object> layers) {
        Axis up = panel.up().axis();
        double height = up.at(1 - LEVEL * (level % LEVELS));
        for (Moment moment : moments) {
            double at = moment.at();
            if (at < panel.across().axis().from() || at > panel.across().axis().to()) {
                continue;
            }
            layers.add(guide("vline", "dashed", colour, map("xintercept", at, "size", 0.6)));
            Axis across = panel.across().axis();
            Map<String, Object> text = map(
                    "x",
                    List.of(at),
                    "y",
                    List.of(height),
                    "beside",
                    List.of(across.at(across.place(at) + BESIDE)),
                    LETTER,
                    List.of(moment.letter()));
            Map<String, Object> place = map("x", "beside", "y", "y", "label", LETTER);
            layers.add(map(
                    "geom",
                    "text",
                    "data",
                    text,
                    "mapping",
                    place,
                    "color",
                    colour,
                    "size",
                    5.5,
                    "hjust",
                    0,
                    "show_legend",
                    false));
            if (shape != null) {
                layers.add(map(
                        "geom",
                        "point",
                        "data",
                        text,
                        "mapping",
                        map("x", "x", "y", "y"),
                        "color",
                        colour,
                        "fill",
                        colour,
                        "shape",
                        shape,
                        "size",
                        3,
                        "show_legend",
                        false));
            }
        }
    }

    private static int shape(int series) {
        return SHAPES.get(series % SHAPES.size());
    }

    /** Some points of each course, at other places than those of other courses, and all that stand between two gaps. */
    private static Map<String, List<Object>> marksOfCourses(Panel panel) {
        Set<Point> marked = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < panel.series().size(); i++) {
            List<Point> points = panel.series().get(i).points();
            int step = Math.max(1, points.size() / MARKS_OF_A_COURSE);
            for (int p = 0; p < points.size(); p++) {
                boolean alone = (p == 0 || points.get(p - 1).isGap())
                        && (p == points.size() - 1 || points.get(p + 1).isGap());
                if (alone || p % step == i * step / panel.series().size()) {
                    marked.add(points.get(p));
                }
            }
        }
        return table(panel, point -> point.mark() == Mark.UNMARKED && marked.contains(point));
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
        table.put(STRETCH, new ArrayList<>());
        int stretch = 0;
        Axis up = panel.up().axis();
        for (Series series : panel.series()) {
            stretch++;
            for (Point point : series.points()) {
                if (point.isGap()) {
                    stretch++;
                } else if (which.test(point)) {
                    table.get("x").add(panel.across().axis().clamp(point.x()));
                    table.get("y").add(up.clamp(point.y()));
                    table.get("ymin").add(up.clamp(point.low() == null ? point.y() : point.low()));
                    table.get("ymax").add(up.clamp(point.high() == null ? point.y() : point.high()));
                    table.get(SERIES).add(series.name());
                    table.get(STRETCH).add("" + stretch);
                }
            }
        }
        return table;
    }

    private static Map<String, Object> layer(
            String geometry, Map<String, List<Object>> table, Map<String, Object> settings) {
        Map<String, Object> mapping = map("color", SERIES, "fill", SERIES, "shape", SERIES);
        if (geometry.equals("line")) {
            mapping.putAll(Map.of("linetype", SERIES, "group", STRETCH));
        }
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

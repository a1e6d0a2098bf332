package org.reweave.emulator.plot;

import java.util.List;

/**
 * One coordinate system of a figure.
 *
 * @param title above the panel; may be empty
 * @param across the horizontal dimension
 * @param up the vertical dimension
 * @param series in the order of the legend; a legend is drawn where a series has a name
 * @param diagonal whether a dotted line shows where both dimensions are equal
 * @param moments that all series have in common
 */
public record Panel(
        String title, Dimension across, Dimension up, List<Series> series, boolean diagonal, List<Moment> moments) {
    /**
     * A direction of a panel.
     *
     * @param title quantity and unit
     * @param ticks values on the axis that get a number
     */
    public record Dimension(String title, Axis axis, List<Double> ticks) {
        public Dimension {
            ticks = List.copyOf(ticks);
        }

        public Dimension(String title, Axis axis) {
            this(title, axis, axis.ticks());
        }
    }

    /** How a point looks. Full, hollow and unmarked points of a series are joined by a line, in the order given. */
    public enum Mark {
        FULL,
        HOLLOW,
        /** The line alone: a course of many points. */
        UNMARKED,
        CROSS,
        /** A triangle that points down: a value is below this one. */
        BELOW,
        /** A triangle that points up: a value is above this one. */
        ABOVE
    }

    /**
     * A value. A point whose y is NaN is where nothing was measured: the line has a gap there.
     *
     * @param low lower end of the value's interval; null without one
     * @param high upper end of the value's interval; null without one
     */
    public record Point(double x, double y, Double low, Double high, Mark mark) {
        /** A place of a course at which nothing was measured. */
        public static Point gap(double x) {
            return new Point(x, Double.NaN, null, null, Mark.UNMARKED);
        }

        boolean isGap() {
            return Double.isNaN(y);
        }
    }

    /**
     * A vertical line.
     *
     * @param letter that stands at its upper end
     */
    public record Moment(String letter, double at) {}

    /**
     * Points of one colour, shape and kind of line.
     *
     * @param name in the legend; may be empty
     * @param moments of this series, drawn in its colour and with its shape
     */
    public record Series(String name, List<Point> points, List<Moment> moments) {
        public Series {
            points = List.copyOf(points);
            moments = List.copyOf(moments);
        }

        public Series(String name, List<Point> points) {
            this(name, points, List.of());
        }
    }

    public Panel {
        series = List.copyOf(series);
        moments = List.copyOf(moments);
    }

    public Panel(String title, Dimension across, Dimension up, List<Series> series, boolean diagonal) {
        this(title, across, up, series, diagonal, List.of());
    }
}

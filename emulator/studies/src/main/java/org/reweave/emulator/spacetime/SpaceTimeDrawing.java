package org.reweave.emulator.spacetime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.reweave.emulator.table.Cell;

/**
 * A space-time diagram as one SVG: a column for each device, time downwards, an arrow from cause to event. Each time at
 * which something happened has a row, so that distances say nothing, and the order everything.
 *
 * <p>Source: L. Lamport, Time, Clocks, and the Ordering of Events in a Distributed System, CACM 21(7), 1978, figure 1.
 */
public final class SpaceTimeDrawing {
    /** Columns of a drawing that can be read. */
    public static final int MOST_DEVICES = 24;
    /** Events of a drawing that can be read. */
    public static final int MOST_EVENTS = 600;

    private static final int COLUMN = 190;
    private static final int ROW = 22;
    private static final int TIMES = 96;
    private static final int HEAD = 76;
    private static final int FOOT = 30;
    private static final int LETTERS = 27;
    private static final String INK = "#1d2733";
    private static final String PALE = "#a9b4c2";

    private final String title;
    private final List<Moment> moments;
    private final List<Cause> causes;
    private final Map<String, Integer> column = new LinkedHashMap<>(); // by place
    private final List<Moment> rows = new ArrayList<>(); // the first moment of each row
    private final int[] row; // by moment

    private SpaceTimeDrawing(String title, List<Moment> moments, List<Cause> causes) {
        this.title = title;
        this.moments = moments;
        this.causes = causes;
        this.row = new int[moments.size()];
        Map<String, Integer> latest = new HashMap<>(); // row by place; never iterated
        int first = 0; // row of the present time
        for (int i = 0; i < row.length; i++) {
            Moment moment = moments.get(i);
            column.putIfAbsent(moment.place(), column.size());
            if (rows.isEmpty() || rows.get(rows.size() - 1).at() != moment.at()) {
                first = rows.size();
            }
            row[i] = Math.max(first, latest.getOrDefault(moment.place(), -1) + 1);
            latest.put(moment.place(), row[i]);
            if (row[i] == rows.size()) {
                rows.add(moment);
            }
        }
    }

    /**
     * @param moments in order of time
     * @param causes by the moments' numbers in their list
     * @throws IllegalArgumentException for more moments or places than can be read
     */
    public static String svg(String title, List<Moment> moments, List<Cause> causes) {
        SpaceTimeDrawing drawing = new SpaceTimeDrawing(title, moments, causes);
        if (moments.size() > MOST_EVENTS || drawing.column.size() > MOST_DEVICES) {
            throw new IllegalArgumentException(moments.size() + " events at " + drawing.column.size()
                    + " devices, and a drawing has room for " + MOST_EVENTS + " at " + MOST_DEVICES);
        }
        return drawing.svg();
    }

    private String svg() {
        int width = TIMES + Math.max(1, column.size()) * COLUMN;
        int height = HEAD + rows.size() * ROW + FOOT;
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%1$d\" height=\"%2$d\""
                        + " font-family=\"sans-serif\" font-size=\"11\" role=\"img\">\n<title>%s</title>\n"
                        + "<desc>%d events at %d devices, time downwards; an arrow leads from an event to one that it caused at"
                        + " another device, a dashed one where a copy of the message may have caused it</desc>\n"
                        + "<defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\""
                        + " markerHeight=\"8\" orient=\"auto-start-reverse\"><path d=\"M0 0L10 5L0 10z\" fill=\"#3d72b8\"/>"
                        + "</marker></defs>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                width,
                height,
                escaped(title),
                moments.size(),
                column.size()));
        text(12, 22, "start", INK, "font-size=\"14\" font-weight=\"600\"", title, text);
        column.keySet().forEach(place -> place(place, height, text));
        for (int r = 0; r < rows.size(); r++) {
            if (r == 0 || rows.get(r).at() != rows.get(r - 1).at()) {
                text(TIMES - 14, y(r) + 4, "end", INK, "", rows.get(r).time(), text);
            }
        }
        causes.forEach(cause -> arrow(cause, text));
        for (int i = 0; i < row.length; i++) {
            event(i, text);
        }
        return text.append("</svg>\n").toString();
    }

    private int x(int moment) {
        return middle(column.get(moments.get(moment).place()));
    }

    private static int middle(int column) {
        return TIMES + column * COLUMN + 8;
    }

    private static int y(int row) {
        return HEAD + row * ROW;
    }

    private void place(String place, int height, StringBuilder text) {
        int x = middle(column.get(place));
        text.append(String.format(
                Locale.ROOT,
                "<line x1=\"%d\" x2=\"%1$d\" y1=\"%d\" y2=\"%d\" stroke=\"#d4dbe4\"/>\n",
                x,
                HEAD - 16,
                height - FOOT / 2));
        named(x - 6, HEAD - 24, INK, "font-weight=\"600\"", place, place, text);
    }

    private void arrow(Cause cause, StringBuilder text) {
        double dx = x(cause.to()) - x(cause.from());
        double dy = y(row[cause.to()]) - y(row[cause.from()]);
        double part = 6 / Math.max(6, Math.hypot(dx, dy)); // the head ends at the edge of the dot
        text.append(String.format(
                Locale.ROOT,
                "<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#3d72b8\" stroke-width=\"1.4\""
                        + " marker-end=\"url(#head)\"%s%s/>\n",
                cause.certain() ? "cause" : "possible",
                x(cause.from()),
                y(row[cause.from()]),
                x(cause.to()) - dx * part,
                y(row[cause.to()]) - dy * part,
                cause.certain() ? "" : " stroke-dasharray=\"4 3\"",
                moments.get(cause.to()).pale() ? " opacity=\"0.25\"" : ""));
    }

    private void event(int i, StringBuilder text) {
        Moment moment = moments.get(i);
        if (moment.marked()) {
            text.append(String.format(
                    Locale.ROOT,
                    "<circle cx=\"%d\" cy=\"%d\" r=\"8\" fill=\"none\" stroke=\"#c02a8e\" stroke-width=\"2.5\"/>\n",
                    x(i),
                    y(row[i])));
        }
        text.append(String.format(
                Locale.ROOT,
                "<circle class=\"event\" cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"%s\"/>\n",
                x(i),
                y(row[i]),
                moment.pale() ? PALE : moment.tone().colour()));
        String all = moment.time() + " " + moment.place() + ": " + moment.words();
        named(x(i) + 10, y(row[i]) + 4, moment.pale() ? PALE : INK, "", moment.words(), all, text);
    }

    /** A text that is cut, with all of it where the pointer rests. */
    private static void named(int x, int y, String ink, String style, String words, String all, StringBuilder text) {
        String cut = words.length() <= LETTERS ? words : words.substring(0, LETTERS - 2) + "..";
        text.append("<g><title>").append(escaped(all)).append("</title>");
        text(x, y, "start", ink, style, cut, text);
        text.append("</g>\n");
    }

    private static void text(int x, int y, String anchor, String ink, String style, String words, StringBuilder text) {
        text.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"%s\" stroke=\"#fff\" stroke-width=\"3\""
                        + " paint-order=\"stroke\" %s>%s</text>",
                x,
                y,
                anchor,
                ink,
                style,
                escaped(words)));
    }

    private static String escaped(String text) {
        return Cell.escape(text).replaceAll("[\\p{Cntrl}\\uFFFE\\uFFFF]", "?");
    }
}

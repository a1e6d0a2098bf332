package org.reweave.emulator.plot;

import java.util.List;
import java.util.Locale;

/**
 * Panels below each other under a heading, as one SVG that needs nothing else. The same figure is the same bytes on
 * every machine: sizes of texts are estimated, not measured with the fonts that the machine has.
 *
 * @param title of the figure
 * @param lines of smaller text below the title: source, sample, meaning of the marks
 */
public record Figure(String title, List<String> lines, List<Panel> panels) {
    private static final int MARGIN = 16;
    private static final int LINE = 18;
    private static final int TITLE = 30;
    /** Width of a character of the smaller text, generously. */
    private static final double CHARACTER = 6.6;
    /** The same for the title. */
    private static final double TITLE_CHARACTER = 9.6;

    public Figure {
        lines = List.copyOf(lines);
        panels = List.copyOf(panels);
    }

    public String svg() {
        int width = textWidth(title, TITLE_CHARACTER);
        for (String line : lines) {
            width = Math.max(width, textWidth(line, CHARACTER));
        }
        for (Panel panel : panels) {
            width = Math.max(width, PanelDrawing.width(panel));
        }
        StringBuilder body = new StringBuilder();
        int y = MARGIN + LINE / 2;
        text(body, y, 17, "#222", title);
        y += TITLE - LINE;
        for (String line : lines) {
            y += LINE;
            text(body, y, 12, "#555", line);
        }
        y += LINE;
        for (int i = 0; i < panels.size(); i++) {
            body.append(PanelDrawing.svg(panels.get(i), i, MARGIN, y));
            y += PanelDrawing.height(panels.get(i)) + MARGIN;
        }
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%1$d\" height=\"%2$d\""
                                + " font-family=\"sans-serif\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                        width + 2 * MARGIN,
                        y)
                + body + "</svg>\n";
    }

    /** @param character width of a character, in pixels */
    static int textWidth(String text, double character) {
        return (int) Math.ceil(text.length() * character);
    }

    private static void text(StringBuilder body, int y, int size, String colour, String content) {
        String escaped = content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        body.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"%s\">%s</text>\n",
                MARGIN,
                y,
                size,
                colour,
                escaped));
    }
}

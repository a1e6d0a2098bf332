package org.reweave.emulator.table;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A cell of a table. Text, Markdown and comma-separated values show the cell's text alone.
 *
 * @param text without markup
 * @param html the content in HTML; null = the text, escaped
 * @param style class in HTML; empty = none
 * @param attributes further attributes in HTML, each behind a space
 */
public record Cell(String text, String html, String style, String attributes) {
    private static final Pattern TURNING = Pattern.compile("[\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

    public static Cell of(String text) {
        return new Cell(text, null, "", "");
    }

    /** The same cell in another class of the style sheet. */
    public Cell style(String name) {
        return new Cell(text, html, name, attributes);
    }

    /** The same cell, with an explanation that shows when the pointer rests on the cell. */
    public Cell hint(String explanation) {
        return new Cell(text, html, style, attributes + " title=\"" + escape(explanation) + "\"");
    }

    /** The same cell with a bar behind its text, as long as a part of a whole. */
    public Cell bar(double part, double whole) {
        return new Cell(text, html, "bar", attributes + " " + share(part, whole));
    }

    /** The same cell with other content in HTML. */
    public Cell html(String content) {
        return new Cell(text, content, style, attributes);
    }

    /** A part of a whole, as a variable of the style sheet. */
    public static String share(double part, double whole) {
        return String.format(Locale.ROOT, "style=\"--share:%.1f%%\"", whole > 0 ? 100 * part / whole : 0);
    }

    /** Text as part of a line of GitHub's Markdown, in which neither HTML nor a link, an image or a cell begins. */
    public static String markdown(String text) {
        return text.replaceAll("\\R", " ").replaceAll("[*|<\\[]", "\\\\$0");
    }

    /**
     * Text as HTML and attributes of HTML show the text. A mark that turns the direction of text is written as
     * {@code <U+202E>}: a name must not change how the words after the name read.
     */
    public static String escape(String text) {
        String escaped = text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
        return TURNING.matcher(escaped)
                .replaceAll(mark -> String.format(
                        Locale.ROOT, "&lt;U+%04X&gt;", (int) mark.group().charAt(0)));
    }
}

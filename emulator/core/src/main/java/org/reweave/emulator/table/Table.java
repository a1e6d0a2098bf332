package org.reweave.emulator.table;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table: columns with headings, and rows of cells, which may be grouped into parts with titles. */
public final class Table {
    private static final String GAP = "  "; // between columns of text

    /** @param title empty = none */
    private record Part(String title, List<List<Cell>> rows) {}

    private final List<? extends Column<?>> columns;
    private final List<Part> parts;

    private Table(List<? extends Column<?>> columns, List<Part> parts) {
        this.columns = columns;
        this.parts = parts;
    }

    /** A table with a row for each item. */
    public static <T> Table of(List<Column<T>> columns, Collection<? extends T> items) {
        return inParts(columns, Map.of("", items));
    }

    /** A table with a row for each item, below the title of its part; the parts stay in the order of the map. */
    public static <T> Table inParts(List<Column<T>> columns, Map<String, ? extends Collection<? extends T>> parts) {
        return new Table(
                columns,
                parts.entrySet().stream()
                        .map(part -> new Part(part.getKey(), rows(columns, part.getValue())))
                        .toList());
    }

    private static <T> List<List<Cell>> rows(List<Column<T>> columns, Collection<? extends T> items) {
        return items.stream()
                .map(item -> columns.stream().map(column -> column.cell(item)).toList())
                .toList();
    }

    private List<Cell> head() {
        return columns.stream().map(column -> Cell.of(column.heading())).toList();
    }

    /** Lines for a terminal: columns as wide as their longest text. */
    public List<String> text() {
        int[] widths = IntStream.range(0, columns.size())
                .map(i -> Stream.concat(Stream.of(head()), parts.stream().flatMap(part -> part.rows().stream()))
                        .mapToInt(row -> row.get(i).text().length())
                        .max()
                        .orElse(0))
                .toArray();
        List<String> lines = new ArrayList<>(List.of(line(head(), widths)));
        for (Part part : parts) {
            if (!part.title().isEmpty()) {
                lines.add(part.title());
            }
            part.rows().forEach(row -> lines.add(line(row, widths)));
        }
        return lines;
    }

    private String line(List<Cell> row, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(i -> {
                    String blank = " ".repeat(widths[i] - row.get(i).text().length());
                    return columns.get(i).isNumber()
                            ? blank + row.get(i).text()
                            : row.get(i).text() + blank;
                })
                .collect(Collectors.joining(GAP))
                .stripTrailing();
    }

    /** A table of GitHub's Markdown. */
    public String markdown() {
        StringBuilder text = new StringBuilder(markdown(head()));
        columns.forEach(column -> text.append(column.isNumber() ? "|---:" : "|---"));
        text.append("|\n");
        for (Part part : parts) {
            if (!part.title().isEmpty()) {
                text.append("| **")
                        .append(Cell.markdown(part.title()))
                        .append("** ")
                        .append("| ".repeat(columns.size() - 1));
                text.append("|\n");
            }
            part.rows().forEach(row -> text.append(markdown(row)));
        }
        return text.toString();
    }

    private static String markdown(List<Cell> row) {
        return row.stream()
                .map(cell -> Cell.markdown(cell.text()).replace("+-", "±"))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** An element of HTML that scrolls where the page is narrower than the table. */
    public String html() {
        StringBuilder text = new StringBuilder("<div class=\"scroll\">\n<table>\n").append(html("th", head()));
        for (Part part : parts) {
            if (!part.title().isEmpty()) {
                text.append("<tr class=\"part\"><th colspan=\"" + columns.size() + "\">" + Cell.escape(part.title())
                        + "</th></tr>\n");
            }
            part.rows().forEach(row -> text.append(html("td", row)));
        }
        return text.append("</table>\n</div>\n").toString();
    }

    private String html(String element, List<Cell> row) {
        return IntStream.range(0, row.size())
                .mapToObj(i -> {
                    Cell cell = row.get(i);
                    String style = ((columns.get(i).isNumber() ? "number " : "") + cell.style()).strip();
                    return "<" + element + (style.isEmpty() ? "" : " class=\"" + style + "\"") + cell.attributes() + ">"
                            + (cell.html() == null ? Cell.escape(cell.text()).replace("+-", "±") : cell.html())
                            + "</" + element + ">";
                })
                .collect(Collectors.joining("", "<tr>", "</tr>\n"));
    }

    /**
     * Comma-separated values (RFC 4180) without the titles of parts, lines ended by a line feed; cells are quoted where
     * they must be.
     */
    public String csv() {
        StringWriter text = new StringWriter();
        CsvWriter writer = CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .bufferSize(0)
                .build(text);
        writer.writeRecord(columns.stream().map(Column::heading).toList());
        parts.stream()
                .flatMap(part -> part.rows().stream())
                .forEach(row -> writer.writeRecord(row.stream().map(Cell::text).toList()));
        return text.toString();
    }
}

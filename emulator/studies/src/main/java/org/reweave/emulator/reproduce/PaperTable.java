package org.reweave.emulator.reproduce;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table as its paper prints it, from a resource file beside this class: lines with {@code #} are comments (source,
 * doubtful cells), the first other line names the columns, fields are separated by semicolons. Cells are texts as
 * printed; empty = none.
 */
public final class PaperTable {
    private final List<Map<String, String>> lines = new ArrayList<>();

    private PaperTable() {}

    /** @throws IllegalStateException when the file is missing or a line has too few or too many cells */
    public static PaperTable of(String file) {
        PaperTable table = new PaperTable();
        String[] columns = null;
        for (String line : read(file).split("\n")) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] cells =
                    Arrays.stream(line.split(";", -1)).map(String::strip).toArray(String[]::new);
            if (columns == null) {
                columns = cells;
                continue;
            }
            if (cells.length != columns.length) {
                throw new IllegalStateException(
                        file + ": '" + line + "' has " + cells.length + " cells, not " + columns.length);
            }
            Map<String, String> named = new LinkedHashMap<>();
            for (int i = 0; i < cells.length; i++) {
                named.put(columns[i], cells[i]);
            }
            table.lines.add(named);
        }
        return table;
    }

    private static String read(String file) {
        try (InputStream in = PaperTable.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + file + " beside " + PaperTable.class.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }

    /** Cells by column, line by line. */
    public List<Map<String, String>> lines() {
        return lines;
    }

    /**
     * The cell of the first line whose cells match, {@code column, value, column, value, ..., wanted column}; empty
     * without such a line: the paper has none there.
     */
    public String cell(String... path) {
        for (Map<String, String> line : lines) {
            boolean matches = true;
            for (int i = 0; i + 1 < path.length; i += 2) {
                matches &= path[i + 1].equals(line.get(path[i]));
            }
            if (matches) {
                return line.getOrDefault(path[path.length - 1], "");
            }
        }
        return "";
    }
}

package org.reweave.emulator.traffic.trace;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.routing.io.BoundedLines;

/**
 * Traces as tables: {@code time,src,dst,bytes[,tag]}, one message a line; and netrace's packets, which also have an
 * {@code id} and {@code deps}: the ids, with semicolons between them, of the packets that wait for this one.
 *
 * <p>A dependent packet is sent when its time has come and all packets that it waits for have been delivered. The
 * source of a dependent packet must be the destination of those packets, as in netrace: no other rank sees their
 * delivery.
 */
final class CsvReader {
    private static final Set<String> TIMES = Set.of("time", "cycle", "t_ps", "t_ns", "t_us", "t_ms", "t_s");
    private static final Set<String> WITHOUT_EFFECT = Set.of("tag", "type", "src_type", "dst_type");
    private static final List<String> BLANK = List.of("");
    /** Keeps comments and empty lines, so that the lines can be counted; rows are checked here. */
    private static final de.siegmar.fastcsv.reader.CsvReader.CsvReaderBuilder RECORDS =
            de.siegmar.fastcsv.reader.CsvReader.builder()
                    .commentStrategy(CommentStrategy.READ)
                    .skipEmptyLines(false)
                    .allowUnclosedQuote(false)
                    .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .missingFieldStrategy(FieldMismatchStrategy.IGNORE);

    private static final String EXAMPLE = "begin with a line such as t_ns,src,dst,bytes";

    private final String file;
    private final String timeUnit;
    private final TraceScale scale;
    private final TraceBuilder trace;
    private final Map<String, Integer> columns = new LinkedHashMap<>();
    private final Map<Long, Integer> operationOfId = new HashMap<>();
    private String[] waiting = new String[256]; // by operation: the ids that wait for it
    private int[] lineOf = new int[256];
    private long unitPs;
    private int line;

    CsvReader(String file, String timeUnit, TraceScale scale) {
        this.file = file;
        this.timeUnit = timeUnit;
        this.scale = scale;
        this.trace = new TraceBuilder(file);
    }

    Trace read(BoundedLines in) throws IOException, TraceFormatException {
        try {
            for (CsvRecord record : RECORDS.ofCsvRecord(in.reader())) {
                line = (int) record.getStartingLineNumber();
                List<String> cells =
                        record.getFields().stream().map(String::strip).toList();
                if (record.isComment() || cells.get(0).startsWith("#") || cells.equals(BLANK)) {
                    continue;
                }
                if (columns.isEmpty()) {
                    header(cells);
                } else {
                    row(cells);
                }
            }
        } catch (CsvParseException e) {
            line++;
            throw error("has quotation marks that do not match", "write cells without quotation marks");
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (columns.isEmpty()) {
            throw new TraceFormatException(file + ": is empty; " + EXAMPLE);
        }
        connect();
        return trace.build();
    }

    private void header(List<String> names) throws TraceFormatException {
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            boolean isTime = TIMES.contains(name);
            boolean known = isTime
                    || WITHOUT_EFFECT.contains(name)
                    || List.of("src", "dst", "bytes", "id", "deps").contains(name);
            if (!known) {
                throw error("'" + TraceBuilder.shown(name) + "' is not the name of a column of a trace", EXAMPLE);
            }
            if (columns.put(isTime ? "time" : name, i) != null) {
                throw error("there are two columns '" + name + "'", "keep one");
            }
            if (isTime) {
                unitPs = unit(name);
            }
        }
        for (String name : List.of("time", "src", "dst", "bytes")) {
            if (!columns.containsKey(name)) {
                throw error("there is no column '" + name + "'", EXAMPLE);
            }
        }
        if (columns.containsKey("deps") && !columns.containsKey("id")) {
            throw error("there is a column 'deps' and none 'id'", "add one, or remove deps");
        }
    }

    private long unit(String column) throws TraceFormatException {
        String own = column.equals("cycle") ? column : column.startsWith("t_") ? column.substring(2) : "";
        String name = timeUnit.equals(TraceReader.AUTO) ? own : timeUnit;
        if (name.isEmpty()) {
            throw error("'time' has no unit", "call it t_ns, or write traffic.trace.time-unit = ns");
        }
        if (!own.isEmpty() && !own.equals(name)) {
            throw error("'" + column + "' is not in " + timeUnit, "write traffic.trace.time-unit = auto");
        }
        return scale.unit(name).orElseThrow(() -> error("'" + name + "' is no unit of time", EXAMPLE));
    }

    private void row(List<String> cells) throws TraceFormatException {
        if (cells.size() != columns.size()) {
            throw error(
                    cells.size() + " values for " + columns.size() + " columns",
                    "write one for each of " + String.join(",", columns.keySet()));
        }
        int source = (int) number(cells, "src", TraceBuilder.MAX_RANKS - 1);
        int destination = (int) number(cells, "dst", TraceBuilder.MAX_RANKS - 1);
        long bytes = number(cells, "bytes", Integer.MAX_VALUE);
        int operation = trace.add(Trace.SEND, source, destination, (int) scale.flits(bytes), time(cells), line);
        if (columns.containsKey("id")) {
            Integer other = operationOfId.put(number(cells, "id", Long.MAX_VALUE / 16), operation);
            if (other != null) {
                throw error(
                        "id " + cells.get(columns.get("id")) + " is that of line " + lineOf[other], "number them anew");
            }
        }
        if (operation == lineOf.length) {
            lineOf = Arrays.copyOf(lineOf, 2 * operation);
            waiting = Arrays.copyOf(waiting, 2 * operation);
        }
        lineOf[operation] = line;
        waiting[operation] = columns.containsKey("deps") ? cells.get(columns.get("deps")) : "";
    }

    private long time(List<String> cells) throws TraceFormatException {
        String text = cells.get(columns.get("time"));
        if (!text.matches("\\d{1,18}(\\.\\d{1,18})?")) {
            throw error("time '" + TraceBuilder.shown(text) + "' is not a number >= 0", "write for example 1500");
        }
        long cycles = scale.cycles(new BigDecimal(text), unitPs);
        if (cycles < 0) {
            throw error("time " + text + " is beyond cycle " + TraceScale.LAST_CYCLE, "lower traffic.trace.scale");
        }
        return cycles;
    }

    private long number(List<String> cells, String column, long max) throws TraceFormatException {
        String text = cells.get(columns.get(column));
        if (!text.matches("\\d{1,18}")) {
            throw error(
                    column + " '" + TraceBuilder.shown(text) + "' is not a whole number >= 0", "write for example 3");
        }
        long number = Long.parseLong(text);
        if (number > max) {
            throw error(column + " " + text + " > " + max, "lower it");
        }
        return number;
    }

    private void connect() throws TraceFormatException {
        for (int operation = 0; operation < trace.operations(); operation++) {
            line = lineOf[operation];
            if (waiting[operation].isEmpty()) {
                continue;
            }
            for (String id : waiting[operation].split(";", -1)) {
                Integer next = id.matches("\\d{1,18}") ? operationOfId.get(Long.parseLong(id)) : null;
                if (next == null) {
                    throw error("deps has '" + TraceBuilder.shown(id) + "', which is nobody's id", "correct it");
                }
                if (trace.rank[next] != trace.peer[operation]) {
                    throw error(
                            "packet " + id + " waits for this one, but its source " + trace.rank[next]
                                    + " is not this one's destination " + trace.peer[operation]
                                    + " and cannot know of it",
                            "remove the dependency");
                }
                trace.afterDelivery(operation, next);
            }
        }
    }

    private TraceFormatException error(String complaint, String remedy) {
        return trace.error(line, complaint, remedy);
    }
}

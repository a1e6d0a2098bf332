package org.reweave.emulator.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.reweave.emulator.reproduce.registry.Reproductions;

/** Every column of the papers' tables is judged by a reproduction or stands in the list of those that are not. */
@Tag("slow")
class PaperTablesJudgedTest {
    /** By table. */
    private static final Map<String, Source> SOURCES = Map.ofEntries(
            Map.entry("kns-table-1", new Source(List.of("kns-table-1a", "kns-table-1b"), Set.of("faults"))),
            Map.entry("mikant-distances", new Source(List.of("mikant-distances"), Set.of("example", "from", "to"))),
            Map.entry(
                    "thesis-singular-cases",
                    new Source(
                            List.of("thesis-fig-8.1", "thesis-fig-8.4", "thesis-fig-8.5"),
                            Set.of("figure", "method", "torus", "faults"))),
            Map.entry("thesis-table-8.2", new Source(List.of("thesis-table-8.2"), Set.of("method", "torus"))),
            Map.entry("thesis-table-8.3", new Source(List.of("thesis-table-8.3"), Set.of("torus"))),
            Map.entry("thesis-table-8.4", new Source(List.of("thesis-table-8.4"), Set.of("torus"))),
            Map.entry("thesis-table-8.5", new Source(List.of("thesis-table-8.5"), Set.of("method", "torus"))),
            Map.entry("thesis-table-8.6", new Source(List.of("thesis-table-8.6"), Set.of("torus"))),
            Map.entry(
                    "thesis-table-8.9",
                    new Source(List.of("thesis-table-8.9"), Set.of("torus", "method", "faults", "evaluated"))),
            Map.entry("thesis-table-8.10", new Source(List.of("thesis-table-8.10"), Set.of("torus", "unit"))),
            Map.entry("thesis-torus-distances", new Source(List.of("thesis-torus-distances"), Set.of("torus"))));

    private static final Progress SILENT = new Progress() {
        @Override
        public void start(String what, long units) {}

        @Override
        public void done(long units) {}
    };

    /**
     * What judges a table.
     *
     * @param keys columns that say what a line is of
     */
    private record Source(List<String> reproductions, Set<String> keys) {}

    @Test
    void everyTableIsKnownAndEveryReasonGiven() throws IOException, URISyntaxException {
        Path one = Path.of(PaperTable.class.getResource("not-judged.csv").toURI());
        try (Stream<Path> files = Files.list(one.getParent())) {
            Set<String> tables = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".csv") && !name.equals("not-judged.csv"))
                    .map(name -> name.substring(0, name.length() - ".csv".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(tables).isEqualTo(new TreeSet<>(SOURCES.keySet()));
        }
        for (NotJudged listed : NotJudged.all()) {
            assertThat(listed.reason()).as(listed.place()).isNotBlank();
            assertThat(listed.columns().isEmpty())
                    .as(listed.place())
                    .isEqualTo(listed.table().isEmpty());
            assertThat(listed.table().isEmpty() || SOURCES.containsKey(listed.table()))
                    .as(listed.place())
                    .isTrue();
        }
    }

    @TestFactory
    Stream<DynamicTest> everyColumnIsJudgedOrListed() {
        return SOURCES.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(one -> DynamicTest.dynamicTest(one.getKey(), () -> check(one.getKey(), one.getValue())));
    }

    private static void check(String table, Source source) {
        List<PaperRow> judged = new ArrayList<>();
        List<PaperRow> shown = new ArrayList<>();
        for (String name : source.reproductions()) {
            Settings settings = new Settings(Effort.QUICK, 1, 1, () -> 0);
            shown.addAll(Reproductions.named(name).run(settings, SILENT).rows());
        }
        shown.stream().filter(row -> row.verdict() != Agreement.NONE).forEach(judged::add);
        Set<String> printed = new LinkedHashSet<>();
        Set<String> found = new LinkedHashSet<>();
        for (Map<String, String> line : PaperTable.of(table + ".csv").lines()) {
            if (shown.stream().noneMatch(row -> text(row).contains(line.getOrDefault("torus", "")))) {
                continue; // a torus that this effort leaves out
            }
            String method = line.containsKey("method") ? line.get("method") + "." : "";
            line.forEach((column, cell) -> {
                if (!cell.isEmpty() && !source.keys().contains(column) && !column.startsWith("corrected")) {
                    printed.add(method + column);
                    if (judged.stream().anyMatch(row -> isOf(row, line, cell))) {
                        found.add(method + column);
                    }
                }
            });
        }
        Set<String> missing = new LinkedHashSet<>(printed);
        missing.removeAll(found);
        NotJudged.all().stream()
                .filter(one -> one.table().equals(table))
                .forEach(one -> missing.removeAll(one.columns()));
        assertThat(missing)
                .as("columns of %s that nothing judges and no list has", table)
                .isEmpty();
    }

    private static String text(PaperRow row) {
        return row.part() + ", " + row.series() + ", " + row.label();
    }

    /** Whether a judged row is of a line's cell: it has the text, the torus and the number of faults. */
    private static boolean isOf(PaperRow row, Map<String, String> line, String cell) {
        String text = text(row);
        String faults = line.getOrDefault("faults", "");
        return row.paper().text().equals(cell)
                && text.contains(line.getOrDefault("torus", ""))
                && (faults.isEmpty() || text.contains(FaultSamples.label(Integer.parseInt(faults))));
    }
}

package org.reweave.routing.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.reweave.routing.io.Json;
import org.reweave.routing.io.SharedFiles;

/**
 * The shipped tables of SPFTR and A-SPFTR say what the extracted data of the thesis says. The conversion is here; to
 * write the files anew run this test with {@code -Dreweave.write-tables=true}.
 */
class SpftrFilesTest {
    private static final Path RESOURCES = Path.of("src/main/resources/org/reweave/routing/engine/multipath");
    private static final List<String> TURNS =
            List.of("0>1", "0>2", "0>3", "1>0", "1>2", "1>3", "2>0", "2>1", "2>3", "3>0", "3>1", "3>2");
    private static final String FORMAT = """
            #   sequence NUMBER MOVES   a move is where to and a direction (U, R, D, L): 1H one hop; nothing until the destination's
            #                           coordinate; (DST+k) until that coordinate + k; MAX until the last; a number until that one
            #   pattern NUMBER S S S S  the sequences of the four paths
            #   map SOURCE ROW/ROW/..   the pattern for each destination of a 7x7 torus, a row of it between slashes; - is the source,
            #                           p*n is p repeated n times; switch = 7 * row + column
            #   lanes IN OUT VLS..      for each region the VL by SL; ports 0 = N, 1 = E, 2 = S, 3 = W
            """;

    @Test
    void spftrAsInTheThesis() throws IOException {
        StringBuilder text = new StringBuilder("""
                # SPFTR: movement sequences, patterns, the pattern of each pair, and SLtoVL tables.
                # Source: thesis 4.3, Table 4.2 and Appendix A; sequences 37, 42, 74, 76, 78, 86, 103 and 145 and five rows of the map
                # are repaired (routing/docs/disjoint-paths.md). Written by SpftrFilesTest.
                """);
        text.append(FORMAT);
        sequences(text, Json.object(read("sequences.json")));
        patterns(text, Json.object(read("patterns.json")));
        map(text, Json.object(Json.object(read("map7x7.json")).get("map")));
        lanes(text, Json.object(Json.object(read("sltovl_spftr.json")).get("tables")));
        compare("spftr.txt", text.toString());
    }

    @Test
    void aSpftrAsInTheThesisWithDerivedPatterns() throws IOException {
        StringBuilder text = new StringBuilder("""
                # A-SPFTR: what it has beyond or in place of spftr.txt, in the same format.
                # Source: SLtoVL tables from thesis 4.3.7, Table 4.3. The thesis does not print its patterns: sequences, patterns and map
                # are ours. Written by SpftrFilesTest.
                """);
        Map<String, Object> derived = Json.object(read("aspftr_map7x7_derived.json"));
        sequences(text, Json.object(derived.get("extra_sequences")));
        patterns(text, Json.object(derived.get("extra_patterns")));
        map(text, Json.object(derived.get("map")));
        lanes(text, Json.object(Json.object(read("sltovl_aspftr.json")).get("tables")));
        compare("a-spftr.txt", text.toString());
    }

    private static Object read(String name) throws IOException {
        return Json.parse(Files.readString(SharedFiles.require("spftr/" + name)));
    }

    private static void compare(String name, String text) throws IOException {
        Path file = RESOURCES.resolve(name);
        if (Boolean.getBoolean("reweave.write-tables")) {
            Files.createDirectories(RESOURCES);
            Files.writeString(file, text);
        }
        assertThat(Files.readString(file))
                .as("%s; write it with -Dreweave.write-tables=true", name)
                .isEqualTo(text);
    }

    private static void sequences(StringBuilder text, Map<String, Object> sequences) {
        sequences.forEach((number, sequence) -> text.append("sequence ")
                .append(number)
                .append(' ')
                .append(words(Json.object(sequence).get("moves")))
                .append('\n'));
    }

    private static void patterns(StringBuilder text, Map<String, Object> patterns) {
        patterns.forEach((number, pattern) -> text.append("pattern ")
                .append(number)
                .append(' ')
                .append(words(pattern))
                .append('\n'));
    }

    private static String words(Object array) {
        return Json.array(array).stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    private static void map(StringBuilder text, Map<String, Object> map) {
        map.forEach((source, rows) -> text.append("map ")
                .append(source)
                .append(' ')
                .append(Json.array(rows).stream().map(SpftrFilesTest::row).collect(Collectors.joining("/")))
                .append('\n'));
    }

    private static String row(Object row) {
        List<String> runs = new ArrayList<>();
        List<Object> entries = Json.array(row);
        for (int from = 0; from < entries.size(); ) {
            int to = from;
            while (to < entries.size() && entries.get(to).equals(entries.get(from))) {
                to++;
            }
            String entry =
                    entries.get(from).equals(-1) ? "-" : entries.get(from).toString();
            runs.add(to - from == 1 ? entry : entry + "*" + (to - from));
            from = to;
        }
        return String.join(",", runs);
    }

    private static void lanes(StringBuilder text, Map<String, Object> tables) {
        for (String turn : TURNS) {
            text.append("lanes ").append(turn.replace('>', ' '));
            for (int region = 0; region < tables.size(); region++) {
                Object vls = Json.object(tables.get(Integer.toString(region))).get(turn);
                text.append(' ').append(words(vls).replace(" ", ""));
            }
            text.append('\n');
        }
    }
}

package org.reweave.emulator.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reweave.routing.model.SeededSequence;

class TableTest {
    private record Fruit(String name, Double weight, String note) {}

    private static final List<Column<Fruit>> COLUMNS = List.of(
            Column.text("name", Fruit::name),
            Column.decimals("weight", 1, Fruit::weight),
            Column.text("note", fruit -> Cell.of(fruit.note()).style("wrap").hint("a \"note\"")));

    private static Table inParts() {
        Map<String, List<Fruit>> parts = new LinkedHashMap<>();
        parts.put("small", List.of(new Fruit("plum", 40.04, "a|b *")));
        parts.put("large", List.of(new Fruit("<melon>, ripe", 2000.0, ""), new Fruit("unknown", null, "\"1\" +- 2")));
        return Table.inParts(COLUMNS, parts);
    }

    @Test
    void columnsOfTextAreAsWideAsTheirLongestCellAndNumbersStandToTheRight() {
        assertThat(inParts().text())
                .containsExactly(
                        "name           weight  note",
                        "small",
                        "plum             40.0  a|b *",
                        "large",
                        "<melon>, ripe  2000.0",
                        "unknown                \"1\" +- 2");
    }

    @Test
    void aMarkThatTurnsTextIsWrittenOut() {
        assertThat(Cell.escape("a\u202eb<\u2066c\u200f"))
                .isEqualTo("a&lt;U+202E&gt;b&lt;&lt;U+2066&gt;c&lt;U+200F&gt;");
    }

    @Test
    void markdownEscapesWhatWouldEndACellOrBeginEmphasisHtmlOrALink() {
        assertThat(inParts().markdown()).isEqualTo("""
                        | name | weight | note |
                        |---|---:|---|
                        | **small** | | |
                        | plum | 40.0 | a\\|b \\* |
                        | **large** | | |
                        | \\<melon>, ripe | 2000.0 |  |
                        | unknown |  | "1" ± 2 |
                        """);
    }

    @Test
    void markdownOfAStrangersTextIsOneLineWithoutHtmlLinksAndImages() {
        assertThat(Cell.markdown("<script>\n![x](http://a) | *b*"))
                .isEqualTo("\\<script> !\\[x](http://a) \\| \\*b\\*");
        assertThat(Table.inParts(COLUMNS, Map.of("<b>", List.of(new Fruit("[a](b)", 1.0, ""))))
                        .markdown())
                .contains("**\\<b>**", "| \\[a](b) |");
    }

    @Test
    void htmlEscapesTextAndTitles() {
        assertThat(inParts().html())
                .contains("<tr><th>name</th><th class=\"number\">weight</th><th>note</th></tr>")
                .contains("<tr class=\"part\"><th colspan=\"3\">small</th></tr>")
                .contains("<td>&lt;melon&gt;, ripe</td><td class=\"number\">2000.0</td>")
                .contains("<td class=\"wrap\" title=\"a &quot;note&quot;\">&quot;1&quot; ± 2</td>");
    }

    @Test
    void barsAreSharesOfAWholeAndOfNothingWhereThereIsNoWhole() {
        assertThat(Cell.of("1").bar(1, 4).attributes()).isEqualTo(" style=\"--share:25.0%\"");
        assertThat(Cell.of("1").bar(1, 0).attributes()).isEqualTo(" style=\"--share:0.0%\"");
    }

    @Test
    void cellsOfCsvAreQuotedWhereTheyMustBeAndNothingIsEmpty() {
        assertThat(inParts().csv()).isEqualTo("""
                        name,weight,note
                        plum,40.0,a|b *
                        "<melon>, ripe",2000.0,
                        unknown,,""\"1"" +- 2"
                        """);
    }

    @Test
    void columnsOfAPartAreEmptyWhereThePartIsMissing() {
        List<Column<List<Fruit>>> first = COLUMNS.stream()
                .map(column -> column.of((List<Fruit> all) -> all.isEmpty() ? null : all.get(0)))
                .toList();
        assertThat(Table.of(first, List.of(List.of(new Fruit("fig", 1.0, "x")), List.<Fruit>of()))
                        .csv())
                .isEqualTo("name,weight,note\nfig,1.0,x\n,,\n");
    }

    @Test
    void decimalsAreRoundedAsThePrintedNumberIs() {
        assertThat(List.of(
                        Column.decimals(0.1234565, 6),
                        Column.decimals(-2.5, 0),
                        Column.decimals(1e21, 2),
                        Column.decimals(3e-9, 6),
                        Column.decimals(-3e-9, 6),
                        Column.decimals(0.0, 3),
                        Column.decimals(Double.NaN, 3)))
                .containsExactly(
                        "0.123457", "-3", "1000000000000000000000.00", "0.000000", "-0.000000", "0.000", "NaN");
        assertThat(Column.decimals(null, 3)).isNull();
        SeededSequence random = new SeededSequence(1);
        for (int i = 0; i < 2000; i++) {
            double value = (random.below(2_000_000) - 1_000_000) / Math.pow(10, random.below(9));
            int digits = random.below(8);
            assertThat(Column.decimals(value, digits))
                    .isEqualTo(String.format(Locale.ROOT, "%." + digits + "f", value));
        }
    }
}

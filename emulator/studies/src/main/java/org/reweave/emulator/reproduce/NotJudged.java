package org.reweave.emulator.reproduce;

import java.util.List;
import java.util.Map;

/**
 * Numbers that a paper prints as results and that no reproduction judges.
 *
 * @param place paper and place
 * @param numbers as printed
 * @param table file of a printed table without its ending; empty for a number of the text or a figure
 * @param columns of that table that are meant, {@code METHOD.COLUMN} where only those of one method are
 * @param reason of their not being judged
 */
public record NotJudged(String place, String numbers, String table, List<String> columns, String reason) {
    /** All of them. */
    public static List<NotJudged> all() {
        return PaperTable.of("not-judged.csv").lines().stream()
                .map(NotJudged::of)
                .toList();
    }

    private static NotJudged of(Map<String, String> line) {
        String columns = line.get("columns");
        return new NotJudged(
                line.get("place"),
                line.get("numbers"),
                line.get("table"),
                columns.isEmpty() ? List.of() : List.of(columns.split(" ", -1)),
                line.get("reason"));
    }
}

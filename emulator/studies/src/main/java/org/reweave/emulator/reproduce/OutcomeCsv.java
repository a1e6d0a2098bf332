package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;

/** An outcome as comma-separated values, one line per row (RFC 4180). What is not known is empty. */
public final class OutcomeCsv {
    private static final List<Column<PaperRow>> COLUMNS = List.of(
            Column.text("part", PaperRow::part),
            Column.text("series", PaperRow::series),
            Column.text("label", PaperRow::label),
            number("x", PaperRow::x),
            printed("paper", PaperRow::paper),
            printed("expected", PaperRow::expected),
            number("margin", row -> row.margin() == 0 ? null : row.margin()),
            number("ours", PaperRow::ours),
            number("difference", PaperRow::difference),
            Column.number("samples", PaperRow::samples),
            number("low", PaperRow::low),
            number("high", PaperRow::high),
            number("confidence", PaperRow::confidence),
            Column.text("tag", PaperRow::tag),
            Column.text("verdict", PaperRow::verdict),
            Column.text("note", PaperRow::note));

    private OutcomeCsv() {}

    public static String of(ReproductionOutcome outcome) {
        List<Column<PaperRow>> columns = new ArrayList<>(List.of(Column.text("reproduction", row -> outcome.name())));
        columns.addAll(COLUMNS);
        return Table.of(columns, outcome.rows()).csv();
    }

    private static Column<PaperRow> printed(String heading, Function<PaperRow, Printed> value) {
        return Column.<Printed>text(heading, Printed::text).of(value);
    }

    private static Column<PaperRow> number(String heading, Function<PaperRow, Double> value) {
        return Column.<Double>number(heading, Printed::plain).of(value);
    }
}

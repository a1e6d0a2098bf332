package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;

/** An outcome as comma-separated values, one line per row (RFC 4180). What is not known is empty. */
public final class OutcomeCsv {
    private static final List<Column<Row>> COLUMNS = List.of(
            Column.text("part", Row::part),
            Column.text("series", Row::series),
            Column.text("label", Row::label),
            number("x", Row::x),
            printed("paper", Row::paper),
            printed("expected", Row::expected),
            number("margin", row -> row.margin() == 0 ? null : row.margin()),
            number("ours", Row::ours),
            number("difference", Row::difference),
            Column.number("samples", Row::samples),
            number("low", Row::low),
            number("high", Row::high),
            number("confidence", Row::confidence),
            Column.text("tag", Row::tag),
            Column.text("verdict", Row::verdict),
            Column.text("note", Row::note));

    private OutcomeCsv() {}

    public static String of(Outcome outcome) {
        List<Column<Row>> columns = new ArrayList<>(List.of(Column.text("reproduction", row -> outcome.name())));
        columns.addAll(COLUMNS);
        return Table.of(columns, outcome.rows()).csv();
    }

    private static Column<Row> printed(String heading, Function<Row, Printed> value) {
        return Column.<Printed>text(heading, Printed::text).of(value);
    }

    private static Column<Row> number(String heading, Function<Row, Double> value) {
        return Column.<Double>number(heading, Printed::plain).of(value);
    }
}

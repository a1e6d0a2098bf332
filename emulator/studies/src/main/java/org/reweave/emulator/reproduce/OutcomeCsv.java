package org.reweave.emulator.reproduce;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.csv.CsvText;

/** An outcome as comma-separated values, one line per row (RFC 4180). What is not known is empty. */
public final class OutcomeCsv {
    private static final List<String> COLUMNS = List.of(
            "reproduction",
            "part",
            "series",
            "label",
            "x",
            "paper",
            "expected",
            "margin",
            "ours",
            "difference",
            "samples",
            "low",
            "high",
            "confidence",
            "tag",
            "verdict",
            "note");

    private OutcomeCsv() {}

    public static String of(Outcome outcome) {
        CsvText csv = new CsvText(COLUMNS);
        for (Row row : outcome.rows()) {
            csv.row(Arrays.asList(
                    outcome.name(),
                    row.part(),
                    row.series(),
                    row.label(),
                    number(row.x()),
                    printed(row.paper()),
                    printed(row.expected()),
                    number(row.margin() == 0 ? null : row.margin()),
                    number(row.ours()),
                    number(row.difference()),
                    row.samples(),
                    number(row.low()),
                    number(row.high()),
                    number(row.confidence()),
                    row.tag(),
                    row.verdict(),
                    row.note()));
        }
        return csv.toString();
    }

    private static String printed(Printed value) {
        return value == null ? null : value.text();
    }

    private static String number(Double value) {
        return value == null ? null : plain(value);
    }

    /** Nine digits at most, without an exponent. */
    static String plain(double value) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(9));
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}

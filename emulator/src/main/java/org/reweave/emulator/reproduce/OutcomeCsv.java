package org.reweave.emulator.reproduce;

import java.math.BigDecimal;
import java.math.MathContext;

/** An outcome as comma-separated values, one line per row (RFC 4180). What is not known is empty. */
public final class OutcomeCsv {
    private static final String HEADER =
            "reproduction,part,series,label,x,paper,expected,margin,ours,difference,samples,"
                    + "low,high,confidence,tag,verdict,note\n";

    private OutcomeCsv() {}

    public static String of(Outcome outcome) {
        StringBuilder csv = new StringBuilder(HEADER);
        for (Row row : outcome.rows()) {
            csv.append(quoted(outcome.name()))
                    .append(',')
                    .append(quoted(row.part()))
                    .append(',')
                    .append(quoted(row.series()))
                    .append(',')
                    .append(quoted(row.label()))
                    .append(number(row.x()))
                    .append(',')
                    .append(printed(row.paper()))
                    .append(',')
                    .append(printed(row.expected()))
                    .append(number(row.margin() == 0 ? null : row.margin()))
                    .append(number(row.ours()))
                    .append(number(row.difference()))
                    .append(',')
                    .append(row.samples())
                    .append(number(row.low()))
                    .append(number(row.high()))
                    .append(number(row.confidence()))
                    .append(',')
                    .append(row.tag())
                    .append(',')
                    .append(row.verdict())
                    .append(',')
                    .append(quoted(row.note()))
                    .append('\n');
        }
        return csv.toString();
    }

    private static String printed(Printed value) {
        return value == null ? "" : quoted(value.text());
    }

    private static String number(Double value) {
        return "," + (value == null ? "" : plain(value));
    }

    /** Nine digits at most, without an exponent. */
    static String plain(double value) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(9));
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    private static String quoted(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}

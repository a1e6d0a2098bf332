package org.reweave.emulator.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Objects;

/** A table as comma-separated values (RFC 4180), lines ended by a line feed; cells are quoted where they must be. */
public final class CsvText {
    private final StringWriter text = new StringWriter();
    private final CsvWriter writer =
            CsvWriter.builder().lineDelimiter(LineDelimiter.LF).bufferSize(0).build(text);
    private final int columns;

    public CsvText(List<String> header) {
        columns = header.size();
        writer.writeRecord(header);
    }

    /**
     * Appends a line.
     *
     * @param cells a value for each column; null = empty
     * @throws IllegalArgumentException when there are more or fewer values than columns
     */
    public void row(List<?> cells) {
        if (cells.size() != columns) {
            throw new IllegalArgumentException(cells.size() + " cells for " + columns + " columns: " + cells);
        }
        writer.writeRecord(
                cells.stream().map(cell -> Objects.toString(cell, "")).toList());
    }

    /** A number with so many digits after the point, halves rounded away from zero; null remains null. */
    public static String decimals(Double value, int digits) {
        if (value == null || value.isNaN() || value.isInfinite()) {
            return Objects.toString(value, null);
        }
        BigDecimal rounded = new BigDecimal(Double.toString(value)).setScale(digits, RoundingMode.HALF_UP);
        boolean losesItsSign = rounded.signum() == 0 && Math.copySign(1, value) < 0;
        return (losesItsSign ? "-" : "") + rounded.toPlainString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

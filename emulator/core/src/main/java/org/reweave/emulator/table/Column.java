package org.reweave.emulator.table;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

/**
 * A column of a table, declared together with the value that each row shows in the column.
 *
 * @param <T> type of the rows
 * @param heading with the unit where the unit is not plain
 * @param isNumber numbers are aligned to the right
 * @param value of a row: a {@link Cell}, or anything else by its text; null = an empty cell
 */
public record Column<T>(String heading, boolean isNumber, Function<? super T, ?> value) {
    public static <T> Column<T> text(String heading, Function<? super T, ?> value) {
        return new Column<>(heading, false, value);
    }

    public static <T> Column<T> number(String heading, Function<? super T, ?> value) {
        return new Column<>(heading, true, value);
    }

    /** A column of numbers in a format of {@link java.util.Formatter}, for people. */
    public static <T> Column<T> number(String heading, String format, Function<? super T, ?> value) {
        return new Column<>(heading, true, row -> String.format(Locale.ROOT, format, value.apply(row)));
    }

    /** A column of numbers with so many digits after the point, for programs. */
    public static <T> Column<T> decimals(String heading, int digits, Function<? super T, Double> value) {
        return new Column<>(heading, true, row -> decimals(value.apply(row), digits));
    }

    /** The same column in a table whose rows contain rows of this kind; a row that is null has empty cells. */
    public <S> Column<S> of(Function<? super S, ? extends T> part) {
        return new Column<>(heading, isNumber, row -> {
            T inner = part.apply(row);
            return inner == null ? null : value.apply(inner);
        });
    }

    /** A number with so many digits after the point, halves rounded away from zero; null remains null. */
    static String decimals(Double value, int digits) {
        if (value == null || value.isNaN() || value.isInfinite()) {
            return Objects.toString(value, null);
        }
        BigDecimal rounded = new BigDecimal(Double.toString(value)).setScale(digits, RoundingMode.HALF_UP);
        boolean losesItsSign = rounded.signum() == 0 && Math.copySign(1, value) < 0;
        return (losesItsSign ? "-" : "") + rounded.toPlainString();
    }

    Cell cell(T row) {
        Object shown = value.apply(row);
        return shown instanceof Cell cell ? cell : Cell.of(Objects.toString(shown, ""));
    }
}

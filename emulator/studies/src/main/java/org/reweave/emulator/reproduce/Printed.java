package org.reweave.emulator.reproduce;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * A value as a paper prints it: {@code 0.19}, {@code 32,812}, {@code ~97} (about), {@code <80}, {@code >99.98}.
 *
 * @param relation {@code '='}, {@code '~'}, {@code '<'} or {@code '>'}
 * @param digits after the point, as printed
 */
public record Printed(String text, char relation, double value, int digits) {
    /** @throws IllegalArgumentException when the text is no such value */
    @JsonCreator
    public static Printed of(String text) {
        char first = text.isEmpty() ? ' ' : text.charAt(0);
        boolean plain = Character.isDigit(first) || first == '-';
        try {
            BigDecimal value = new BigDecimal((plain ? text : text.substring(1)).replace(",", ""));
            if (!plain && "~<>".indexOf(first) < 0) {
                throw new NumberFormatException("relation");
            }
            return new Printed(text, plain ? '=' : first, value.doubleValue(), Math.max(0, value.scale()));
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no printed value such as 0.19, ~97, <80 or >99.98", e);
        }
    }

    /** Whether a value, rounded to the printed digits, is the printed one; for bounds, whether it keeps them. */
    public boolean allows(double ours) {
        return allows(ours, ours);
    }

    /**
     * Whether some value of an interval, rounded, is the printed one; for bounds, whether some value keeps them.
     * "About" is taken as one unit of the last digit either way.
     */
    public boolean allows(double low, double high) {
        if (relation == '<') {
            return low < value;
        } else if (relation == '>') {
            return high > value;
        }
        double slip = unit() * 1e-6;
        return low <= value + unit() + slip && high >= value - unit() - slip;
    }

    /** How far a value may be from the printed one, for want of more digits. */
    public double unit() {
        return StrictMath.pow(10, -digits) * (relation == '~' ? 1 : 0.5);
    }

    /** Whether it is a number and no bound, so that a difference makes sense. */
    public boolean isPoint() {
        return relation == '=' || relation == '~';
    }

    @JsonValue
    @Override
    public String toString() {
        return text;
    }

    /** Nine digits at most, without an exponent. */
    public static String plain(double value) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(9));
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}

package org.reweave.emulator.sweep;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Offered loads as a user writes them: {@code 0.05..0.95:0.05}, {@code 0.1,0.2,0.25}, or both mixed. Decimal, so that
 * 0.3 is 0.3.
 */
public final class Loads {
    /** Points on one curve at most. */
    static final int MOST = 1000;

    private static final Pattern DECIMAL =
            Pattern.compile("[+-]?(\\d{1,18}(\\.\\d{0,18})?|\\.\\d{1,18})([eE][+-]?\\d{1,2})?");

    private Loads() {}

    /**
     * Reads a number whose sums with others stay short: that of 1 and 1e-999999999 would take all memory.
     *
     * @throws NumberFormatException when it is no number, or has more than 18 digits before or behind the point, or an
     *     exponent beyond 99
     */
    public static BigDecimal decimal(String text) {
        if (!DECIMAL.matcher(text).matches()) {
            throw new NumberFormatException("'" + text + "' is no number");
        }
        return new BigDecimal(text);
    }

    /**
     * @return ascending, without repetitions
     * @throws IllegalArgumentException saying which part is wrong, and how to write it
     */
    public static List<BigDecimal> parse(String text) {
        TreeSet<BigDecimal> loads = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            add(part.trim(), loads);
        }
        return List.copyOf(loads);
    }

    private static void add(String part, TreeSet<BigDecimal> loads) {
        int dots = part.indexOf("..");
        if (dots < 0) {
            loads.add(load(part, part));
            return;
        }
        int colon = part.indexOf(':', dots);
        if (colon < 0) {
            throw new IllegalArgumentException(
                    "'" + part + "' has no step; write FROM..TO:STEP, as in 0.05..0.95:0.05");
        }
        BigDecimal from = load(part.substring(0, dots), part);
        BigDecimal to = load(part.substring(dots + 2, colon), part);
        BigDecimal step = load(part.substring(colon + 1), part);
        if (from.compareTo(to) > 0) {
            throw new IllegalArgumentException("'" + part + "' goes from " + from + " down to " + to + "; swap them");
        }
        if (to.subtract(from).compareTo(step.multiply(BigDecimal.valueOf(MOST - 1L))) > 0) {
            throw new IllegalArgumentException("'" + part + "' has more than " + MOST + " loads; lengthen the step");
        }
        for (BigDecimal load = from; load.compareTo(to) <= 0; load = load.add(step)) {
            loads.add(load.stripTrailingZeros());
        }
    }

    private static BigDecimal load(String number, String part) {
        List<String> wrong = new ArrayList<>();
        try {
            BigDecimal load = decimal(number.trim());
            if (load.signum() > 0 && load.compareTo(BigDecimal.ONE) <= 0) {
                return load.stripTrailingZeros();
            }
            wrong.add("'" + number.trim() + "' is not above 0 and at most 1");
        } catch (NumberFormatException e) {
            wrong.add("'" + number.trim() + "' is no number");
        }
        if (!number.equals(part)) {
            wrong.add("in '" + part + "'");
        }
        throw new IllegalArgumentException(
                String.join(" ", wrong) + "; write loads as 0.1,0.2 or FROM..TO:STEP, as in 0.05..0.95:0.05");
    }
}

package org.reweave.emulator.cli.common;

import java.util.List;
import java.util.Locale;

/** Numbers with units, as people read them. */
public final class Amounts {
    private static final String[] TIME_UNITS = {"ns", "us", "ms", "s"};
    private static final String[] METRIC = {"", "k", "M", "G", "T"};

    private Amounts() {}

    /** {@code 512.3 us}: four significant digits. */
    public static String time(double ns) {
        double value = ns;
        int unit = 0;
        while (Math.abs(value) >= 999.95 && unit < TIME_UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return digits(value) + " " + TIME_UNITS[unit];
    }

    /** {@code 41,530}. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** {@code n0, n1 and 3 more}. */
    public static String listed(List<String> all, int most) {
        String some = String.join(", ", all.subList(0, Math.min(most, all.size())));
        return all.size() <= most ? some : some + " and " + count(all.size() - most) + " more";
    }

    /** {@code 41,530 packets}, {@code 1 packet}. */
    public static String count(long value, String noun) {
        return count(value) + " " + noun + (value == 1 ? "" : noun.endsWith("ch") ? "es" : "s");
    }

    public static String metric(long value) {
        return metric((double) value);
    }

    /** {@code 8.13M}. */
    public static String metric(double value) {
        double scaled = value;
        int unit = 0;
        while (scaled >= 999.5 && unit < METRIC.length - 1) {
            scaled /= 1000;
            unit++;
        }
        return (unit == 0 ? String.format(Locale.ROOT, "%.0f", scaled) : three(scaled)) + METRIC[unit];
    }

    private static String digits(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 99.995 ? "%.1f" : size >= 9.9995 ? "%.2f" : "%.3f", value);
    }

    private static String three(double value) {
        return String.format(Locale.ROOT, value >= 99.95 ? "%.0f" : value >= 9.995 ? "%.1f" : "%.2f", value);
    }
}

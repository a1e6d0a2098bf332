package org.reweave.emulator.cli.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A small ASCII chart of a quantity over time: bars in thirds of a line, an axis, and letters on the axis where
 * something happened.
 */
final class Chart {
    static final int WIDTH = 64;
    private static final int HEIGHT = 4;
    private static final int STEPS = 3;
    private static final String BARS = " .:|";

    private final double[] numerator = new double[WIDTH];
    private final double[] denominator = new double[WIDTH];
    private final double end;

    /** @param end of time, which begins at 0 */
    Chart(double end) {
        this.end = end;
    }

    /** Adds a part of a quotient to every column between two times, in proportion to its share of them. */
    void add(double from, double to, double part, double of) {
        double first = from / end * WIDTH;
        double last = to / end * WIDTH;
        for (int column = (int) first; column < Math.min(WIDTH, Math.ceil(last)); column++) {
            double share = (Math.min(column + 1, last) - Math.max(column, first)) / (last - first);
            numerator[column] += part * share;
            denominator[column] += of * share;
        }
    }

    /** The largest value. */
    double max() {
        double max = 0;
        for (int column = 0; column < WIDTH; column++) {
            max = Math.max(max, value(column));
        }
        return max;
    }

    private double value(int column) {
        return denominator[column] == 0 ? 0 : numerator[column] / denominator[column];
    }

    /**
     * @param top what the largest value is, in words
     * @param marks letters by time
     */
    List<String> lines(String top, Map<Double, Character> marks) {
        double max = max();
        List<String> lines = new ArrayList<>();
        for (int row = HEIGHT - 1; row >= 0; row--) {
            StringBuilder line = new StringBuilder(String.format("%10s |", row == HEIGHT - 1 ? top : ""));
            for (int column = 0; column < WIDTH; column++) {
                long steps = max == 0 ? 0 : (long) Math.ceil(value(column) / max * HEIGHT * STEPS - 1e-9);
                line.append(BARS.charAt((int) Math.max(0, Math.min(STEPS, steps - (long) row * STEPS))));
            }
            lines.add(line.toString().stripTrailing());
        }
        char[] axis = new char[WIDTH];
        Arrays.fill(axis, '-');
        marks.forEach((time, letter) -> axis[freeColumn(axis, time)] = letter);
        lines.add(String.format("%10s +%s", "0", new String(axis)));
        return lines;
    }

    /** The column of a time, or the nearest one to its right, or else to its left, that has no letter yet. */
    private int freeColumn(char[] axis, double time) {
        int wanted = Math.min(WIDTH - 1, (int) (time / end * WIDTH));
        for (int column = wanted; column < WIDTH; column++) {
            if (axis[column] == '-') {
                return column;
            }
        }
        int column = wanted;
        while (column > 0 && axis[column] != '-') {
            column--;
        }
        return column;
    }
}

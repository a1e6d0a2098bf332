package org.reweave.emulator.cli.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.plot.Axis;
import org.reweave.emulator.sweep.Curve;
import org.reweave.emulator.sweep.CurvePoint;
import org.reweave.emulator.sweep.Estimate;

/**
 * Curves over offered load as text: a letter per curve, or where there is only one, a star, and {@code x} where a run
 * did not empty the network; {@code |} for intervals wider than a line.
 */
final class SweepChart {
    private static final int WIDTH = 72;
    private static final int HEIGHT = 14;

    private final List<Curve> curves;
    private final Axis across;

    SweepChart(List<Curve> curves) {
        this.curves = curves;
        this.across = Axis.upTo(extreme(CurvePoint::offered, true));
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        double highest = extreme(CurvePoint::accepted, true);
        panel("accepted load", Axis.upTo(highest), Axis::number, CurvePoint::accepted, lines);
        Function<CurvePoint, Estimate> latency = point -> point.total().mean();
        double slowest = extreme(latency, true);
        if (slowest > 0) {
            Axis up = Axis.logarithmic(extreme(latency, false), slowest);
            panel("total latency, mean (logarithmic)", up, Amounts::time, latency, lines);
        }
        for (int i = 0; i < curves.size() && curves.size() > 1; i++) {
            lines.add(String.format("%13s %s %s", "", letter(i), curves.get(i).label()));
        }
        return lines;
    }

    /** The largest or smallest mean; 0 where there is none. */
    private double extreme(Function<CurvePoint, Estimate> value, boolean largest) {
        double[] all = curves.stream()
                .flatMap(curve -> curve.points().stream())
                .map(point -> value.apply(point).mean())
                .filter(mean -> mean != null && mean > 0)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        return all.length == 0 ? 0 : all[largest ? all.length - 1 : 0];
    }

    private char letter(int curve) {
        return curves.size() == 1 ? '*' : (char) ('A' + curve % 26);
    }

    private void panel(
            String title,
            Axis up,
            DoubleFunction<String> label,
            Function<CurvePoint, Estimate> value,
            List<String> lines) {
        char[][] canvas = new char[HEIGHT][WIDTH];
        for (char[] row : canvas) {
            Arrays.fill(row, ' ');
        }
        for (int i = 0; i < curves.size(); i++) {
            for (CurvePoint point : curves.get(i).points()) {
                if (point.offered().mean() != null && value.apply(point).mean() != null) {
                    mark(canvas, up, point, value.apply(point), letter(i));
                }
            }
        }
        String[] labels = new String[HEIGHT];
        Arrays.fill(labels, "");
        up.ticks().forEach(tick -> labels[row(up, tick)] = label.apply(tick));
        lines.add("");
        lines.add(String.format("%13s %s", "", title));
        for (int row = 0; row < HEIGHT; row++) {
            lines.add(String.format("%12s |%s", labels[row], new String(canvas[row]))
                    .stripTrailing());
        }
        char[] axis = new char[WIDTH];
        Arrays.fill(axis, '-');
        char[] numbers = new char[WIDTH + 8];
        Arrays.fill(numbers, ' ');
        for (double tick : across.ticks()) {
            int column = column(tick);
            axis[column] = '+';
            String shown = Axis.number(tick);
            for (int i = 0; i < shown.length(); i++) {
                numbers[column + i] = shown.charAt(i);
            }
        }
        lines.add(String.format("%12s +%s", "", new String(axis)));
        lines.add(String.format("%13s %s  offered load", "", new String(numbers).stripTrailing()));
    }

    private void mark(char[][] canvas, Axis up, CurvePoint point, Estimate estimate, char letter) {
        int column = column(point.offered().mean());
        int middle = row(up, estimate.mean());
        if (estimate.halfWidth() != null) {
            int low = row(up, estimate.mean() - estimate.halfWidth());
            for (int row = row(up, estimate.mean() + estimate.halfWidth()); row <= low; row++) {
                canvas[row][column] = canvas[row][column] == ' ' ? '|' : canvas[row][column];
            }
        }
        canvas[middle][column] = point.completed() || curves.size() > 1 ? letter : 'x';
    }

    private int column(double load) {
        return (int) Math.round(across.place(load) * (WIDTH - 1));
    }

    private static int row(Axis up, double value) {
        return (int) Math.round((1 - up.place(value)) * (HEIGHT - 1));
    }
}

package org.reweave.emulator.sweep;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.reweave.emulator.table.Column;

/**
 * A mean over independent samples, such as one value per seed, and half the width of its 95% confidence interval
 * (Student's t).
 *
 * @param halfWidth null with fewer than two samples: they say nothing about their spread
 * @param samples that there were; 0 = mean is null too
 */
public record Estimate(Double mean, Double halfWidth, int samples) {
    public static Estimate of(Collection<? extends Number> values) {
        int n = values.size();
        if (n == 0) {
            return new Estimate(null, null, 0);
        }
        double sum = 0;
        for (Number value : values) {
            sum += value.doubleValue();
        }
        double mean = sum / n;
        if (n == 1) {
            return new Estimate(mean, null, 1);
        }
        double squares = 0;
        for (Number value : values) {
            squares += (value.doubleValue() - mean) * (value.doubleValue() - mean);
        }
        return new Estimate(mean, StudentT.quantile95(n - 1) * StrictMath.sqrt(squares / (n - 1) / n), n);
    }

    /** Whether a value lies in the interval; without an interval, whether it is the mean. */
    public boolean contains(double value) {
        return mean != null && StrictMath.abs(value - mean) <= (halfWidth == null ? 0 : halfWidth);
    }

    /** A column of means, and one of half the widths of their intervals; both are empty where there is no estimate. */
    public static <T> List<Column<T>> columns(String heading, Function<? super T, Estimate> estimate) {
        Column<Estimate> mean = Column.decimals(heading, 6, Estimate::mean);
        Column<Estimate> halfWidth = Column.decimals(heading + "_ci95", 6, Estimate::halfWidth);
        return List.of(mean.of(estimate), halfWidth.of(estimate));
    }
}

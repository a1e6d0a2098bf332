package org.reweave.emulator.perturb;

import java.util.List;
import org.reweave.routing.model.Mix;

/**
 * A distribution of whole numbers from 0: cycles, or places in an order.
 *
 * @param shape of the distribution
 * @param values its parameters; see {@link Shape}
 * @param share fraction of the draws that are drawn from it; the others are 0
 */
public record Spread(Shape shape, List<Long> values, double share) {
    /** Always 0. */
    public static final Spread OFF = new Spread(Shape.FIXED, List.of(0L), 1);

    /** The shapes of distributions. */
    public enum Shape {
        /** Always the one value. */
        FIXED,
        /** Every whole number from the first value to the second, equally likely. */
        UNIFORM,
        /** Exponential with the value as its mean, rounded down. */
        EXPONENTIAL,
        /** Each of the values, equally likely. */
        CHOICE
    }

    private static final long VALUE = 0x76616c7565L;

    public Spread {
        values = List.copyOf(values);
    }

    /** Happens, as the number 1, with a probability. */
    public static Spread happening(double probability) {
        return probability == 0 ? OFF : new Spread(Shape.FIXED, List.of(1L), probability);
    }

    /** Whether every draw is 0. */
    public boolean isOff() {
        return share == 0 || values.stream().allMatch(value -> value == 0);
    }

    /** The number that 64 mixed bits stand for. */
    public long draw(long bits) {
        if (isOff() || share < 1 && Mix.unit(bits) > share) {
            return 0;
        }
        long more = Mix.mix(bits ^ VALUE);
        long first = values.get(0);
        return switch (shape) {
            case FIXED -> first;
            case UNIFORM -> first + (long) ((1 - Mix.unit(more)) * (values.get(1) - first + 1));
            case EXPONENTIAL -> (long) (-StrictMath.log(Mix.unit(more)) * first);
            case CHOICE -> values.get(Mix.below(more, values.size()));
        };
    }
}

package org.reweave.emulator.time;

import java.math.BigInteger;

/**
 * How long one flit occupies a link, as an exact fraction of cycles. Exact for every rate and cycle: products that
 * leave a long are computed in full.
 *
 * @param numerator at least 1
 * @param denominator at least 1
 */
public record FlitTime(long numerator, long denominator) {
    public static final FlitTime ONE_CYCLE = new FlitTime(1, 1);

    public FlitTime {
        if (numerator < 1 || denominator < 1) {
            throw new IllegalArgumentException("flit time " + numerator + "/" + denominator + " is not positive");
        }
    }

    /** The cycles of one flit if every number of flits takes whole ones, which is true of most links; 0 if not. */
    public int wholeCycles() {
        return numerator % denominator == 0 && numerator / denominator <= Integer.MAX_VALUE
                ? (int) (numerator / denominator)
                : 0;
    }

    /**
     * @return whole cycles that {@code flits} occupy the link, rounded up; at least 1 for one flit
     * @throws ArithmeticException when they do not fit an int
     */
    public int cyclesFor(int flits) {
        if (numerator == denominator) {
            return flits; // asked for every packet in a crossbar, and true of most
        }
        long product = flits * numerator;
        if (flits > 0 && Math.multiplyHigh(flits, numerator) == 0 && product > 0) {
            return Math.toIntExact((product - 1) / denominator + 1);
        }
        BigInteger exact = BigInteger.valueOf(flits).multiply(BigInteger.valueOf(numerator));
        BigInteger divisor = BigInteger.valueOf(denominator);
        return exact.add(divisor).subtract(BigInteger.ONE).divide(divisor).intValueExact();
    }

    public boolean fasterThan(FlitTime other) {
        long highHere = Math.multiplyHigh(numerator, other.denominator);
        long highThere = Math.multiplyHigh(other.numerator, denominator);
        return highHere != highThere
                ? highHere < highThere
                : Long.compareUnsigned(numerator * other.denominator, other.numerator * denominator) < 0;
    }
}

package org.reweave.emulator.time;

/** How long one flit occupies a link, as an exact fraction of cycles.
 *
 *  @param numerator at least 1
 *  @param denominator at least 1 */
public record FlitTime(long numerator, long denominator) {
    public static final FlitTime ONE_CYCLE = new FlitTime(1, 1);

    public FlitTime {
        if (numerator < 1 || denominator < 1) {
            throw new IllegalArgumentException("flit time " + numerator + "/" + denominator + " is not positive");
        }
    }

    /** @return whole cycles that {@code flits} occupy the link, rounded up; at least 1 for one flit */
    public int cyclesFor(int flits) {
        return Math.toIntExact((flits * numerator + denominator - 1) / denominator);
    }

    public boolean fasterThan(FlitTime other) {
        return numerator * other.denominator < other.numerator * denominator;
    }
}

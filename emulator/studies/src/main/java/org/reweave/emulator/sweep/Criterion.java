package org.reweave.emulator.sweep;

/**
 * The criterion of saturation.
 *
 * @param tolerance share of the offered traffic that may be missing from the accepted, 0 &lt; tolerance &lt; 1
 * @param multiple of the latency at zero load that the mean total latency may reach, &gt; 1
 */
public record Criterion(double tolerance, double multiple) {
    /** Whether the accepted traffic has fallen behind the offered traffic; false while either is unknown. */
    public boolean backlogged(Double offered, Double accepted) {
        return offered != null && accepted != null && accepted < (1 - tolerance) * offered;
    }

    /** @param zeroLoad the run at the lowest load, of the same series and seed */
    public boolean saturated(Sample sample, Sample zeroLoad) {
        if (sample.failed() || sample.outcome().equals(Sample.SATURATED)) {
            return true;
        }
        Double mean = sample.total().mean();
        Double empty = zeroLoad.total().mean();
        return backlogged(sample.offered(), sample.accepted())
                || (mean != null && empty != null && mean > multiple * empty);
    }
}

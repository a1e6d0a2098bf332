package org.reweave.routing.verify;

/**
 * The interval in which the true share of tolerated sets lies.
 *
 * @param low at least 0
 * @param high at most 1
 * @param confidence 0.95 or 0.99; 1 after an enumeration, when low = high
 * @param method {@code wilson}, {@code ratio}, or {@code enumeration}
 */
public record ConfidenceInterval(double low, double high, double confidence, String method) {
    /** The share itself, after all sets were judged. */
    public static ConfidenceInterval enumerated(long successes, long trials) {
        double share = trials == 0 ? 0 : (double) successes / trials;
        return new ConfidenceInterval(share, share, 1, "enumeration");
    }

    /** Wilson's score interval for a binomial proportion. Source: E. B. Wilson, JASA 22 (1927). */
    public static ConfidenceInterval wilson(long successes, long trials, double confidence) {
        if (trials == 0) {
            return new ConfidenceInterval(0, 1, confidence, "wilson");
        }
        double z = normalQuantile(confidence);
        double share = (double) successes / trials;
        double scale = 1 + z * z / trials;
        double centre = (share + z * z / (2 * trials)) / scale;
        double half = z / scale * StrictMath.sqrt(share * (1 - share) / trials + z * z / (4.0 * trials * trials));
        double low = successes == 0 ? 0 : Math.max(0, centre - half);
        double high = successes == trials ? 1 : Math.min(1, centre + half);
        return new ConfidenceInterval(low, high, confidence, "wilson");
    }

    /**
     * Normal approximation for a ratio of sums over samples.
     *
     * @param deviation square root of the sum of (part - share whole)^2 over the samples, divided by the sum of the
     *     wholes Source: W. G. Cochran, Sampling Techniques, ch. 6.
     */
    static ConfidenceInterval ratio(
            double share, double deviation, long samples, boolean exhaustive, double confidence) {
        if (exhaustive) {
            return new ConfidenceInterval(share, share, 1, "enumeration");
        }
        if (samples < 2) {
            return new ConfidenceInterval(0, 1, confidence, "ratio");
        }
        double half = normalQuantile(confidence) * deviation * StrictMath.sqrt(samples / (samples - 1.0));
        return new ConfidenceInterval(Math.max(0, share - half), Math.min(1, share + half), confidence, "ratio");
    }

    /**
     * Samples after which a share is known to a margin at worst, at share 1/2.
     *
     * @param margin such as 0.01
     * @throws IllegalArgumentException for another confidence than 0.95 and 0.99
     */
    public static long samplesFor(double confidence, double margin) {
        double z = normalQuantile(confidence);
        return (long) StrictMath.ceil(z * z / (4 * margin * margin));
    }

    private static double normalQuantile(double confidence) {
        if (confidence == 0.99) {
            return 2.5758293035489004;
        } else if (confidence == 0.95) {
            return 1.959963984540054;
        }
        throw new IllegalArgumentException("confidence " + confidence + " is neither 0.95 nor 0.99");
    }
}

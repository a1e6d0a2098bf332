package org.reweave.emulator.sweep;

/** Two-sided 95% points of Student's t distribution. */
public final class StudentT {
    /** Values of t by degrees of freedom, from 1. */
    private static final double[] SMALL = {
        12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139,
        2.200985, 2.178813, 2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963
    };

    private static final double NORMAL = 1.959963985;

    private StudentT() {}

    /**
     * @param degrees of freedom, at least 1
     * @return t with P(|T| &lt;= t) = 0.95; above 20 degrees by the Cornish-Fisher expansion (Abramowitz and Stegun
     *     26.7.5), right to 1e-5
     */
    public static double quantile95(int degrees) {
        if (degrees < 1) {
            throw new IllegalArgumentException(degrees + " degrees of freedom < 1: an interval needs two samples");
        }
        if (degrees <= SMALL.length) {
            return SMALL[degrees - 1];
        }
        double x = NORMAL;
        double x2 = x * x;
        double n = degrees;
        return x
                + x * (x2 + 1) / (4 * n)
                + x * ((5 * x2 + 16) * x2 + 3) / (96 * n * n)
                + x * (((3 * x2 + 19) * x2 + 17) * x2 - 15) / (384 * n * n * n)
                + x * ((((79 * x2 + 776) * x2 + 1482) * x2 - 1920) * x2 - 945) / (92160 * n * n * n * n);
    }
}

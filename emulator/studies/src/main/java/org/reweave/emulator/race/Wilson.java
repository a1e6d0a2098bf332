package org.reweave.emulator.race;

/**
 * The 95% score interval of a share (E. B. Wilson 1927): it stays within 0 and 1, and says something where nothing or
 * everything was seen.
 *
 * @param share seen
 * @param low and {@code high}: the interval
 */
public record Wilson(double share, double low, double high) {
    private static final double Z = 1.959963984540054; // of a normal distribution, 95% on both sides

    /**
     * @param seen so many
     * @param of this many, at least 1
     */
    public static Wilson of(long seen, long of) {
        double p = (double) seen / of;
        double z2 = Z * Z / of;
        double centre = (p + z2 / 2) / (1 + z2);
        double half = Z / (1 + z2) * Math.sqrt(p * (1 - p) / of + z2 / of / 4);
        return new Wilson(p, seen == 0 ? 0 : centre - half, seen == of ? 1 : centre + half);
    }
}

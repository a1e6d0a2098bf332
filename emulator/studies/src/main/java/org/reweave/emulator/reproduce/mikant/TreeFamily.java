package org.reweave.emulator.reproduce.mikant;

/**
 * The columns of the slides' table of three topologies, with its formulas. Source: MiKANT, "Comparison of Topological
 * Properties".
 */
enum TreeFamily {
    CLASSICAL("classical k-ary n-tree"),
    CLOS("Clos k-ary n-tree"),
    MIRRORED("mirrored k-ary n-tree");

    private final String text;

    TreeFamily(String text) {
        this.text = text;
    }

    /** The family in words. */
    String text() {
        return text;
    }

    /** Fabric of this family, as {@code topo} takes it. */
    String fabric(int k, int n) {
        return switch (this) {
            case CLASSICAL -> "k-ary-n-tree:" + k + "," + n;
            case CLOS -> "m-port-n-tree:" + 2 * k + "," + n;
            case MIRRORED -> "mikant:" + k + "," + n;
        };
    }

    long nodes(int k, int n) {
        return (this == CLASSICAL ? 1 : 2) * power(k, n);
    }

    long switches(int k, int n) {
        long ofOne = power(k, n - 1);
        return switch (this) {
            case CLASSICAL -> n * ofOne;
            case CLOS -> (2L * n - 1) * ofOne;
            case MIRRORED -> (2L * n - 2) * ofOne;
        };
    }

    long links(int k, int n) {
        long ofOne = power(k, n);
        return switch (this) {
            case CLASSICAL -> n * ofOne;
            case CLOS -> 2L * n * ofOne;
            case MIRRORED -> (2L * n - 1) * ofOne;
        };
    }

    double averageDistance(int k, int n) {
        double turn = this == CLASSICAL ? 2 : 1;
        double mean = 2.0 * n - turn / (k - 1) + turn / ((k - 1.0) * power(k, n));
        return this == MIRRORED ? mean - 0.5 : mean;
    }

    static long power(int base, int exponent) {
        long product = 1;
        for (int i = 0; i < exponent; i++) {
            product *= base;
        }
        return product;
    }
}

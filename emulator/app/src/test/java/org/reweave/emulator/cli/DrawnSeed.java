package org.reweave.emulator.cli;

import java.security.SecureRandom;
import org.reweave.routing.model.Mix;

/**
 * The seed of a test at random moments: drawn anew whenever the tests run, and named when the test fails. A seed draws
 * the same once more; what threads of the host decide, such as how many records a journal commits at once, may be
 * otherwise.
 */
public final class DrawnSeed {
    private static final String PROPERTY = "reweave.seed";
    private static final int MOST = 1 << 30;
    private static final int SEED = Integer.getInteger(PROPERTY, new SecureRandom().nextInt(MOST));

    /** What is done with a seed. */
    public interface Check {
        void check(int seed) throws Exception;
    }

    private DrawnSeed() {}

    /** @param repetition of a repeated test, each of which gets a seed of its own */
    public static void check(int repetition, Check check) throws Exception {
        try {
            check.check(Mix.below(Mix.mix(SEED, repetition, 0, 0), MOST));
        } catch (AssertionError e) {
            throw new AssertionError("to draw the same: -D" + PROPERTY + "=" + SEED + "; " + e.getMessage(), e);
        }
    }
}

package org.reweave.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Programs and rights that some tests need of the machine. CI has all of them, so that no test is left out there
 * unseen.
 */
public final class Machine {
    private static final boolean CI = "true".equals(System.getenv("CI"));

    private Machine() {}

    /**
     * Fails in CI where the machine lacks something.
     *
     * @return whether it has it
     */
    public static boolean has(boolean present, String lack) {
        if (CI) {
            assertThat(present)
                    .as("in CI (environment variable CI=true): " + lack)
                    .isTrue();
        }
        return present;
    }

    /** Skips the test where the machine lacks something; in CI the test fails. */
    public static void require(boolean present, String lack) {
        assumeTrue(has(present, lack), lack);
    }
}

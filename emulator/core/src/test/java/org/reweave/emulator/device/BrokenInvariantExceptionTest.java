package org.reweave.emulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reweave.routing.plugin.PluginException;

/** What a device says of a fault that it met. */
class BrokenInvariantExceptionTest {
    @Test
    void theFaultOfAJarStaysKnownAsOne() {
        PluginException fault = new PluginException("x.jar: no such rank");
        assertThat(new BrokenInvariantException("n0_1", 47, Map.of(), fault))
                .hasMessage("n0_1 at cycle 47: x.jar: no such rank")
                .hasCause(fault);
    }

    @Test
    void aRuleOfReweavesHasNoOtherCause() {
        assertThat(new BrokenInvariantException("n0_1", 47, Map.of(), new IllegalStateException("17 of 16")))
                .hasMessage("n0_1 at cycle 47: 17 of 16")
                .hasNoCause();
    }
}

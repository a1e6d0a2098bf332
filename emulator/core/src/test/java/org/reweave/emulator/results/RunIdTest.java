package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class RunIdTest {
    @Test
    void aRunsNameTellsWhenItWasStarted() {
        Instant start = Instant.parse("2026-11-20T12:27:40.512Z");
        String id = RunId.of("torus-8x8-ebr", 1, start);
        assertThat(id).isEqualTo("torus-8x8-ebr-1-20261120-122740-512");
        assertThat(RunId.startedAt(id)).hasValue(start.toEpochMilli());
    }

    @Test
    void otherNamesTellNothing() {
        assertThat(RunId.startedAt("mine")).isEmpty();
        assertThat(RunId.startedAt("mine-20261399-122740-512")).isEmpty();
    }
}

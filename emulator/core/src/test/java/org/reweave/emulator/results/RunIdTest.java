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
    void aClockBefore1970IsAClock() {
        Instant start = Instant.parse("1969-11-22T00:20:50.562Z");
        String id = RunId.of("s", 1, start);
        assertThat(id).isEqualTo("s-1-19691122-002050-562");
        assertThat(RunId.startedAt(id)).hasValue(start.toEpochMilli());
    }

    @Test
    void otherNamesTellNothing() {
        assertThat(RunId.startedAt("mine")).isEmpty();
        assertThat(RunId.startedAt("mine-20261399-122740-512")).isEmpty();
    }
}

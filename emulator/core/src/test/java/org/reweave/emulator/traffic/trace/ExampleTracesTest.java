package org.reweave.emulator.traffic.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ExampleTracesTest {
    private static final Path TRACES = Path.of("../../cluster-config/traces");
    private static final TraceScale SCALE = new TraceScale(1_000, 1, 1_000, 1);

    private static void isWhatTheCodeWrites(String name, String text) throws Exception {
        if (Boolean.getBoolean("reweave.write-examples")) {
            Files.writeString(TRACES.resolve(name), text);
        }
        assertThat(Files.readString(TRACES.resolve(name)))
                .as("write it anew with -Dreweave.write-examples=true")
                .isEqualTo(text);
    }

    @Test
    void theHaloExchangeIsWhatTheCodeWrites() throws Exception {
        isWhatTheCodeWrites("halo-exchange.csv", ExampleTraces.haloExchange());
        Trace trace = TraceReader.read(TRACES.resolve("halo-exchange.csv"), "auto", "auto", SCALE);
        assertThat(trace.ranks()).isEqualTo(24);
        assertThat(trace.size()).isEqualTo(960);
    }

    @Test
    void theAllReduceIsWhatTheCodeWrites() throws Exception {
        isWhatTheCodeWrites("all-reduce.goal", ExampleTraces.allReduce());
        Trace trace = TraceReader.read(TRACES.resolve("all-reduce.goal"), "auto", "auto", SCALE);
        assertThat(trace.ranks()).isEqualTo(16);
        assertThat(trace.size()).isEqualTo(16 * 12 * 3);
    }
}

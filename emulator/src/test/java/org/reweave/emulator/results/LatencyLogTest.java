package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.scenario.TimeBase;
import org.reweave.emulator.stats.Latencies;

class LatencyLogTest {
    private static final Scale SCALE = new Scale(new TimeBase(4000, 1), 4, 4, 4);

    private static HistogramLogReader read(String log) {
        return new HistogramLogReader(new ByteArrayInputStream(log.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Test
    void theToolsOfHdrHistogramReadIt() {
        Histogram network = new Histogram(2);
        Histogram total = new Histogram(2);
        for (int i = 1; i <= 100; i++) {
            network.recordValue(i);
            total.recordValue(2L * i);
        }
        Latencies latencies = new Latencies();
        latencies.add(network, 100, total, 200);
        String log = LatencyLog.of(latencies, SCALE, 500_000_000);
        assertThat(log).startsWith("#[").contains("1 cycle = 4.0 ns");
        HistogramLogReader reader = read(log);
        for (Histogram expected : new Histogram[] {network, total}) {
            EncodableHistogram histogram = reader.nextIntervalHistogram();
            assertThat(histogram).isEqualTo(expected);
            assertThat(histogram.getTag()).isEqualTo(expected.equals(network) ? "network" : "total");
            assertThat(histogram.getEndTimeStamp() - histogram.getStartTimeStamp())
                    .as("milliseconds of emulated time")
                    .isEqualTo(2000);
        }
        assertThat(reader.nextIntervalHistogram()).isNull();
    }

    @Test
    void nothingMeasuredIsTwoEmptyHistograms() {
        HistogramLogReader reader = read(LatencyLog.of(new Latencies(), SCALE, 0));
        for (int i = 0; i < 2; i++) {
            assertThat(((Histogram) reader.nextIntervalHistogram()).getTotalCount())
                    .isZero();
        }
    }
}

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

    /** Under actors, NICs add their latencies in the order in which their threads end. */
    @Test
    void theOrderInWhichNicsAddTheirLatenciesIsNotInIt() {
        Latencies oneWay = new Latencies();
        Latencies otherWay = new Latencies();
        long[] longest = {700, 70_000, 71_000};
        for (int nic = 0; nic < longest.length; nic++) {
            add(longest[nic], oneWay);
            add(longest[longest.length - 1 - nic], otherWay);
        }
        assertThat(LatencyLog.of(oneWay, SCALE, 1000)).isEqualTo(LatencyLog.of(otherWay, SCALE, 1000));
    }

    private static void add(long latency, Latencies latencies) {
        Histogram histogram = new Histogram(2);
        histogram.recordValue(latency);
        latencies.add(histogram, latency, histogram, latency);
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

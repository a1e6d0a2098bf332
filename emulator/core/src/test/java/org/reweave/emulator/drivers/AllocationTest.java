package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Once its rings and queues have the size that the traffic needs, an island allocates nothing for a packet, a hop or a
 * report. The counters of the JVM say how many bytes the thread has allocated, so nothing here depends on time.
 */
class AllocationTest {
    private static final long WARM = 100_000; // cycles; by then rings, queues and series have grown
    private static final long MEASURED = 40_000;
    private static final String SCENARIO = """
            description = "Steady traffic"
            fabric.generator = "torus:4x4"
            routing.engine = dimension-order
            device { preset = %s, switch.vls = 2 }
            traffic { load = %s }
            run { warmup = 0cycles, duration = 1000000cycles, cut-interval = 500cycles }
            """;

    @ParameterizedTest
    @CsvSource({"iq-router, 0.1", "iq-router, 0.3", "kns, 0.2", "flit-router, 0.2"})
    void anIslandInSteadyStateAllocatesNothing(String preset, String load) {
        String text = String.format(SCENARIO, preset, load);
        SteadyIsland island = new SteadyIsland(text);
        island.advance(WARM);
        long hopsBefore = island.hops();
        long before = allocated();
        island.advance(MEASURED);
        long bytes = allocated() - before;
        long hops = island.hops() - hopsBefore;
        assertThat(hops).as("the measured cycles have traffic").isGreaterThan(5_000);
        assertThat(bytes)
                .as("bytes for %d hops of packets: room for a ring that grows once more, not for an object a hop", hops)
                .isLessThan(hops);
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}

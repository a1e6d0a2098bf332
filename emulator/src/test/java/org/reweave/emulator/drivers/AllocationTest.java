package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Partition;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.Counter;

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

    /** Sums up what devices report, and has every device write over its last report. */
    private static final class Reports implements Island.Outside {
        private final DeviceReport[] last;
        private long hops;

        Reports(int devices) {
            last = new DeviceReport[devices];
        }

        @Override
        public Frame open(int neighbour) {
            throw new IllegalStateException("an island of everything has a neighbour");
        }

        @Override
        public void send(int neighbour, Frame frame) {
            throw new IllegalStateException("an island of everything has a neighbour");
        }

        @Override
        public void promise(long cycle) {
            throw new IllegalStateException("an island of everything has a neighbour");
        }

        @Override
        public DeviceReport open(Device device) {
            if (last[device.id()] == null) {
                last[device.id()] = new DeviceReport(device);
            } else {
                hops -= last[device.id()].counters()[Counter.RUNS_ARRIVED.ordinal()];
            }
            return last[device.id()];
        }

        @Override
        public void report(long k, DeviceReport report) {
            hops += report.counters()[Counter.RUNS_ARRIVED.ordinal()];
        }
    }

    @ParameterizedTest
    @CsvSource({"iq-router, 0.1", "iq-router, 0.3", "kns, 0.2"})
    void anIslandInSteadyStateAllocatesNothing(String preset, String load) {
        String text = String.format(SCENARIO, preset, load);
        Network network = new Network(ResolvedScenario.of(ScenarioLoader.parse("steady.conf", text, List.of())));
        Reports reports = new Reports(network.wiring().devices());
        Placement everything = Placement.of(Partition.into(network.wiring(), 1));
        Island island = new Island(network.createAll(), everything, network.wiring(), 500, HorizonPolicy.FULL, reports);
        advance(island, WARM);
        long hopsBefore = reports.hops;
        long before = allocated();
        advance(island, WARM + MEASURED);
        long bytes = allocated() - before;
        long hops = reports.hops - hopsBefore;
        assertThat(hops).as("the measured cycles have traffic").isGreaterThan(5_000);
        assertThat(bytes)
                .as("bytes for %d hops of packets: room for a ring that grows once more, not for an object a hop", hops)
                .isLessThan(hops);
    }

    private static void advance(Island island, long to) {
        island.permit(to, 0, Island.NONE);
        island.run();
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}

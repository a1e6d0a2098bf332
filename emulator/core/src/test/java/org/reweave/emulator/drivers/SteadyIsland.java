package org.reweave.emulator.drivers;

import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.placement.Partition;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.Counter;

/**
 * A fabric as one island that is advanced as far as one asks, with a cut every 500 cycles and nobody who looks at the
 * cuts.
 */
public final class SteadyIsland {
    private static final int CUT_INTERVAL = 500; // cycles

    private final Island island;
    private final Reports reports;
    private long cycle;

    /** @param scenario its text */
    public SteadyIsland(String scenario) {
        Network network = new Network(ResolvedScenario.of(ScenarioLoader.parse("steady.conf", scenario, List.of())));
        reports = new Reports(network.wiring().devices());
        Placement everything = Placement.of(Partition.into(network.wiring(), 1));
        island = new Island(
                network.createAll(), everything, network.wiring(), CUT_INTERVAL, HorizonPolicy.FULL, reports);
    }

    /** Does everything in the next cycles. */
    public void advance(long cycles) {
        cycle += cycles;
        island.permit(cycle, 0, Island.NONE);
        island.run();
    }

    /** Packets that have arrived at a device, by the last cut. */
    public long hops() {
        return reports.hops;
    }

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
}

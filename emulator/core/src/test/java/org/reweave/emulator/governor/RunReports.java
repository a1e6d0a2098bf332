package org.reweave.emulator.governor;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.placement.Partition;

/** The reports of a real run, for tests that give them to somebody without a driver. */
public final class RunReports {
    private RunReports() {}

    /** Reports cut by cut, each in an object of its own; the sequential driver would write over them. */
    public static List<List<DeviceReport>> byCut(Network network) {
        List<List<DeviceReport>> cuts = new ArrayList<>();
        Governor governor = new Governor(network.governorPlan());
        Island island = new Island(
                network.createAll(),
                Placement.of(Partition.into(network.wiring(), 1)),
                network.wiring(),
                network.governorPlan().interval(),
                HorizonPolicy.FULL,
                new Island.Outside() {
                    @Override
                    public Frame open(int neighbour) {
                        throw new IllegalStateException("no neighbours");
                    }

                    @Override
                    public void send(int neighbour, Frame frame) {
                        throw new IllegalStateException("no neighbours");
                    }

                    @Override
                    public void promise(long cycle) {
                        throw new IllegalStateException("no neighbours");
                    }

                    @Override
                    public void report(long k, DeviceReport report) {
                        if (cuts.size() < k) {
                            cuts.add(new ArrayList<>());
                        }
                        cuts.get(cuts.size() - 1).add(report);
                        governor.report(k, report);
                        governor.deliverCuts((totals, events) -> {});
                    }
                });
        while (!governor.isOver()) {
            island.permit(governor.permit(), governor.measureFrom(), governor.checkpointAt());
            island.run();
        }
        return cuts;
    }
}

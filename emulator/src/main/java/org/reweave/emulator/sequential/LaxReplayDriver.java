package org.reweave.emulator.sequential;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.GovernorPlan;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.lax.AdmissionScript;
import org.reweave.emulator.lax.AdmissionsEndedException;
import org.reweave.emulator.lax.Drift;
import org.reweave.emulator.lax.LaxIsland;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.lax.LinkFrame;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Partition;

/**
 * Runs a lax run again in the calling thread: all islands take step n, one after the other, before any takes step n +
 * 1. A step needs frames of earlier steps only, so every frame that was admitted is there.
 */
public final class LaxReplayDriver implements RunDriver {
    private final Governor governor;
    private final AdmissionScript script;
    private final long step;
    private final List<LaxIsland> islands = new ArrayList<>();

    public LaxReplayDriver(Network network, RunListener listener, AdmissionScript script) {
        GovernorPlan plan = network.governorPlan();
        Laxity laxity = network.resolved().scenario().run().laxity();
        this.governor = new Governor(plan);
        this.script = script;
        this.step = laxity.step();
        List<List<Integer>> partition = Partition.ofSize(network.wiring(), laxity.islandSize());
        Placement placement = Placement.of(partition);
        LaxIsland.Outside outside = new LaxIsland.Outside() {
            @Override
            public void send(LinkFrame frame) {
                islands.get(placement.islandOf()[frame.device()]).accept(frame);
            }

            @Override
            public void report(long k, DeviceReport report) {
                governor.report(k, report);
                governor.deliverCuts(listener);
            }
        };
        for (int island = 0; island < partition.size(); island++) {
            List<Device> devices =
                    partition.get(island).stream().map(network::create).toList();
            islands.add(new LaxIsland(
                    devices, placement, network.wiring(), plan.interval(), laxity, script.of(island), outside));
        }
    }

    @Override
    public void interrupt() {
        governor.interrupt();
    }

    /**
     * @throws AdmissionsEndedException when the journal ends before the run
     * @throws org.reweave.emulator.lax.AdmissionException at a record that the run does not bear out
     */
    @Override
    public RunResult run() {
        long cycle = 0;
        while (!governor.isOver()) {
            long permit = script.upTo(governor.permit());
            if (permit == cycle) {
                throw new AdmissionsEndedException(cycle);
            }
            for (LaxIsland island : islands) {
                island.permit(permit, governor.measureFrom());
            }
            for (; cycle < permit; cycle += step) {
                islands.forEach(LaxReplayDriver::step);
            }
        }
        Drift drift = new Drift();
        islands.forEach(island -> drift.add(island.drift()));
        List<Device> devices =
                islands.stream().flatMap(island -> island.devices().stream()).toList();
        return RunResult.of(governor, SequentialDriver.latencies(devices), Optional.of(drift));
    }

    private static void step(LaxIsland island) {
        if (!island.isReady()) {
            throw new IllegalStateException("an island waits for a frame of the step that it would take");
        }
        island.step();
    }
}

package org.reweave.emulator.sequential;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.nic.NicCore;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.GovernorPlan;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.lax.AdmissionScript;
import org.reweave.emulator.lax.AdmissionsEndedException;
import org.reweave.emulator.lax.Drift;
import org.reweave.emulator.lax.LaxIsland;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.lax.LinkFrame;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.placement.Partition;

/**
 * Runs a lax run again in the calling thread: all islands take step n, one after the other, before any takes step n +
 * 1. A step needs frames of earlier steps only, so every frame that was admitted is there.
 */
public final class LaxReplayDriver implements StepwiseDriver {
    private final Governor governor;
    private final AdmissionScript script;
    private final long step;
    private final List<LaxIsland> islands = new ArrayList<>();
    private final List<Device> devices; // by number
    private long cycle; // at which all islands stand

    /** @param script of the records behind the beginning */
    public LaxReplayDriver(Start start, RunListener listener, AdmissionScript script) {
        Network network = start.network();
        GovernorPlan plan = network.governorPlan();
        Laxity laxity = network.resolved().scenario().run().laxity();
        this.governor = start.governor();
        this.cycle = start.cycle();
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
            islands.add(new LaxIsland(
                    start.devices(partition.get(island)),
                    start::border,
                    placement,
                    network.wiring(),
                    plan.interval(),
                    laxity,
                    script.of(island),
                    outside));
        }
        this.devices = islands.stream()
                .flatMap(island -> island.devices().stream())
                .sorted(Comparator.comparingInt(Device::id))
                .toList();
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
        advance(Long.MAX_VALUE);
        Drift drift = new Drift();
        islands.forEach(island -> drift.add(island.drift()));
        return RunResult.of(governor, NicCore.latencies(devices), Optional.of(drift));
    }

    /** @throws AdmissionsEndedException and others as {@link #run} does */
    @Override
    public long advance(long to) {
        while (!governor.isOver() && cycle < to) {
            long permit = script.upTo(governor.permit());
            if (permit <= cycle) {
                throw new AdmissionsEndedException(cycle);
            }
            for (LaxIsland island : islands) {
                island.permit(permit, governor.measureFrom(), Island.NONE);
            }
            while (cycle < Math.min(permit, to)) {
                advanceInStep(Math.min(to, (cycle / step + 1) * step));
            }
        }
        return cycle;
    }

    private void advanceInStep(long to) {
        for (LaxIsland island : islands) {
            if (!island.isReady()) {
                throw new IllegalStateException("an island waits for a frame of the step that it would take");
            }
            island.advance(to);
        }
        cycle = to;
    }

    @Override
    public boolean isOver() {
        return governor.isOver();
    }

    @Override
    public List<Device> devices() {
        return devices;
    }
}

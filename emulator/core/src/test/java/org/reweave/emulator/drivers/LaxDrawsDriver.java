package org.reweave.emulator.drivers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.lax.Drift;
import org.reweave.emulator.lax.LaxIsland;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.lax.LinkFrame;
import org.reweave.emulator.lax.LiveAdmissions;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.placement.Partition;
import org.reweave.emulator.sequential.SequentialDriver;

/**
 * A scheduler of lax islands that is far worse than any real one: who goes on, how often, and with which frames, is
 * drawn.
 */
final class LaxDrawsDriver implements RunDriver {
    private static final int LONGEST_TURN = 12;

    private final Governor governor;
    private final List<LaxIsland> islands = new ArrayList<>();
    private final List<Deque<LinkFrame>> coming = new ArrayList<>(); // by island
    private final Draws draws;

    LaxDrawsDriver(Network network, RunListener listener, Draws draws) {
        this(Start.atZero(network), listener, draws);
    }

    LaxDrawsDriver(Start start, RunListener listener, Draws draws) {
        Network network = start.network();
        Laxity laxity = network.resolved().scenario().run().laxity();
        List<List<Integer>> partition = Partition.ofSize(network.wiring(), laxity.islandSize());
        Placement placement = Placement.of(partition);
        this.governor = start.governor();
        this.draws = draws;
        LaxIsland.Outside outside = new LaxIsland.Outside() {
            @Override
            public void send(LinkFrame frame) {
                coming.get(placement.islandOf()[frame.device()]).add(frame);
            }

            @Override
            public void report(long k, DeviceReport report) {
                governor.report(k, report);
                governor.deliverCuts(listener);
            }
        };
        for (List<Integer> members : partition) {
            islands.add(new LaxIsland(
                    start.devices(members),
                    start::border,
                    placement,
                    network.wiring(),
                    network.governorPlan().interval(),
                    laxity,
                    new LiveAdmissions(laxity),
                    outside));
            coming.add(new ArrayDeque<>());
        }
    }

    @Override
    public void interrupt() {
        governor.interrupt();
    }

    @Override
    public void checkpoint() {
        governor.wantCheckpoint();
    }

    @Override
    public RunResult run() {
        while (!governor.isOver()) {
            int chosen = draws.below(islands.size());
            LaxIsland island = islands.get(chosen);
            island.permit(governor.permit(), governor.measureFrom(), governor.checkpointAt());
            Deque<LinkFrame> frames = coming.get(chosen);
            for (int left = draws.below(frames.size() + 1); left > 0; left--) {
                island.accept(frames.remove());
            }
            for (int left = draws.below(LONGEST_TURN); left > 0 && island.isPermitted() && island.isReady(); left--) {
                island.step();
            }
        }
        Drift drift = new Drift();
        islands.forEach(island -> drift.add(island.drift()));
        List<Device> devices =
                islands.stream().flatMap(island -> island.devices().stream()).toList();
        return RunResult.of(governor, SequentialDriver.latencies(devices), Optional.of(drift));
    }
}

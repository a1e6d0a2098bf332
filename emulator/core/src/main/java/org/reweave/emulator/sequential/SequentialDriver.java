package org.reweave.emulator.sequential;

import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.nic.NicCore;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.GovernorPlan;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.placement.Partition;

/** Runs a network in the calling thread, without actors: the reference for results and the limit for speed. */
public final class SequentialDriver implements StepwiseDriver {
    private final Governor governor;
    private final Island island;

    public SequentialDriver(Network network, RunListener listener, HorizonPolicy policy) {
        this(Start.atZero(network), listener, policy);
    }

    public SequentialDriver(Start start, RunListener listener, HorizonPolicy policy) {
        Network network = start.network();
        GovernorPlan plan = network.governorPlan();
        this.governor = start.governor();
        DeviceReport[] reports = new DeviceReport[plan.wiring().devices()];
        List<List<Integer>> partition = Partition.into(network.wiring(), 1);
        Placement everything = Placement.of(partition);
        this.island = new Island(
                start.devices(partition.get(0)),
                everything,
                network.wiring(),
                plan.interval(),
                policy,
                new Island.Outside() {
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
                    public DeviceReport open(Device device) { // a cut is over before the next one begins
                        if (reports[device.id()] == null) {
                            reports[device.id()] = new DeviceReport(device);
                        }
                        return reports[device.id()];
                    }

                    @Override
                    public void report(long k, DeviceReport report) {
                        governor.report(k, report);
                        governor.deliverCuts(listener);
                    }
                });
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
            island.permit(governor.permit(), governor.measureFrom(), governor.checkpointAt());
            island.run();
        }
        return RunResult.of(governor, NicCore.latencies(island.devices()));
    }

    @Override
    public long advance(long to) {
        while (!governor.isOver() && island.now() < to) {
            island.permit(governor.permit(), governor.measureFrom(), governor.checkpointAt());
            island.run(to);
        }
        return island.now();
    }

    @Override
    public boolean isOver() {
        return governor.isOver();
    }

    @Override
    public List<Device> devices() {
        return island.devices();
    }
}

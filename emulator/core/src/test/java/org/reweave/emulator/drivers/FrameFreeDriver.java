package org.reweave.emulator.drivers;

import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.nic.NicCore;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.stats.Latencies;
import org.reweave.reconfig.state.StateWriter;

/** The independent oracle of the frame logic: runs a network under a {@link GlobalClock}. */
final class FrameFreeDriver implements RunDriver {
    private final Network network;
    private final RunTrace trace;
    private final Governor governor;
    private final GlobalClock clock;
    private final long[] handOvers;

    /** @param handOvers cycles, ascending, at which every device is encoded and a fresh one goes on from there */
    FrameFreeDriver(Network network, RunTrace trace, long... handOvers) {
        this.network = network;
        this.trace = trace;
        this.governor = new Governor(network.governorPlan());
        this.clock = new GlobalClock(network);
        this.handOvers = handOvers.clone();
    }

    /** The devices, by number. */
    List<Device> devices() {
        return clock.devices();
    }

    @Override
    public void interrupt() {
        governor.interrupt();
    }

    @Override
    public RunResult run() {
        long interval = network.governorPlan().interval();
        int next = 0;
        for (long cut = 1; !governor.isOver(); cut++) {
            while (next < handOvers.length && handOvers[next] <= cut * interval) {
                clock.advanceTo(handOvers[next++]);
                clock.devices().forEach(this::handOver);
            }
            clock.advanceTo(cut * interval);
            for (Device device : clock.devices()) {
                governor.report(cut, trace.note(cut, device.report()));
            }
            governor.deliverCuts(trace);
            clock.devices().forEach(device -> device.measureFrom(governor.measureFrom()));
        }
        Latencies latencies = NicCore.latencies(clock.devices());
        return RunResult.of(governor, latencies);
    }

    private void handOver(Device device) {
        Device fresh = network.copy(device);
        if (!Arrays.equals(encode(device), encode(fresh))) {
            throw new IllegalStateException(device.name() + " encodes another state than it decoded");
        }
        clock.replace(fresh);
    }

    private static long[] encode(Device device) {
        StateWriter writer = new StateWriter();
        device.visit(writer);
        return writer.toArray();
    }
}

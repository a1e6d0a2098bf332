package org.reweave.emulator.drivers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.sequential.SequentialDriver;

/**
 * Runs a network as several islands in one thread. Which island goes on next and which link's frames arrive next is
 * drawn by a seed; the frames of one link keep their order, as messages between two actors do.
 */
final class IslandsDriver implements RunDriver {
    private final Governor governor;
    private final List<Device> devices = new ArrayList<>();
    private final List<Island> islands = new ArrayList<>();
    private final Island[] islandOf;
    private final Map<Integer, Deque<Frame>> links = new HashMap<>(); // by receiving device and port
    private final List<Deque<Frame>> waiting = new ArrayList<>(); // links with frames on them
    private final Draws draws;

    /**
     * @param wiring the network's, perhaps with other frame lengths
     * @param partition numbers of the devices of each island
     */
    IslandsDriver(
            Network network,
            Wiring wiring,
            List<List<Integer>> partition,
            HorizonPolicy policy,
            Draws draws,
            RunTrace trace) {
        this.governor = new Governor(network.governorPlan());
        this.islandOf = new Island[network.deviceCount()];
        this.draws = draws;
        Island.Outside outside = new Island.Outside() {
            @Override
            public void send(Frame frame) {
                queue(frame);
            }

            @Override
            public void report(long k, DeviceReport report) {
                governor.report(k, trace.note(k, report));
                governor.deliverCuts(trace);
            }
        };
        long interval = network.governorPlan().interval();
        Placement placement = Placement.of(partition);
        for (List<Integer> members : partition) {
            List<Device> hosted = members.stream().map(network::create).toList();
            Island island = new Island(hosted, placement, wiring, interval, policy, outside);
            devices.addAll(hosted);
            islands.add(island);
            members.forEach(device -> islandOf[device] = island);
        }
    }

    private void queue(Frame frame) {
        Deque<Frame> link = links.computeIfAbsent(frame.device() << 8 | frame.port(), key -> new ArrayDeque<>());
        if (link.isEmpty()) {
            waiting.add(link);
        }
        link.add(frame);
    }

    @Override
    public void interrupt() {
        governor.interrupt();
    }

    @Override
    public RunResult run() {
        while (!governor.isOver()) {
            int choice = draws.below(islands.size() + waiting.size());
            if (choice < islands.size()) {
                Island island = islands.get(choice);
                island.permit(governor.permit(), governor.measureFrom());
                island.run();
            } else {
                deliverSome(choice - islands.size());
            }
        }
        return RunResult.of(governor, SequentialDriver.latencies(devices));
    }

    private void deliverSome(int choice) {
        Deque<Frame> link = waiting.get(choice);
        for (int left = 1 + draws.below(link.size()); left > 0; left--) {
            Frame frame = link.remove();
            islandOf[frame.device()].accept(frame);
        }
        if (link.isEmpty()) {
            waiting.set(choice, waiting.get(waiting.size() - 1));
            waiting.remove(waiting.size() - 1);
        }
    }
}

package org.reweave.emulator.drivers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
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
 * Runs a network as several islands in one thread. Which island goes on next and whose frames arrive next is drawn by a
 * seed; the frames from one island to another keep their order, as messages between two actors do.
 */
final class IslandsDriver implements RunDriver {
    private final Governor governor;
    private final List<Device> devices = new ArrayList<>();
    private final List<Island> islands = new ArrayList<>();
    private final Map<Integer, Way> ways = new HashMap<>(); // by sending and receiving island
    private final List<Way> waiting = new ArrayList<>(); // those with frames on them
    private final Draws draws;

    /** The frames under way from one island to another. */
    private record Way(int sender, int receiver, Deque<Frame> frames) {}

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
        this.draws = draws;
        long interval = network.governorPlan().interval();
        Placement placement = Placement.of(partition);
        for (int number = 0; number < partition.size(); number++) {
            List<Device> hosted =
                    partition.get(number).stream().map(network::create).toList();
            devices.addAll(hosted);
            islands.add(new Island(hosted, placement, wiring, interval, policy, outside(number, trace)));
        }
    }

    private Island.Outside outside(int sender, RunTrace trace) {
        return new Island.Outside() {
            @Override
            public Frame open(int neighbour) {
                return new Frame();
            }

            @Override
            public void send(int neighbour, Frame frame) {
                queue(sender, islands.get(sender).neighbours()[neighbour], frame);
            }

            @Override
            public void report(long k, DeviceReport report) {
                governor.report(k, trace.note(k, report));
                governor.deliverCuts(trace);
            }
        };
    }

    private void queue(int sender, int receiver, Frame frame) {
        Way way = ways.computeIfAbsent(
                sender * islands.size() + receiver, key -> new Way(sender, receiver, new ArrayDeque<>()));
        if (way.frames().isEmpty()) {
            waiting.add(way);
        }
        way.frames().add(frame);
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
                island.permit(governor.permit(), governor.measureFrom(), governor.checkpointAt());
                island.run();
            } else {
                deliverSome(choice - islands.size());
            }
        }
        return RunResult.of(governor, SequentialDriver.latencies(devices));
    }

    private void deliverSome(int choice) {
        Way way = waiting.get(choice);
        Island receiver = islands.get(way.receiver());
        int neighbour = Arrays.binarySearch(receiver.neighbours(), way.sender());
        for (int left = 1 + draws.below(way.frames().size()); left > 0; left--) {
            receiver.accept(neighbour, way.frames().remove());
        }
        if (way.frames().isEmpty()) {
            waiting.set(choice, waiting.get(waiting.size() - 1));
            waiting.remove(waiting.size() - 1);
        }
    }
}

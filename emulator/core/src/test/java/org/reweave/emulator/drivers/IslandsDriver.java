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
import org.reweave.emulator.device.nic.NicCore;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.network.Network;

/**
 * Runs a network as several islands in one thread. Which island goes on next and whose frames and promises arrive next
 * is drawn by a seed; those from one island to another keep their order, as messages between two actors do.
 */
final class IslandsDriver implements RunDriver {
    private final Governor governor;
    private final List<Device> devices = new ArrayList<>();
    private final List<Island> islands = new ArrayList<>();
    private final Map<Integer, Way> ways = new HashMap<>(); // by sending and receiving island
    private final List<Way> waiting = new ArrayList<>(); // those with anything on them
    private final Draws draws;

    /** A frame under way, or a promise without one. */
    private record Message(Frame frame, long promise) {}

    /** What is under way from one island to another. */
    private record Way(int sender, int receiver, Deque<Message> messages) {}

    /** @param partition numbers of the devices of each island */
    IslandsDriver(Network network, List<List<Integer>> partition, HorizonPolicy policy, Draws draws, RunTrace trace) {
        this.governor = new Governor(network.governorPlan());
        this.draws = draws;
        long interval = network.governorPlan().interval();
        Placement placement = Placement.of(partition);
        for (int number = 0; number < partition.size(); number++) {
            List<Device> hosted =
                    partition.get(number).stream().map(network::create).toList();
            devices.addAll(hosted);
            islands.add(new Island(hosted, placement, network.wiring(), interval, policy, outside(number, trace)));
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
                queue(sender, islands.get(sender).neighbours()[neighbour], new Message(frame, 0));
            }

            @Override
            public void promise(long cycle) {
                for (int receiver : islands.get(sender).neighbours()) {
                    queue(sender, receiver, new Message(null, cycle));
                }
            }

            @Override
            public void report(long k, DeviceReport report) {
                governor.report(k, trace.note(k, report));
                governor.deliverCuts(trace);
            }
        };
    }

    private void queue(int sender, int receiver, Message message) {
        Way way = ways.computeIfAbsent(
                sender * islands.size() + receiver, key -> new Way(sender, receiver, new ArrayDeque<>()));
        if (way.messages().isEmpty()) {
            waiting.add(way);
        }
        way.messages().add(message);
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
        return RunResult.of(governor, NicCore.latencies(devices));
    }

    private void deliverSome(int choice) {
        Way way = waiting.get(choice);
        Island receiver = islands.get(way.receiver());
        int neighbour = Arrays.binarySearch(receiver.neighbours(), way.sender());
        for (int left = 1 + draws.below(way.messages().size()); left > 0; left--) {
            Message message = way.messages().remove();
            if (message.frame() == null) {
                receiver.acceptPromise(neighbour, message.promise());
            } else {
                receiver.accept(neighbour, message.frame());
            }
        }
        if (way.messages().isEmpty()) {
            waiting.set(choice, waiting.get(waiting.size() - 1));
            waiting.remove(waiting.size() - 1);
        }
    }
}

package org.reweave.emulator.sequential;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.nic.NicCore;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.lax.Admissions;
import org.reweave.emulator.lax.Drift;
import org.reweave.emulator.lax.LateFrames;
import org.reweave.emulator.lax.LateFramesTape;
import org.reweave.emulator.lax.LaxIsland;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.lax.LinkFrame;
import org.reweave.emulator.lax.ListedAdmissions;
import org.reweave.emulator.lax.LiveAdmissions;
import org.reweave.emulator.lax.schedule.Schedule;
import org.reweave.emulator.lax.schedule.Scheduler;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.placement.Partition;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.routing.model.Mix;

/** Runs a lax run in the calling thread, as a seeded scheduler decides: the same seed gives the same run. */
public final class LaxScheduleDriver implements RunDriver {
    private final Governor governor;
    private final Scheduler scheduler;
    private final int[] islandOf; // by device
    private final List<LaxIsland> islands = new ArrayList<>();
    private final List<Deque<LinkFrame>> waiting = new ArrayList<>(); // by island
    private final int[][] waitingOn; // by device and port: frames that wait for it
    private long permit;
    private long measureFrom;
    private long checkpointAt;

    /** The scenario says the schedule and the seed; a run that begins at a checkpoint is another branch of its run. */
    public LaxScheduleDriver(Start start, RunListener listener) {
        this(
                start,
                listener,
                start.network().resolved().scenario().run().laxity().schedule(),
                Mix.mix(start.network().resolved().scenario().seed(), start.cycle(), 0, 0));
    }

    public LaxScheduleDriver(Start start, RunListener listener, Schedule schedule, long seed) {
        Network network = start.network();
        Wiring wiring = network.wiring();
        Laxity laxity = network.resolved().scenario().run().laxity();
        List<List<Integer>> partition = Partition.ofSize(wiring, laxity.islandSize());
        Placement placement = Placement.of(partition);
        this.governor = start.governor();
        this.islandOf = placement.islandOf();
        this.scheduler = schedule.scheduler(seed, neighbours(partition, wiring));
        this.waitingOn = new int[wiring.devices()][];
        LaxIsland.Outside outside = new LaxIsland.Outside() {
            @Override
            public void send(LinkFrame frame) {
                LaxScheduleDriver.this.send(frame);
            }

            @Override
            public void report(long k, DeviceReport report) {
                governor.report(k, report);
                governor.deliverCuts(listener);
            }
        };
        for (List<Integer> members : partition) {
            members.forEach(device -> waitingOn[device] = new int[wiring.channels(device)]);
            islands.add(new LaxIsland(
                    start.devices(members),
                    start::border,
                    placement,
                    wiring,
                    network.governorPlan().interval(),
                    laxity,
                    admissions(network, members, laxity),
                    outside));
            waiting.add(new ArrayDeque<>());
        }
    }

    private Admissions admissions(Network network, List<Integer> members, Laxity laxity) {
        if (laxity.schedule() != Schedule.LISTED) {
            return new LiveAdmissions(laxity);
        }
        List<List<LateFrames>> byLink = new ArrayList<>();
        for (int[] end : links(network.wiring(), members, islandOf)) {
            String name = network.names()[end[0]];
            byLink.add(laxity.late().stream()
                    .filter(late -> late.device().equals(name) && late.port() == end[1] + 1)
                    .toList());
        }
        return new ListedAdmissions(byLink, laxity);
    }

    /** The ends, device and channel, of the links that lead into an island, in the order of their numbers. */
    private static List<int[]> links(Wiring wiring, List<Integer> members, int[] islandOf) {
        List<int[]> links = new ArrayList<>();
        for (int device : members) {
            for (int channel = 0; channel < wiring.channels(device); channel++) {
                int peer = wiring.peerDevice()[device][channel];
                if (peer >= 0 && islandOf[peer] != islandOf[device]) {
                    links.add(new int[] {device, channel});
                }
            }
        }
        return links;
    }

    /**
     * Runs a network whose schedule is seeded, and writes its decisions out.
     *
     * @return what {@link Schedule#LISTED} needs to repeat the run
     */
    public static List<LateFrames> decisions(Network network) {
        Wiring wiring = network.wiring();
        Laxity laxity = network.resolved().scenario().run().laxity();
        List<List<Integer>> partition = Partition.ofSize(wiring, laxity.islandSize());
        int[] islandOf = Placement.of(partition).islandOf();
        LateFramesTape tape = new LateFramesTape(
                List.of(network.names()),
                partition.stream()
                        .map(members -> links(wiring, members, islandOf))
                        .toList());
        long[] end = new long[1];
        new LaxScheduleDriver(Start.atZero(network), new RunListener() {
                    @Override
                    public void readings(long cycle, Readings readings) {
                        for (int device = 0; device < readings.devices(); device++) {
                            tape.add(islandOf[device], readings.admissions(device));
                        }
                        end[0] = cycle / laxity.step();
                    }

                    @Override
                    public void cut(CutTotals totals, List<Event> events) {
                        // the readings have all decisions
                    }
                })
                .run();
        return tape.late(end[0]);
    }

    private int[][] neighbours(List<List<Integer>> partition, Wiring wiring) {
        int[][] all = new int[partition.size()][];
        for (int island = 0; island < all.length; island++) {
            TreeSet<Integer> near = new TreeSet<>();
            for (int device : partition.get(island)) {
                for (int peer : wiring.peerDevice()[device]) {
                    if (peer >= 0 && islandOf[peer] != island) {
                        near.add(islandOf[peer]);
                    }
                }
            }
            all[island] = near.stream().mapToInt(Integer::intValue).toArray();
        }
        return all;
    }

    /** A frame waits behind one of the same link that waits. */
    private void send(LinkFrame frame) {
        int island = islandOf[frame.device()];
        if (waitingOn[frame.device()][frame.port()] == 0 && !scheduler.withholds(frame.device(), frame.port())) {
            islands.get(island).accept(frame);
        } else {
            waitingOn[frame.device()][frame.port()]++;
            waiting.get(island).add(frame);
        }
    }

    private void give(int island, int frames) {
        for (int left = frames; left > 0; left--) {
            LinkFrame frame = waiting.get(island).remove();
            waitingOn[frame.device()][frame.port()]--;
            islands.get(island).accept(frame);
        }
    }

    private boolean canGoOn(int island) {
        if (!islands.get(island).isPermitted()) {
            return false;
        }
        int frames = waiting.get(island).size();
        if (frames > 0) {
            give(island, scheduler.releases(island, frames));
        }
        return islands.get(island).isReady();
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
    public void witness(IntFunction<DeviceLog.Witness> byDevice) {
        devices().forEach(device -> device.log().tell(byDevice.apply(device.id())));
    }

    private List<Device> devices() {
        return islands.stream().flatMap(island -> island.devices().stream()).toList();
    }

    @Override
    public RunResult run() {
        while (!governor.isOver()) {
            permit();
            int chosen = scheduler.next(this::canGoOn);
            step(chosen == Scheduler.NONE ? firstWithAllFrames() : chosen);
        }
        Drift drift = new Drift();
        islands.forEach(island -> drift.add(island.drift()));
        return RunResult.of(governor, NicCore.latencies(devices()), Optional.of(drift));
    }

    private void permit() {
        if (permit == governor.permit()
                && measureFrom == governor.measureFrom()
                && checkpointAt == governor.checkpointAt()) {
            return;
        }
        permit = governor.permit();
        measureFrom = governor.measureFrom();
        checkpointAt = governor.checkpointAt();
        islands.forEach(island -> island.permit(permit, measureFrom, checkpointAt));
    }

    private int firstWithAllFrames() {
        for (int island = 0; island < islands.size(); island++) {
            give(island, waiting.get(island).size());
        }
        for (int island = 0; island < islands.size(); island++) {
            if (canGoOn(island)) {
                return island;
            }
        }
        throw new IllegalStateException("no island can take a step before cycle " + permit
                + ", up to which all may, though all frames have come");
    }

    private void step(int chosen) {
        LaxIsland island = islands.get(chosen);
        long before = events(island);
        island.step();
        scheduler.stepped(chosen, events(island) > before);
    }

    private static long events(LaxIsland island) {
        long events = 0;
        for (Device device : island.devices()) {
            events += device.log().eventCount();
        }
        return events;
    }
}

package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.reweave.emulator.batch.Emulations;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.run.RunEvent;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;

/**
 * All that happened in a run, in order of time: its events, and where nobody is late the steps of its data packets.
 *
 * @param all of it, in order of time
 */
record Timeline(List<Happening> all) {
    /** Details that tell when or how much, and not what. */
    private static final Set<String> AMOUNTS =
            Set.of("began", "since", "smps", "full", "transmissions", "amount", "occurrence", "packets", "try");

    /** What a disturbance does, and what an SMP brings, is seen by itself. */
    private static final Set<EventKind> UNTOLD = EnumSet.of(
            EventKind.DISTURBED,
            EventKind.REQUEST_SENT,
            EventKind.REQUEST_CAME,
            EventKind.ANSWER_CAME,
            EventKind.CONTROL_FLOODED,
            EventKind.CONTROL_HEARD);

    Timeline {
        all = List.copyOf(all);
    }

    /**
     * Something that happened at a device.
     *
     * @param what in words, which name it also in another run; the second time of the same thing says so
     * @param isProtocol whether the scheme or the manager did it, or a fault; else a data packet moved
     */
    record Happening(long cycle, double nanoseconds, String device, String what, boolean isProtocol) {}

    /** Runs a network in the calling thread. */
    static Timeline of(Network network, Emulations emulations) {
        Collector collector = new Collector(network);
        Run run = Run.of(network, Drivers.sequential());
        run.watch(cut -> cut.events().forEach(collector::event));
        if (!network.resolved().scenario().run().isLax()) {
            run.witness(collector::witness);
        }
        try {
            emulations.execute(run);
        } catch (RuntimeException e) {
            Judge.requireOfDevices(e);
            collector.brokenOff(e);
        }
        return collector.timeline();
    }

    private static final class Collector {
        private final Network network;
        private final List<Happening> all = new ArrayList<>();
        private final double nanosecondsOfCycle;

        Collector(Network network) {
            this.network = network;
            this.nanosecondsOfCycle = network.resolved().scenario().time().cyclePs() / 1e3;
        }

        void event(RunEvent event) {
            if (UNTOLD.contains(event.kind())) {
                return;
            }
            String details = new TreeMap<>(event.details())
                    .entrySet().stream()
                            .filter(one -> !AMOUNTS.contains(one.getKey()))
                            .map(one -> one.getKey() + " " + one.getValue())
                            .collect(Collectors.joining(", "));
            String what = event.kind().label() + (details.isEmpty() ? "" : " (" + details + ")");
            add(event.cycle(), event.device(), what, true);
        }

        DeviceLog.Witness witness(int device) {
            String name = network.names()[device];
            return new DeviceLog.Witness() {
                @Override
                public void step(long cycle, int kind, long place, long packet) {
                    String what =
                            switch (kind) {
                                case DeviceLog.INJECTION -> "injected";
                                case DeviceLog.ARRIVAL -> "arrives";
                                case DeviceLog.GRANT -> "goes on";
                                case DeviceLog.DELIVERY -> "is delivered";
                                default -> "";
                            };
                    if (!what.isEmpty()) {
                        add(cycle, name, "packet " + EventLines.packet(network, packet) + " " + what, false);
                    }
                }

                @Override
                public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
                    // the watcher of the run hears of it
                }
            };
        }

        private void add(long cycle, String device, String what, boolean isProtocol) {
            all.add(new Happening(cycle, cycle * nanosecondsOfCycle, device, what, isProtocol));
        }

        void brokenOff(RuntimeException e) {
            long last = all.stream().mapToLong(Happening::cycle).max().orElse(0);
            add(last, "the run", "breaks off: " + e.getMessage(), true);
        }

        Timeline timeline() {
            List<Happening> sorted = new ArrayList<>(all);
            sorted.sort(Comparator.comparingLong(Happening::cycle));
            Map<String, Integer> times = new HashMap<>();
            return new Timeline(sorted.stream()
                    .map(one -> {
                        int time = times.merge(one.device() + " " + one.what(), 1, Integer::sum);
                        String what = one.what() + (time == 1 ? "" : " for time " + time);
                        return new Happening(one.cycle(), one.nanoseconds(), one.device(), what, one.isProtocol());
                    })
                    .toList());
        }
    }
}

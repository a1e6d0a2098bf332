package org.reweave.emulator.network;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.reweave.emulator.device.nic.NicWork;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.time.FlitTime;
import org.reweave.emulator.traffic.InjectionProcesses;
import org.reweave.emulator.traffic.InjectionProcesses.Rate;
import org.reweave.emulator.traffic.MessageSizes;
import org.reweave.emulator.traffic.Pattern;
import org.reweave.emulator.traffic.Patterns;
import org.reweave.emulator.traffic.Segmentation;
import org.reweave.emulator.traffic.TrafficParameters;
import org.reweave.emulator.traffic.TrafficParameters.TraceChoice;
import org.reweave.emulator.traffic.trace.Trace;
import org.reweave.emulator.traffic.trace.TraceFormatException;
import org.reweave.emulator.traffic.trace.TraceReader;
import org.reweave.emulator.traffic.trace.TraceScale;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.topology.Fabric;

/** The work of the NICs that take part in traffic, and a check that the scenario's traffic fits their number. */
final class TrafficChecks {
    private static final long RANKS = 0x4a4e4b53L;
    private static final String BY_NIC = "by-nic";

    private final ResolvedScenario resolved;
    private final Scenario scenario;
    private final Fabric fabric;
    private final List<Integer> participants;
    private final Trace trace; // null = none
    private final int[] nicOfRank;
    private final Pattern pattern;
    private final MessageSizes sizes;

    /**
     * @param participants numbers of NICs, ascending
     * @throws ScenarioException when too few NICs take part, not as many as the pattern needs, or when the trace cannot
     *     be read
     */
    TrafficChecks(ResolvedScenario resolved, List<Integer> participants) {
        this.resolved = resolved;
        this.scenario = resolved.scenario();
        this.fabric = resolved.fabric();
        this.participants = participants;
        if (participants.size() < 2) {
            throw refused(
                    "traffic.pattern",
                    "needs 2 NICs that stay connected, there are " + participants.size(),
                    "plan fewer faults or use a fabric with more NICs");
        }
        TrafficParameters traffic = scenario.traffic();
        this.trace = traffic.trace().map(this::read).orElse(null);
        this.nicOfRank = trace == null ? new int[0] : ranks(traffic.trace().orElseThrow());
        this.pattern = trace == null && traffic.load() > 0 ? pattern() : null;
        this.sizes = new MessageSizes(scenario.seed(), traffic.sizes(packets()));
    }

    private Segmentation packets() {
        return scenario.nics().packets();
    }

    private Pattern pattern() {
        Optional<String> complaint = Patterns.get(scenario.traffic().pattern()).complaint(participants.size());
        if (complaint.isPresent()) {
            throw refused(
                    "traffic.pattern",
                    complaint.get() + ", " + participants.size() + " of " + fabric.nicCount()
                            + " stay connected after the planned faults",
                    "use uniform");
        }
        return Patterns.of(
                scenario.traffic(),
                new Patterns.Place(participants, fabric.nicCount(), RankNeighbours.of(fabric, participants)),
                scenario.seed());
    }

    private Trace read(TraceChoice choice) {
        TraceScale scale = new TraceScale(
                scenario.time().cyclePs(), scenario.time().flitBytes(), choice.cyclePs(), choice.scale());
        try {
            return TraceReader.read(Path.of(choice.file()), choice.format(), choice.timeUnit(), scale);
        } catch (TraceFormatException e) {
            throw new ScenarioException(
                    List.of(scenario.sources().subject("traffic.trace.file") + ": " + e.getMessage()));
        } catch (IOException e) {
            throw refused("traffic.trace.file", "cannot be read (" + e + ")", "check the file and its permissions");
        }
    }

    private int[] ranks(TraceChoice choice) {
        if (choice.rankMap().equals(BY_NIC)) {
            if (trace.ranks() > fabric.nicCount()) {
                throw refused(
                        "traffic.trace.file",
                        "has " + trace.ranks() + " ranks, " + fabric.name() + " has " + fabric.nicCount() + " NICs",
                        "use a larger fabric or a smaller trace");
            }
            return IntStream.range(0, trace.ranks()).toArray();
        }
        if (trace.ranks() > participants.size()) {
            throw refused(
                    "traffic.trace.file",
                    "has " + trace.ranks() + " ranks, " + participants.size() + " of " + fabric.nicCount()
                            + " NICs stay connected after the planned faults",
                    "use a larger fabric or a smaller trace");
        }
        List<Integer> order = new ArrayList<>(participants);
        if (choice.rankMap().equals("random")) {
            for (int i = order.size() - 1; i > 0; i--) {
                long drawn = SeededSequence.mix(SeededSequence.mix(scenario.seed() ^ RANKS) + i) >>> 33;
                Collections.swap(order, i, (int) (drawn % (i + 1)));
            }
        }
        return order.subList(0, trace.ranks()).stream()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private ScenarioException refused(String path, String complaint, String remedy) {
        return new ScenarioException(List.of(scenario.sources().problem(path, complaint, remedy)));
    }

    /** The work of a NIC: the messages that it has to send. */
    NicWork work(int nic) {
        boolean takesPart = Collections.binarySearch(participants, nic) >= 0;
        if (trace != null) {
            return takesPart ? NicWork.of(trace, nicOfRank, nic) : NicWork.NOTHING;
        }
        if (pattern == null || !takesPart) {
            return NicWork.NOTHING;
        }
        TrafficParameters traffic = scenario.traffic();
        return NicWork.drawn(pattern, InjectionProcesses.of(traffic.process(), scenario.seed(), rate(nic)), sizes);
    }

    /**
     * Load is a fraction of what the NIC's link carries: messages per cycle = load / (mean flits of a message's packets
     * * flit time).
     */
    private Rate rate(int nic) {
        int device = fabric.nicDevice(nic);
        FlitTime time = resolved.flitTime(fabric.link(device, fabric.attachedPort(device)));
        double flits = 0;
        for (MessageSizes.Size size : scenario.traffic().sizes(packets())) {
            flits += size.share() * packets().onLink(size.flits());
        }
        double cyclesPerMessage = flits * time.numerator() / time.denominator();
        return new Rate(
                scenario.traffic().load() / cyclesPerMessage,
                cyclesPerMessage,
                scenario.traffic().burst());
    }
}

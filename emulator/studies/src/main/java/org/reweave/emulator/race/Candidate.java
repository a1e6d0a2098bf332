package org.reweave.emulator.race;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.reweave.emulator.lax.LateFrames;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.FabricSource;
import org.reweave.emulator.scenario.Perturb;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.PlannedRouting;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.traffic.TrafficParameters;
import org.reweave.emulator.traffic.TrafficParameters.TraceChoice;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;
import org.reweave.routing.topology.SwitchGraph;

/**
 * A scenario in parts that can be taken away one by one.
 *
 * @param base everything else
 * @param fabric that is left
 * @param isCut whether the fabric is not the whole one of {@code base}
 * @param messages in order of time; null = the traffic of {@code base}
 * @param late decisions of the schedule; null = the seeded schedule of {@code base} makes them, or there is none
 */
record Candidate(
        Scenario base,
        Fabric fabric,
        boolean isCut,
        List<PlannedFault> faults,
        List<PlannedRouting> plans,
        List<Perturb.Named> disturbances,
        List<Message> messages,
        List<LateFrames> late) {

    /** The name of a schedule's decisions in results. */
    static final String LATE = "late stretches";

    private static final String TRACE = "traffic.csv";
    private static final String FABRIC = "fabric.ibnetdiscover";

    Candidate withFaults(List<PlannedFault> other) {
        return new Candidate(base, fabric, isCut, other, plans, disturbances, messages, late);
    }

    Candidate withPlans(List<PlannedRouting> other) {
        return new Candidate(base, fabric, isCut, faults, other, disturbances, messages, late);
    }

    Candidate withDisturbances(List<Perturb.Named> other) {
        return new Candidate(base, fabric, isCut, faults, plans, other, messages, late);
    }

    Candidate withMessages(List<Message> other) {
        return new Candidate(base, fabric, isCut, faults, plans, disturbances, other, late);
    }

    Candidate withLate(List<LateFrames> other) {
        return new Candidate(base, fabric, isCut, faults, plans, disturbances, messages, other);
    }

    /** How many parts there are to take away. */
    Map<String, Integer> sizes() {
        Map<String, Integer> sizes = new java.util.LinkedHashMap<>();
        sizes.put("disturbances", disturbances.size());
        sizes.put("faults", faults.size() + plans.size());
        if (messages != null) {
            sizes.put("messages", messages.size());
        }
        if (late != null) {
            sizes.put(LATE, late.size());
        }
        sizes.put("switches", fabric.switchCount());
        sizes.put("nics", fabric.nicCount());
        sizes.put("links", fabric.linkCount());
        return sizes;
    }

    /** This candidate without some devices and links, and without all that names them. */
    Candidate without(Set<String> devices, Set<String> links) {
        Fabric left = left(devices, links);
        List<PlannedFault> otherFaults = faults.stream()
                .filter(fault -> fault.element() == PlannedFault.Element.SWITCH
                        ? left.deviceByName(fault.target()) >= 0
                        : hasLink(left, fault.target()))
                .toList();
        List<Perturb.Named> otherDisturbances = disturbances.stream()
                .filter(one -> Perturb.MANAGERS.contains(one.device()) || left.deviceByName(one.device()) >= 0)
                .toList();
        List<Message> otherMessages = messages.stream()
                .filter(message ->
                        left.deviceByName(message.source()) >= 0 && left.deviceByName(message.destination()) >= 0)
                .toList();
        return new Candidate(base, left, true, otherFaults, plans, otherDisturbances, otherMessages, lateIn(left));
    }

    /** The decisions that concern links that are left; those of managers always are. */
    private List<LateFrames> lateIn(Fabric left) {
        return late == null
                ? null
                : late.stream()
                        .filter(one -> {
                            int device = left.deviceByName(one.device());
                            return Perturb.MANAGERS.contains(one.device())
                                    || device >= 0
                                            && (one.port() > left.portCount(device)
                                                    || left.peer(device, one.port()) >= 0);
                        })
                        .toList();
    }

    private static boolean hasLink(Fabric fabric, String name) {
        for (int link = 0; link < fabric.linkCount(); link++) {
            if (LinkNames.nameOf(fabric, link).equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** The fabric with its names, ports and LIDs, but without its regular structure. */
    private Fabric left(Set<String> devices, Set<String> links) {
        FabricBuilder builder = new FabricBuilder(fabric.name());
        FabricBuilder.Node[] nodes = new FabricBuilder.Node[fabric.deviceCount()];
        for (int device = 0; device < nodes.length; device++) {
            String name = fabric.deviceName(device);
            if (devices.contains(name)) {
                continue;
            }
            if (fabric.isSwitch(device)) {
                nodes[device] = builder.addSwitch(name, fabric.portCount(device));
                builder.switchLid(nodes[device], fabric.switchLid(device));
            } else {
                nodes[device] = builder.addNic(name, fabric.portCount(device));
                for (int port = 1; port <= fabric.portCount(device); port++) {
                    if (fabric.link(device, port) >= 0) {
                        builder.nicLid(nodes[device], port, fabric.nicLid(device, port));
                    }
                }
            }
        }
        for (int link = 0; link < fabric.linkCount(); link++) {
            FabricBuilder.Node a = nodes[fabric.linkDevice(link, 0)];
            FabricBuilder.Node b = nodes[fabric.linkDevice(link, 1)];
            if (a != null && b != null && !links.contains(LinkNames.nameOf(fabric, link))) {
                builder.connect(
                        a,
                        fabric.linkPort(link, 0),
                        b,
                        fabric.linkPort(link, 1),
                        fabric.linkRate(link),
                        fabric.linkLatencyPs(link));
            }
        }
        return builder.build();
    }

    /**
     * The network of this candidate. A fabric that is cut is read from its file, as it will be by those who run the
     * result: devices and links may be numbered otherwise there, which an engine's ties depend on.
     *
     * @param folder for files that it reads
     * @throws org.reweave.emulator.scenario.ScenarioException and what a routing engine throws, when a part is missing
     *     that is needed
     */
    Network network(Path folder) {
        try {
            Scenario scenario = withLate(late == null ? null : List.of()).written(folder);
            Scenario read = ScenarioLoader.parse(base.name(), scenario.resolved(), List.of());
            Scenario parsed = late == null ? read : read.running(read.run().listed(late)); // a text has a limit
            return new Network(isCut ? ResolvedScenario.of(parsed) : ResolvedScenario.of(parsed, fabric));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Scenario scenario(Path folder, FabricSource source) {
        Scenario happening = (late == null ? base : base.running(base.run().listed(late)))
                .happening(faults, base.randomFaults().off(), plans, new Perturb(Map.of(), disturbances));
        if (messages == null) {
            return happening.sending(base.traffic(), source);
        }
        Path file = folder.resolve(TRACE);
        try {
            Files.createDirectories(folder);
            Files.writeString(file, csv());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        TrafficParameters traffic = base.traffic();
        TraceChoice trace = new TraceChoice(
                file.toAbsolutePath().toString(), "csv", "auto", 1, base.time().cyclePs(), "by-nic");
        return happening.sending(
                new TrafficParameters(
                        traffic.pattern(),
                        traffic.process(),
                        0,
                        traffic.start(),
                        traffic.stop(),
                        traffic.hotspotShare(),
                        traffic.burst(),
                        0,
                        List.of(),
                        Optional.of(trace)),
                source);
    }

    /** Times are from the start of traffic. */
    private String csv() {
        StringBuilder text = new StringBuilder("cycle,src,dst,bytes\n");
        for (Message message : messages) {
            text.append(message.cycle() - base.traffic().start())
                    .append(',')
                    .append(nic(message.source()))
                    .append(',')
                    .append(nic(message.destination()))
                    .append(',')
                    .append(message.bytes())
                    .append('\n');
        }
        return text.toString();
    }

    private int nic(String name) {
        return fabric.deviceByName(name) - fabric.switchCount();
    }

    /**
     * The scenario with the files that it reads.
     *
     * @param folder that gets the files
     */
    Scenario written(Path folder) throws IOException {
        FabricSource source = base.fabric();
        if (isCut) {
            Files.createDirectories(folder);
            Path file = folder.resolve(FABRIC).toAbsolutePath();
            org.reweave.routing.io.IbnetdiscoverWriter.write(fabric, file);
            source = new FabricSource.FromFile(file);
        }
        return scenario(folder, source);
    }

    /** Whether every switch is joined to every other: a pair that removal has cut off would fail by itself. */
    boolean isWhole() {
        SwitchGraph graph = SwitchGraph.of(fabric, Faults.none());
        return IntStream.range(1, fabric.switchCount()).allMatch(device -> graph.connected(0, device));
    }

    /** The switches whose removal makes sense: without the manager's. */
    List<String> removableSwitches(String keep) {
        List<String> names = new ArrayList<>();
        for (int device = 0; device < fabric.switchCount(); device++) {
            if (!fabric.deviceName(device).equals(keep)) {
                names.add(fabric.deviceName(device));
            }
        }
        return names;
    }

    /** NICs that send and receive nothing; the manager's may be among them. */
    List<String> idleNics() {
        Set<String> busy = new LinkedHashSet<>();
        messages.forEach(message -> {
            busy.add(message.source());
            busy.add(message.destination());
        });
        List<String> idle = new ArrayList<>();
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            String name = fabric.deviceName(fabric.nicDevice(nic));
            if (!busy.contains(name)) {
                idle.add(name);
            }
        }
        return idle;
    }

    /** Some switches and the NICs at them. */
    Set<String> withNics(List<String> switches) {
        Set<String> all = new LinkedHashSet<>(switches);
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int device = fabric.nicDevice(nic);
            int at = fabric.attachedSwitch(device);
            if (at >= 0 && switches.contains(fabric.deviceName(at))) {
                all.add(fabric.deviceName(device));
            }
        }
        return all;
    }
}

package org.reweave.emulator.results.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.DeliverySample;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.results.FirstEvents;
import org.reweave.emulator.results.LinkCourse;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.scenario.Cabling;
import org.reweave.emulator.scenario.Drains;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.PlannedRouting;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.layout.Layout;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricCopy;
import org.reweave.routing.topology.LinkNames;

/**
 * The fabric through the run, as the page's picture shows it. Switches and links between them are numbered from 0;
 * times are nanoseconds.
 *
 * @param names of switches
 * @param x by switch, in units of which neighbours are about one apart
 * @param nics names by switch
 * @param moves of NICs to other ports of switches, by time
 * @param links by link: switch and port of end 0, switch and port of end 1; cables that came to a port after others are
 *     the last ones
 * @param bow by link, as {@link Layout#bow} says
 * @param to ends of the frames, of which the first begins at 0
 * @param loads by frame: a byte for each link from its end 0 and one from its end 1, 255 = busy all the time
 * @param outages of switches and links, as planned
 * @param drains of switches and links that tables lead around although they work, as planned
 * @param ways by which tables lead from NIC to NIC
 */
record PictureData(
        List<String> names,
        List<Double> x,
        List<Double> y,
        List<List<String>> nics,
        List<Move> moves,
        List<int[]> links,
        List<Double> bow,
        List<Double> to,
        List<byte[]> loads,
        List<Outage> outages,
        List<Outage> drains,
        Lost losses,
        Arrived arrived,
        Separators separators,
        Halts halts,
        WaysOfPairs ways) {
    private static final int BUSY = 255;

    /**
     * @param kind {@code link}, {@code switch}, or {@code cable} for a link whose cable is not plugged in
     * @param until null = for ever
     */
    record Outage(String kind, int index, double at, Double until) {}

    /** A NIC is plugged into a port of a switch after another port. */
    record Move(String nic, double at, int place, int port) {}

    /**
     * Lost packets, in columns of equal length by time.
     *
     * @param place switch where a packet was lost, or to which the NIC is attached that lost it
     * @param link that the packet was to take or had come by; -1 = none between switches is known
     * @param from the link by which the packet had come; -1 = none between switches
     * @param left packets that are not here
     */
    record Lost(
            List<Double> at,
            List<Integer> place,
            List<Integer> link,
            List<Integer> from,
            List<String> cause,
            List<String> packet,
            List<String> to,
            long left) {
        private Lost(long left) {
            this(
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    left);
        }
    }

    /**
     * A sample of delivered packets, in columns of equal length by time of delivery.
     *
     * @param since when a packet was injected
     * @param to NIC
     */
    record Arrived(List<Double> at, List<Double> since, List<String> packet, List<String> to) {}

    /**
     * NICs that stop to inject or begin again, in columns of equal length by time.
     *
     * @param place switch of the NIC
     * @param left events that are not here
     */
    record Halts(List<Double> at, List<Integer> place, List<Boolean> halted, long left) {}

    /**
     * Separators of a scheme that came in from a link between switches, in columns of equal length by time.
     *
     * @param link directed link, {@code 2 * link + sending end}
     * @param left separators on whatever link that are not here
     */
    record Separators(List<Double> at, List<Integer> link, List<Integer> lane, long left) {}

    static PictureData of(Network network, RunRecorder recorder, Columns columns) {
        Fabric fabric = network.fabric();
        List<Cabling.Later> later = network.resolved().cabling().later().stream()
                .filter(cable -> cable.isTrunk(fabric))
                .toList();
        Layout layout =
                Layout.of(fabric, later.stream().map(Cabling.Later::link).toList());
        int[] numbers = new int[fabric.linkCount()]; // among links between switches; -1 = leads to a NIC
        Arrays.fill(numbers, -1);
        List<int[]> links = new ArrayList<>();
        List<Double> bow = new ArrayList<>();
        for (int link = 0; link < numbers.length; link++) {
            if (fabric.isTrunk(link)) {
                numbers[link] = links.size();
                bow.add(rounded(layout.bow()[link]));
                links.add(new int[] {
                    fabric.linkDevice(link, 0),
                    fabric.linkPort(link, 0),
                    fabric.linkDevice(link, 1),
                    fabric.linkPort(link, 1)
                });
            }
        }
        Cables cables = new Cables(fabric, numbers, network.resolved().cabling(), links.size());
        for (int i = 0; i < later.size(); i++) {
            FabricCopy.Link link = later.get(i).link();
            bow.add(rounded(layout.bow()[numbers.length + i]));
            links.add(new int[] {link.device(), link.port(), link.peer(), link.peerPort()});
        }
        List<List<String>> nics = new ArrayList<>();
        fabric.deviceNames().subList(0, fabric.switchCount()).forEach(name -> nics.add(new ArrayList<>()));
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int at = fabric.attachedSwitch(fabric.nicDevice(nic));
            if (at >= 0) {
                nics.get(at).add(fabric.deviceName(fabric.nicDevice(nic)));
            }
        }
        List<LinkCourse.Frame> frames = recorder.linkCourse().frames();
        WaysOfPairs ways = WaysOfPairs.of(network, recorder, columns);
        return new PictureData(
                fabric.deviceNames().subList(0, fabric.switchCount()),
                Arrays.stream(layout.x()).mapToObj(PictureData::rounded).toList(),
                Arrays.stream(layout.y()).mapToObj(PictureData::rounded).toList(),
                nics,
                moves(network, columns),
                links,
                bow,
                frames.stream().map(frame -> columns.ns(frame.to())).toList(),
                loads(frames),
                outages(network.resolved(), cables, columns),
                drains(network, numbers, columns),
                lost(network, recorder.losses(), cables, columns),
                arrived(network, recorder.deliveries(), ways, columns),
                separators(links, recorder.separators(), cables, columns),
                halts(cables, recorder.halts(), columns),
                ways);
    }

    private static List<Outage> drains(Network network, int[] numbers, Columns columns) {
        List<PlannedRouting> plans = network.resolved().scenario().reconfigure();
        List<Integer> order = Drains.inTime(plans);
        List<Outage> drains = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            PlannedRouting plan = plans.get(order.get(i));
            if (plan.drain().isPresent()) {
                LinkNames.Target drained =
                        LinkNames.resolve(network.fabric(), plan.drain().get());
                boolean link = drained.kind() == LinkNames.Target.Kind.LINK;
                int index = link ? numbers[drained.number()] : drained.number();
                Double until = order.subList(i + 1, order.size()).stream()
                        .map(plans::get)
                        .filter(later -> later.recover()
                                .filter(name -> LinkNames.resolve(network.fabric(), name)
                                        .equals(drained))
                                .isPresent())
                        .map(later -> columns.ns(later.at()))
                        .findFirst()
                        .orElse(null);
                if (index >= 0) {
                    drains.add(new Outage(link ? "link" : "switch", index, columns.ns(plan.at()), until));
                }
            }
        }
        return drains;
    }

    /** Packets of the sample; where the page has the tables of some destinations alone, those to these. */
    private static Arrived arrived(Network network, DeliverySample sample, WaysOfPairs ways, Columns columns) {
        Fabric fabric = network.fabric();
        Set<String> known = new HashSet<>(ways.to());
        Arrived arrived = new Arrived(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        sample.kept().stream()
                .filter(one -> ways.unknown() != null || known.contains(fabric.deviceName(one.device())))
                .sorted(Comparator.comparingLong(DeliverySample.Delivery::delivered)
                        .thenComparingInt(DeliverySample.Delivery::device))
                .forEach(one -> {
                    arrived.at().add(columns.ns(one.delivered()));
                    arrived.since().add(columns.ns(one.injected()));
                    arrived.packet().add(EventLines.packet(network, one.packet()));
                    arrived.to().add(fabric.deviceName(one.device()));
                });
        return arrived;
    }

    private static List<Move> moves(Network network, Columns columns) {
        Fabric fabric = network.fabric();
        List<Move> moves = new ArrayList<>();
        for (Cabling.Later cable : network.resolved().cabling().later()) {
            if (!cable.isTrunk(fabric)) {
                FabricCopy.Link link = cable.link();
                boolean isNicFirst = !fabric.isSwitch(link.device());
                moves.add(new Move(
                        fabric.deviceName(isNicFirst ? link.device() : link.peer()),
                        columns.ns(cable.from()),
                        isNicFirst ? link.peer() : link.device(),
                        isNicFirst ? link.peerPort() : link.port()));
            }
        }
        return moves;
    }

    private static Halts halts(Cables cables, FirstEvents course, Columns columns) {
        Halts halts = new Halts(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), course.left());
        for (Event event : course.events()) {
            int place = cables.switchOf(event.device(), event.cycle());
            if (place >= 0) {
                halts.at().add(columns.ns(event.cycle()));
                halts.place().add(place);
                halts.halted().add(event.kind() == EventKind.INJECTION_HALTED);
            }
        }
        return halts;
    }

    private static Separators separators(List<int[]> links, FirstEvents course, Cables cables, Columns columns) {
        Separators separators = new Separators(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), course.left());
        for (Event event : course.events()) {
            int port = (int) event.argument("port");
            int link = cables.at(event.device(), port, event.cycle());
            if (link >= 0) {
                boolean isEndZero = links.get(link)[0] == event.device() && links.get(link)[1] == port;
                separators.at().add(columns.ns(event.cycle()));
                separators.link().add(2 * link + (isEndZero ? 1 : 0));
                separators.lane().add((int) event.argument("vl"));
            }
        }
        return separators;
    }

    private static double rounded(double value) {
        return Math.round(value * 1e3) / 1e3;
    }

    private static List<byte[]> loads(List<LinkCourse.Frame> frames) {
        List<byte[]> all = new ArrayList<>();
        long from = 0;
        for (LinkCourse.Frame frame : frames) {
            byte[] loads = new byte[frame.busy().length];
            for (int i = 0; i < loads.length; i++) {
                loads[i] = (byte) Math.min(BUSY, Math.round((double) BUSY * frame.busy()[i] / (frame.to() - from)));
            }
            all.add(loads);
            from = frame.to();
        }
        return all;
    }

    /** Planned faults, and the times at which cables are not plugged in. */
    private static List<Outage> outages(ResolvedScenario resolved, Cables cables, Columns columns) {
        Stream<Outage> faults = resolved.faults().stream()
                .filter(fault -> fault.element() == PlannedFault.Element.SWITCH || cables.number(fault.number()) >= 0)
                .map(fault -> fault.element() == PlannedFault.Element.SWITCH
                        ? outage("switch", fault.number(), fault.at(), fault.until(), columns)
                        : outage("link", cables.number(fault.number()), fault.at(), fault.until(), columns));
        Cabling cabling = resolved.cabling();
        Stream<Outage> first =
                cabling.cables().stream().flatMap(cable -> gaps(cables.number(cable.link()), cable.gaps(), columns));
        Stream<Outage> later = IntStream.range(0, cabling.later().size())
                .boxed()
                .flatMap(i -> gaps(
                        cables.number(resolved.fabric().linkCount() + i),
                        Cabling.gaps(cabling.later().get(i).spans()),
                        columns));
        return Stream.of(faults, first, later).flatMap(outages -> outages).toList();
    }

    private static Stream<Outage> gaps(int number, List<Cabling.Span> gaps, Columns columns) {
        return gaps.stream()
                .filter(gap -> number >= 0)
                .map(gap -> outage("cable", number, gap.from(), gap.until(), columns));
    }

    /** @param until {@link Cabling#FOR_EVER}, as in a fault, for one without an end */
    private static Outage outage(String kind, int index, long at, long until, Columns columns) {
        return new Outage(kind, index, columns.ns(at), until == Cabling.FOR_EVER ? null : (Double) columns.ns(until));
    }

    private static Lost lost(Network network, FirstEvents losses, Cables cables, Columns columns) {
        Fabric fabric = network.fabric();
        Lost lost = new Lost(losses.left());
        for (Event event : losses.events()) {
            int device = event.device();
            int in = cables.at(device, event.argument("inPort"), event.cycle());
            int out = cables.at(device, event.argument("outPort"), event.cycle());
            int place = device < fabric.deviceCount() && !fabric.isSwitch(device)
                    ? cables.switchOf(device, event.cycle())
                    : device;
            if (device < fabric.deviceCount() && place >= 0) {
                lost.at().add(columns.ns(event.cycle()));
                lost.place().add(place);
                lost.link().add(event.argument("outPort") > 0 ? out : in);
                lost.from().add(in);
                lost.cause()
                        .add(
                                event.kind() == EventKind.DROPPED
                                        ? DropCause.of((int) event.argument("cause"))
                                                .label()
                                        : "case " + event.argument("case"));
                lost.packet().add(EventLines.packet(network, event.argument("packet")));
                lost.to().add(network.addressName(Math.toIntExact(event.argument("to"))));
            }
        }
        return lost;
    }
}

package org.reweave.emulator.network;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.reweave.emulator.scenario.Cabling;
import org.reweave.emulator.scenario.Cabling.Span;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.time.EventQueue;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricCopy;
import org.reweave.routing.topology.Faults;

/**
 * The outages of each link and device of a scenario: planned faults and the times at which cables are not plugged in,
 * with overlapping outages joined. A failing switch takes its links with it.
 */
final class Outages {
    private final ResolvedScenario resolved;
    private final Fabric fabric;
    private final Cabling cabling;
    private final boolean
            areNone; // nothing fails, and no cable comes or goes: looked up for each port of large fabrics

    Outages(ResolvedScenario resolved) {
        this.resolved = resolved;
        this.fabric = resolved.fabric();
        this.cabling = resolved.cabling();
        this.areNone = resolved.faults().isEmpty()
                && cabling.cables().isEmpty()
                && cabling.later().isEmpty();
    }

    /** @return cycles at which the link goes down, up, down, ..; a cable that is not plugged in is down */
    long[] ofLink(int link) {
        return join(failed(link), absent(link));
    }

    /** @return the same for whatever cable is in a port, which may have several, one after the other */
    long[] ofPort(int device, int port) {
        if (areNone) {
            return new long[0];
        }
        int first = fabric.link(device, port);
        List<Cabling.Later> later = cabling.later().stream()
                .filter(cable -> cable.link().endsAt(device, port))
                .toList();
        if (later.isEmpty()) {
            return ofLink(first);
        }
        List<Span> there = new ArrayList<>(spans(first));
        later.forEach(cable -> there.addAll(cable.spans()));
        List<long[]> failed = new ArrayList<>();
        if (first >= 0) {
            spans(first).forEach(span -> failed.addAll(within(span, failed(first))));
        }
        for (Cabling.Later cable : later) {
            cable.spans().forEach(span -> failed.addAll(within(span, failed(cable))));
        }
        List<long[]> gaps = Cabling.gaps(there).stream()
                .map(gap -> new long[] {gap.from(), gap.until()})
                .toList();
        return join(failed, gaps);
    }

    private List<Span> spans(int link) {
        return link < 0
                ? List.of()
                : cabling.cables().stream()
                        .filter(cable -> cable.link() == link)
                        .findFirst()
                        .map(Cabling.Cable::spans)
                        .orElse(List.of(new Span(0, Cabling.FOR_EVER)));
    }

    private static List<long[]> within(Span span, List<long[]> intervals) {
        return intervals.stream()
                .map(interval -> new long[] {Math.max(interval[0], span.from()), Math.min(interval[1], span.until())})
                .filter(interval -> interval[0] < interval[1])
                .toList();
    }

    private List<long[]> absent(int link) {
        return cabling.cables().stream()
                .filter(cable -> cable.link() == link)
                .flatMap(cable -> cable.gaps().stream())
                .map(gap -> new long[] {gap.from(), gap.until()})
                .toList();
    }

    private List<long[]> failed(int link) {
        return failed(link, fabric.linkDevice(link, 0), fabric.linkDevice(link, 1));
    }

    private List<long[]> failed(Cabling.Later cable) {
        int number = fabric.linkCount() + cabling.later().indexOf(cable);
        return failed(number, cable.link().device(), cable.link().peer());
    }

    private List<long[]> failed(int link, int device, int peer) {
        List<long[]> intervals = new ArrayList<>();
        for (ResolvedScenario.ResolvedFault fault : resolved.faults()) {
            boolean hit = fault.element() == PlannedFault.Element.LINK
                    ? fault.number() == link
                    : fault.number() == device || fault.number() == peer;
            if (hit) {
                intervals.add(new long[] {fault.at(), fault.until()});
            }
        }
        return intervals;
    }

    /** @return cycles at which the device goes down, up, down, .. */
    long[] ofDevice(int device) {
        List<long[]> intervals = new ArrayList<>();
        for (ResolvedScenario.ResolvedFault fault : resolved.faults()) {
            if (fault.element() == PlannedFault.Element.SWITCH && fault.number() == device) {
                intervals.add(new long[] {fault.at(), fault.until()});
            }
        }
        return join(intervals, List.of());
    }

    /** @return cycles at which the switch goes down, of those behind which it has the tables of the start, ascending */
    long[] withOldTables(int device) {
        return resolved.faults().stream()
                .filter(fault -> fault.element() == PlannedFault.Element.SWITCH && fault.number() == device)
                .filter(ResolvedScenario.ResolvedFault::oldTables)
                .mapToLong(ResolvedScenario.ResolvedFault::at)
                .sorted()
                .toArray();
    }

    /** The elements that do not work when the run starts. */
    Faults absent() {
        return at(0);
    }

    /** The cycle of the last failure, recovery or change of the cabling; -1 = there is none. */
    long last() {
        return changes().max().orElse(-1);
    }

    /** The cycles of all failures, recoveries and changes of the cabling, ascending, each once. */
    long[] all() {
        return changes().sorted().distinct().toArray();
    }

    /** The cycle of the first failure, recovery or change of the cabling; {@link EventQueue#NEVER} = there is none. */
    long first() {
        return changes().min().orElse(EventQueue.NEVER);
    }

    /** How long the elements work before a cycle. */
    Availability availability(long cycles) {
        long links = 0;
        long linksUp = 0;
        for (int link = 0; link < fabric.linkCount(); link++) {
            if (fabric.isTrunk(link)) {
                links += cycles - down(join(absent(link), List.of()), cycles);
                linksUp += cycles - down(ofLink(link), cycles);
            }
        }
        for (Cabling.Later cable : cabling.later()) {
            for (Span span : cable.spans()) {
                long there = Math.min(span.until(), cycles) - Math.min(span.from(), cycles);
                links += there;
                linksUp += there - down(join(within(span, failed(cable)), List.of()), cycles);
            }
        }
        long switchesUp = 0;
        for (int device = 0; device < fabric.switchCount(); device++) {
            switchesUp += cycles - down(ofDevice(device), cycles);
        }
        long failures =
                resolved.faults().stream().filter(fault -> fault.at() < cycles).count();
        return new Availability(links, linksUp, cycles * fabric.switchCount(), switchesUp, failures);
    }

    private static long down(long[] edges, long cycles) {
        long down = 0;
        for (int i = 0; i < edges.length; i += 2) {
            long from = Math.min(edges[i], cycles);
            long until = i + 1 < edges.length ? Math.min(edges[i + 1], cycles) : cycles;
            down += until - from;
        }
        return down;
    }

    /** The elements that never work again after the last planned change. */
    Faults lasting() {
        Faults faults = Faults.none();
        for (ResolvedScenario.ResolvedFault fault : resolved.faults()) {
            if (fault.until() == PlannedFault.FOR_EVER) {
                faults = with(faults, fault);
            }
        }
        return withoutCables(faults, Cabling.FOR_EVER - 1);
    }

    private Faults withoutCables(Faults faults, long cycle) {
        Faults all = faults;
        for (Cabling.Cable cable : cabling.cables()) {
            all = cable.isThere(cycle) ? all : all.withLink(cable.link());
        }
        return all;
    }

    /** Cycles after the start at which an element fails or works again, or a cable comes or goes, ascending. */
    long[] changesAfterStart() {
        return changes().filter(cycle -> cycle > 0).sorted().distinct().toArray();
    }

    /** Cycles at which an element fails or works again, or a cable comes or goes; in no order. */
    private LongStream changes() {
        LongStream ofFaults = resolved.faults().stream()
                .flatMapToLong(fault -> LongStream.of(fault.at(), fault.until()))
                .filter(cycle -> cycle != PlannedFault.FOR_EVER);
        return LongStream.concat(ofFaults, cabling.changes());
    }

    /** The set of elements that have failed or are not plugged in at a cycle. */
    Faults at(long cycle) {
        return withoutCables(failed(cycle), cycle);
    }

    /** The set of elements that have failed at a cycle. */
    private Faults failed(long cycle) {
        Faults faults = Faults.none();
        for (ResolvedScenario.ResolvedFault fault : resolved.faults()) {
            if (fault.at() <= cycle && cycle < fault.until()) {
                faults = with(faults, fault);
            }
        }
        return faults;
    }

    /** The later cables that have failed at a cycle, in the numbers of the fabric as it is cabled then. */
    Faults laterAt(long cycle, Fabric then) {
        Faults faults = Faults.none();
        for (ResolvedScenario.ResolvedFault fault : resolved.faults()) {
            Optional<Cabling.Later> later = later(fault);
            boolean isThere = later.isPresent()
                    && later.get().spans().stream().anyMatch(span -> span.from() <= cycle && cycle < span.until());
            if (isThere && fault.at() <= cycle && cycle < fault.until()) {
                FabricCopy.Link cable = later.get().link();
                faults = faults.withLink(then.link(cable.device(), cable.port()));
            }
        }
        return faults;
    }

    private Optional<Cabling.Later> later(ResolvedScenario.ResolvedFault fault) {
        return fault.element() == PlannedFault.Element.LINK ? cabling.later(fault.number()) : Optional.empty();
    }

    /** The given faults and one more; a later cable is no link of the fabric. */
    private Faults with(Faults faults, ResolvedScenario.ResolvedFault fault) {
        if (later(fault).isPresent()) {
            return faults;
        }
        return fault.element() == PlannedFault.Element.LINK
                ? faults.withLink(fault.number())
                : faults.withDevice(fault.number());
    }

    private static long[] join(List<long[]> some, List<long[]> others) {
        List<long[]> intervals = new ArrayList<>(some);
        intervals.addAll(others);
        intervals.sort(Comparator.comparingLong(interval -> interval[0]));
        List<Long> edges = new ArrayList<>();
        long until = -1;
        for (long[] interval : intervals) {
            if (interval[0] > until) {
                if (until >= 0) {
                    edges.add(until);
                }
                edges.add(interval[0]);
            }
            until = Math.max(until, interval[1]);
        }
        if (until >= 0 && until != PlannedFault.FOR_EVER) {
            edges.add(until);
        }
        return edges.stream().mapToLong(Long::longValue).toArray();
    }
}

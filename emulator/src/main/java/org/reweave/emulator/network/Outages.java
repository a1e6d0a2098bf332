package org.reweave.emulator.network;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** When each link and device of a scenario does not work: its planned faults, overlapping ones joined. A failing switch takes its links
 *  with it. */
final class Outages {
    private final ResolvedScenario resolved;
    private final Fabric fabric;

    Outages(ResolvedScenario resolved) {
        this.resolved = resolved;
        this.fabric = resolved.fabric();
    }

    /** @return cycles at which the link goes down, up, down, .. */
    long[] ofLink(int link) {
        List<long[]> intervals = new ArrayList<>();
        for (ResolvedScenario.ResolvedFault fault : resolved.faults()) {
            boolean hit = fault.element() == PlannedFault.Element.LINK
                    ? fault.number() == link
                    : fault.number() == fabric.linkDevice(link, 0) || fault.number() == fabric.linkDevice(link, 1);
            if (hit) {
                intervals.add(new long[] {fault.at(), fault.until()});
            }
        }
        return join(intervals);
    }

    /** @return cycles at which the device goes down, up, down, .. */
    long[] ofDevice(int device) {
        List<long[]> intervals = new ArrayList<>();
        for (ResolvedScenario.ResolvedFault fault : resolved.faults()) {
            if (fault.element() == PlannedFault.Element.SWITCH && fault.number() == device) {
                intervals.add(new long[] {fault.at(), fault.until()});
            }
        }
        return join(intervals);
    }

    /** What never works again once every planned fault has happened. */
    Faults lasting() {
        Faults faults = Faults.none();
        for (ResolvedScenario.ResolvedFault fault : resolved.faults()) {
            if (fault.until() == PlannedFault.FOR_EVER) {
                faults = with(faults, fault);
            }
        }
        return faults;
    }

    /** The set of failed elements after each change, in order of time. */
    List<Faults> history() {
        List<Faults> history = new ArrayList<>();
        long[] times = resolved.faults().stream()
                .flatMapToLong(fault -> java.util.stream.LongStream.of(fault.at(), fault.until()))
                .filter(cycle -> cycle != PlannedFault.FOR_EVER)
                .sorted()
                .distinct()
                .toArray();
        for (long cycle : times) {
            Faults faults = Faults.none();
            for (ResolvedScenario.ResolvedFault fault : resolved.faults()) {
                if (fault.at() <= cycle && cycle < fault.until()) {
                    faults = with(faults, fault);
                }
            }
            history.add(faults);
        }
        return history;
    }

    private static Faults with(Faults faults, ResolvedScenario.ResolvedFault fault) {
        return fault.element() == PlannedFault.Element.LINK
                ? faults.withLink(fault.number())
                : faults.withDevice(fault.number());
    }

    private static long[] join(List<long[]> intervals) {
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

package org.reweave.emulator.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.reweave.emulator.scenario.PlannedFault.Element;
import org.reweave.emulator.scenario.ResolvedScenario.ResolvedFault;
import org.reweave.routing.model.Mix;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.LinkNames;

/**
 * Draws the faults of a random process before the run, so that every device knows its outages
 * (emulator/docs/time-and-devices.md).
 *
 * <p>Each element has a process of its own, drawn by (seed, element, counter) alone. A fault is left out, and its
 * element goes on working, where it would cut off the manager's switch or meet another fault of the same element.
 */
final class FaultProcess {
    private static final long TIME_TO_FAILURE = 0x6d746266L;
    private static final long TIME_TO_REPAIR = 0x6d747472L;
    private static final long IS_TRANSIENT = 0x7472616eL;
    private static final int MOST = 1000;

    private final RandomFaults process;
    private final long seed;
    private final Fabric fabric;
    private final List<Integer> managerSwitches;
    private final List<ResolvedFault> all;

    /**
     * The next failure of an element.
     *
     * @param count of this element's failures before
     */
    private record Next(long at, int element, int count) {}

    /** How long an outage of an element has to be at least, in cycles, for both ends of each link to notice. */
    interface LeastOutage {
        long of(Element kind, int element);
    }

    /** @param planned faults that are certain */
    FaultProcess(Scenario scenario, Fabric fabric, List<Integer> managerSwitches, List<ResolvedFault> planned) {
        this.process = scenario.randomFaults();
        this.seed = scenario.seed();
        this.fabric = fabric;
        this.managerSwitches = managerSwitches;
        this.all = new ArrayList<>(planned);
    }

    /**
     * @return the drawn faults in order of time
     * @throws Refusal when there are too many
     */
    List<ResolvedFault> draw(LeastOutage least) {
        int planned = all.size();
        PriorityQueue<Next> next =
                new PriorityQueue<>(Comparator.comparingLong(Next::at).thenComparingInt(Next::element));
        candidates().forEach(element -> next.add(new Next(failure(process.start(), element, 0), element, 0)));
        while (!next.isEmpty() && next.peek().at() < process.stop()) {
            Next failing = next.remove();
            long until = repair(failing, least.of(process.kind(), failing.element()));
            ResolvedFault fault =
                    new ResolvedFault(failing.at(), until, process.kind(), failing.element(), name(failing.element()));
            boolean happens =
                    isFree(fault) && managerSwitches.stream().allMatch(managers -> leavesConnected(managers, fault));
            if (happens) {
                all.add(fault);
            }
            if (all.size() - planned > MOST) {
                throw new Refusal("gives more than " + MOST + " faults", "raise it or lower random-faults.stop");
            }
            if (!happens || until != PlannedFault.FOR_EVER) {
                long from = happens ? until : failing.at();
                int count = failing.count() + 1;
                next.add(new Next(failure(from, failing.element(), count), failing.element(), count));
            }
        }
        return List.copyOf(all.subList(planned, all.size()));
    }

    private IntStream candidates() {
        return process.kind() == Element.LINK
                ? IntStream.range(0, fabric.linkCount())
                        .filter(link ->
                                fabric.isTrunk(link) && fabric.linkDevice(link, 0) != fabric.linkDevice(link, 1))
                : IntStream.range(0, fabric.switchCount()).filter(device -> !managerSwitches.contains(device));
    }

    private String name(int element) {
        return process.kind() == Element.LINK ? LinkNames.nameOf(fabric, element) : fabric.deviceName(element);
    }

    private long failure(long from, int element, int count) {
        return from + exponential(process.mtbf(), Mix.mix(seed, element, TIME_TO_FAILURE, count));
    }

    private long repair(Next failing, long least) {
        double share = Mix.unit(Mix.mix(seed, failing.element(), IS_TRANSIENT, failing.count()));
        if (share > process.transientShare()) {
            return PlannedFault.FOR_EVER;
        }
        long duration = exponential(process.mttr(), Mix.mix(seed, failing.element(), TIME_TO_REPAIR, failing.count()));
        return failing.at() + Math.max(duration, least + 1);
    }

    /** Exponentially distributed number of cycles, at least 1. */
    private static long exponential(long mean, long bits) {
        return 1 + (long) (-StrictMath.log(Mix.unit(bits)) * mean);
    }

    private boolean isFree(ResolvedFault fault) {
        return all.stream()
                .noneMatch(other -> other.element() == fault.element()
                        && other.number() == fault.number()
                        && overlap(other, fault));
    }

    /** Whether some link of a manager's switch leads to another working switch during the whole fault. */
    private boolean leavesConnected(int managerSwitch, ResolvedFault fault) {
        List<ResolvedFault> meanwhile = new ArrayList<>(
                all.stream().filter(other -> overlap(other, fault)).toList());
        meanwhile.add(fault);
        return IntStream.rangeClosed(1, fabric.portCount(managerSwitch)).anyMatch(port -> {
            int peer = fabric.peer(managerSwitch, port);
            int link = fabric.link(managerSwitch, port);
            return peer >= 0
                    && peer != managerSwitch
                    && fabric.isSwitch(peer)
                    && meanwhile.stream()
                            .noneMatch(other -> other.number() == (other.element() == Element.LINK ? link : peer));
        });
    }

    /** Whether two outages overlap or follow each other without a gap. */
    private static boolean overlap(ResolvedFault a, ResolvedFault b) {
        return a.at() <= b.until() && b.at() <= a.until();
    }
}

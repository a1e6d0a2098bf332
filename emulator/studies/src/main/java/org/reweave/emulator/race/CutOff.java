package org.reweave.emulator.race;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.ResolvedScenario.ResolvedFault;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/** When failed links first cut a switch off from others in a run: packets for its NICs have no way from then on. */
final class CutOff {
    static final long NEVER = Long.MAX_VALUE;

    private CutOff() {}

    /** The first such cycle; {@link #NEVER} = there is none. */
    static long first(Network network) {
        List<ResolvedFault> faults = network.resolved().faults();
        return faults.stream()
                .flatMapToLong(fault -> LongStream.of(fault.at()))
                .filter(cycle -> isCut(network.fabric(), faults, cycle))
                .min()
                .orElse(NEVER);
    }

    private static boolean isCut(Fabric fabric, List<ResolvedFault> faults, long cycle) {
        Faults failed = Faults.none();
        for (ResolvedFault fault : faults) {
            boolean isLink = fault.element() == PlannedFault.Element.LINK;
            failed = isLink && fault.at() <= cycle && cycle < fault.until() ? failed.withLink(fault.number()) : failed;
        }
        SwitchGraph graph = SwitchGraph.of(fabric, failed);
        return IntStream.range(1, fabric.switchCount()).anyMatch(device -> !graph.connected(0, device));
    }
}

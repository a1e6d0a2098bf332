package org.reweave.emulator.results;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.reweave.emulator.network.Network;
import org.reweave.routing.topology.Fabric;

/** NICs that take no part in a run. */
public final class LeftOut {
    /** Why, for people. */
    public static final String REASON = "without a way to the others once all faults have happened, so without traffic";

    private LeftOut() {}

    /** Names of the NICs that neither send nor receive. */
    public static List<String> nics(Network network) {
        Fabric fabric = network.fabric();
        Set<Integer> sending = new HashSet<>(network.participants());
        return IntStream.range(0, fabric.nicCount())
                .filter(nic -> !sending.contains(nic))
                .mapToObj(nic -> fabric.deviceName(fabric.nicDevice(nic)))
                .toList();
    }
}

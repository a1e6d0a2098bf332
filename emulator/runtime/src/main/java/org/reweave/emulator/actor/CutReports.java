package org.reweave.emulator.actor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.device.DeviceReport;

/**
 * Gathers what the islands of this process report at each cut, so that the coordinator, which sleeps most of the time,
 * gets one message a cut and not one of each island.
 */
final class CutReports {
    private final int islands;
    private final Map<Long, List<List<DeviceReport>>> incomplete = new HashMap<>(); // by number of the cut

    /** @param islands of this process */
    CutReports(int islands) {
        this.islands = islands;
    }

    /**
     * Any thread may hand in the reports of an island, all of them at once.
     *
     * @return the reports of all islands at this cut, to whoever hands in the last ones
     */
    synchronized Optional<FabricCoordinator.Reports> add(long k, List<DeviceReport> ofIsland) {
        List<List<DeviceReport>> gathered = incomplete.computeIfAbsent(k, cut -> new ArrayList<>());
        gathered.add(ofIsland);
        if (gathered.size() < islands) {
            return Optional.empty();
        }
        incomplete.remove(k);
        return Optional.of(new FabricCoordinator.Reports(
                k, gathered.stream().flatMap(List::stream).toList()));
    }
}

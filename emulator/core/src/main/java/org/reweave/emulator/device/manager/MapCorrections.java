package org.reweave.emulator.device.manager;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.reweave.emulator.stats.Events;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.FabricMap.Cable;
import org.reweave.routing.topology.Sighting;

/** What is wrong with a map by the answers of a discovery, as events. */
final class MapCorrections {
    private final FabricMap map;
    private final List<Cable> found;
    private final List<Cable> gone;
    private final TreeSet<Integer> newDevices = new TreeSet<>();

    MapCorrections(FabricMap map, Collection<Sighting> sightings) {
        this.map = map;
        this.found = map.unknownLinks(sightings);
        this.gone = map.contradicted(found);
        sightings.forEach(sighting -> newDevices.add(sighting.device()));
        found.forEach(cable -> newDevices.addAll(List.of(cable.device(), cable.peer())));
        newDevices.removeIf(device -> !map.isVacant(device));
    }

    /** Devices first, then links that the map lacked, then links of the map that cannot exist beside those. */
    void log(Events events, long cycle) {
        newDevices.forEach(device -> events.unplannedDevice(cycle, device));
        for (Cable cable : found) {
            boolean moved =
                    map.peer(cable.device(), cable.port()) >= 0 || map.peer(cable.peer(), cable.peerPort()) >= 0;
            if (moved) {
                events.movedLink(cycle, cable.device(), cable.port(), cable.peer(), cable.peerPort());
            } else {
                events.unplannedLink(cycle, cable.device(), cable.port(), cable.peer(), cable.peerPort());
            }
        }
        for (Cable cable : gone) {
            events.missingLink(cycle, cable.device(), cable.port(), cable.peer(), cable.peerPort());
        }
    }
}

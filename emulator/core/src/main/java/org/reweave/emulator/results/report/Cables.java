package org.reweave.emulator.results.report;

import org.reweave.emulator.scenario.Cabling;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricCopy;

/**
 * The cables between switches that a picture draws, by its numbers: the fabric's, then those that came after others.
 */
final class Cables {
    private static final int NONE = -1;

    private final Fabric fabric;
    private final int[] numbers; // by link of the fabric
    private final Cabling cabling;
    private final int first; // number of the first later cable

    /**
     * @param numbers by link of the fabric; -1 = leads to a NIC
     * @param first number of the first cable that came after another one
     */
    Cables(Fabric fabric, int[] numbers, Cabling cabling, int first) {
        this.fabric = fabric;
        this.numbers = numbers;
        this.cabling = cabling;
        this.first = first;
    }

    /** @param link as faults number it; @return -1 for the cable of a NIC */
    int number(int link) {
        if (link < numbers.length) {
            return numbers[link];
        }
        int number = first;
        for (int i = 0; i < link - numbers.length; i++) {
            number += cabling.later().get(i).isTrunk(fabric) ? 1 : 0;
        }
        return cabling.later().get(link - numbers.length).isTrunk(fabric) ? number : NONE;
    }

    /** The switch of a NIC at a cycle, or the one that it was at last; -1 = it has been at none. */
    int switchOf(int nic, long cycle) {
        int at = fabric.attachedSwitch(nic);
        for (Cabling.Later later : cabling.later()) {
            FabricCopy.Link link = later.link();
            boolean came = later.from() <= cycle && (link.device() == nic || link.peer() == nic);
            at = came ? link.device() + link.peer() - nic : at;
        }
        return at;
    }

    /** The cable that is in a port at a cycle, or was there last; -1 = none between switches. */
    int at(int device, long port, long cycle) {
        if (device >= fabric.deviceCount() || port <= 0 || port > fabric.portCount(device)) {
            return NONE;
        }
        int link = fabric.link(device, (int) port);
        for (int i = 0; i < cabling.later().size(); i++) {
            Cabling.Later later = cabling.later().get(i);
            boolean came = later.link().endsAt(device, (int) port) && later.from() <= cycle;
            link = came ? numbers.length + i : link;
        }
        return link < 0 ? NONE : number(link);
    }
}

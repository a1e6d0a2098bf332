package org.reweave.emulator.network;

import java.util.Arrays;
import java.util.Optional;
import org.reweave.emulator.device.BufferCredits;
import org.reweave.emulator.device.fabricswitch.Bubbles;
import org.reweave.emulator.governor.Rings;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.routing.table.BubbleRings;
import org.reweave.routing.topology.Fabric;

/** The rings of bubble flow control that the first tables declare, as switches and the governor need them. */
final class RingChannels {
    private final Fabric fabric;
    private final BubbleRings rings; // null = none
    private final int lanes;
    private final int packet;
    private final int creditUnit;

    RingChannels(Fabric fabric, Optional<BubbleRings> declared, Scenario scenario) {
        this.fabric = fabric;
        this.rings = declared.orElse(null);
        this.lanes = scenario.switches().lanes();
        this.packet = scenario.nics().packetFlits();
        this.creditUnit = scenario.switches().creditUnit();
    }

    /** Credits that every packet takes at least; see {@link Bubbles}. */
    int leastCredits() {
        return rings == null ? 0 : BufferCredits.ofPacket(packet, creditUnit);
    }

    Bubbles of(int switchDevice) {
        if (rings == null) {
            return Bubbles.NONE;
        }
        int[] entering = new int[fabric.portCount(switchDevice) * lanes];
        int[] leaving = new int[entering.length];
        for (int queue = 0; queue < entering.length; queue++) {
            entering[queue] = rings.entering(switchDevice, queue / lanes + 1, queue % lanes);
            leaving[queue] = rings.leaving(switchDevice, queue / lanes + 1, queue % lanes);
        }
        return new Bubbles(entering, leaving, packet);
    }

    Rings forGovernor() {
        if (rings == null) {
            return Rings.NONE;
        }
        int[][] device = new int[rings.count()][];
        int[][] port = new int[rings.count()][];
        for (int ring = 0; ring < device.length; ring++) {
            int[] links = new int[rings.length(ring)];
            for (int i = 0; i < links.length; i++) {
                links[i] = rings.link(ring, i);
            }
            device[ring] = Arrays.stream(links)
                    .map(link -> fabric.linkDevice(link >> 1, link & 1))
                    .toArray();
            port[ring] = Arrays.stream(links)
                    .map(link -> fabric.linkPort(link >> 1, link & 1) - 1)
                    .toArray();
        }
        return new Rings(device, port, rings.lane(), leastCredits());
    }
}

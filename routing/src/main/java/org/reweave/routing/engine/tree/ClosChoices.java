package org.reweave.routing.engine.tree;

import java.util.Arrays;
import org.reweave.routing.engine.build.NicPorts;
import org.reweave.routing.engine.updown.UpDown;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.table.AdaptiveTables;
import org.reweave.routing.table.Choices;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.SwitchView;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Adaptive routing on fat trees: any shortest way up, then any way down. One lane; since no packet goes up after it has
 * gone down, every choice is an escape. The port of the deterministic tables comes first. Source: fat-tree paper §V-B
 * (adaptive up); routing/docs/engines.md. Immutable, so that many switches may ask at once.
 */
final class ClosChoices implements AdaptiveTables, Forwarder {
    private final Fabric fabric;
    private final SwitchGraph graph;
    private final ForwardingTable[] lft;
    private final int[] exit; // [LID] the switch it is at; -1 = no NIC's
    private final long[][] allowed; // [destination switch] a bit a slot; null = no NICs there

    /**
     * @param height see {@link ClosLevels}
     * @param lft the deterministic choice
     */
    ClosChoices(Fabric fabric, SwitchGraph graph, NicPorts nics, int[] height, ForwardingTable[] lft) {
        this.fabric = fabric;
        this.graph = graph;
        this.lft = lft;
        this.exit = new int[fabric.largestLid() + 1];
        this.allowed = new long[fabric.switchCount()][];
        Arrays.fill(exit, -1);
        UpDown.Rule legal = new UpDown.Rule(graph, UpDownOrder.byHeight(graph, height));
        for (int to = 0; to < allowed.length; to++) {
            if (!nics.any(to)) {
                continue;
            }
            for (int lid : nics.lids(to)) {
                exit[lid] = to;
            }
            legal.toward(to, 0);
            allowed[to] = new long[(graph.slotCount() >> 6) + 1];
            for (int s = 0; s < allowed.length; s++) {
                for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                    if (s != to && graph.connected(s, to) && legal.allows(s, slot)) {
                        allowed[to][slot >> 6] |= 1L << slot;
                    }
                }
            }
        }
    }

    @Override
    public int laneCount() {
        return 1;
    }

    @Override
    public void choices(int switchDevice, int inPort, int inLane, int destinationLid, int level, Choices choices) {
        int first = lft[switchDevice].port(destinationLid);
        if (first == 0 || first > fabric.portCount(switchDevice)) {
            return;
        }
        choices.add(first, 0, true);
        int to = exit[destinationLid];
        if (to < 0 || to == switchDevice) {
            return;
        }
        for (int slot = graph.firstSlot(switchDevice); slot < graph.firstSlot(switchDevice + 1); slot++) {
            if ((allowed[to][slot >> 6] >>> slot & 1) != 0 && graph.port(slot) != first) {
                choices.add(graph.port(slot), 0, true);
            }
        }
    }

    /**
     * Offers the ports of {@link #choices}, which were computed in advance: the table in force at the switch is not
     * read.
     */
    @Override
    public void route(Heading packet, SwitchView here, Routes routes) {
        int at = here.device();
        int first = lft[at].port(packet.destination);
        if (first == 0 || first > fabric.portCount(at)) {
            return;
        }
        routes.add(first, 0, packet.trail);
        int to = exit[packet.destination];
        if (to < 0 || to == at) {
            return;
        }
        for (int slot = graph.firstSlot(at); slot < graph.firstSlot(at + 1); slot++) {
            if ((allowed[to][slot >> 6] >>> slot & 1) != 0 && graph.port(slot) != first) {
                routes.add(graph.port(slot), 0, packet.trail);
            }
        }
    }
}

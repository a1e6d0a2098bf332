package org.reweave.routing.engine.tree;

import java.util.Arrays;
import org.reweave.routing.engine.build.HopRule;
import org.reweave.routing.engine.build.NicPorts;
import org.reweave.routing.engine.build.TableFiller;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.engine.updown.UpDown;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Up until the destination is below, then down, on fat trees of any shape: parallel and missing cables, hosts at
 * spines.
 *
 * <p>Each NIC has a chain of switches above it: from its leaf the cable up that fewest NICs have chosen so far (ties to
 * the lowest port), from there likewise, to the top. Packets go up towards that chain where a shortest legal way leads
 * there, so that each NIC comes down by one way and a leaf's NICs share all ways to it; parallel cables are left to
 * {@link TableFiller}. That is d-mod-k where the tree is whole. By switch, the chain is the leaf's, each time to the
 * switch above that fewest chains have chosen, and all NICs of the leaf have it. Source: routing/docs/engines.md
 * (d-mod-k, balanced; real Clos shapes with missing cables). Ours: the chain.
 */
final class ClosRule implements HopRule {
    private final Fabric fabric;
    private final SwitchGraph graph;
    private final NicPorts nics;
    private final UpDownOrder order;
    private final UpDown.Rule legal;
    private final boolean bySwitch;
    private final int[] chosen; // by NIC [slot], by switch [switch]: chains that go up by or to it
    private final boolean[] chain; // [switch] above the present NIC
    private final boolean[] climbs; // [switch] the top of the chain can be reached going up alone
    private final boolean[] prefers; // [switch] some allowed hop leads to the chain or towards its top
    private final int[] distance;
    private final int[] queue;
    private int destination = -1;
    private int chained = -1; // by switch: the destination that the chain is of

    /**
     * @param height see {@link ClosLevels}
     * @param bySwitch whether the NICs of a switch share their chain
     */
    ClosRule(Fabric fabric, SwitchGraph graph, NicPorts nics, int[] height, boolean bySwitch) {
        this.fabric = fabric;
        this.graph = graph;
        this.nics = nics;
        this.order = UpDownOrder.byHeight(graph, height);
        this.legal = new UpDown.Rule(graph, order);
        this.bySwitch = bySwitch;
        this.chosen = new int[bySwitch ? graph.switchCount() : graph.slotCount()];
        this.chain = new boolean[graph.switchCount()];
        this.climbs = new boolean[graph.switchCount()];
        this.prefers = new boolean[graph.switchCount()];
        this.distance = new int[graph.switchCount()];
        this.queue = new int[graph.switchCount()];
    }

    @Override
    public void toward(int destinationSwitch, int nicOrdinal) {
        if (destinationSwitch != destination) {
            destination = destinationSwitch;
            legal.toward(destinationSwitch, nicOrdinal);
            if (nicOrdinal >= 0) {
                requireShortest();
            }
        }
        Arrays.fill(prefers, false);
        if (nicOrdinal >= 0) {
            if (!bySwitch || chained != destinationSwitch) {
                markClimbers(markChain());
                chained = destinationSwitch;
            }
            for (int s = 0; s < prefers.length; s++) {
                for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                    prefers[s] |= legal.allows(s, slot) && preferred(graph.peer(slot));
                }
            }
        }
    }

    /** @throws UnroutableException when NICs have no way up and then down, or only a detour */
    private void requireShortest() {
        graph.distances(destination, distance);
        for (int s = 0; s < distance.length; s++) {
            if (nics.any(s) && graph.connected(s, destination) && legal.hops(s) != distance[s]) {
                String met = legal.hops(s) < 0
                        ? "no way up and then down"
                        : "only a detour of " + legal.hops(s) + " hops, up and then down, where " + distance[s]
                                + " do,";
                throw new UnroutableException("fat-tree cannot route " + fabric.name() + ": " + met + " leads from "
                        + fabric.deviceName(s) + " to " + fabric.deviceName(destination)
                        + "; updown routes any topology");
            }
        }
    }

    /** @return the top of the chain */
    private int markChain() {
        Arrays.fill(chain, false);
        int s = destination;
        while (true) {
            chain[s] = true;
            int best = -1;
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                boolean up = order.isUp(s, graph.peer(slot));
                if (up && (best < 0 || chosen[counted(slot)] < chosen[counted(best)])) {
                    best = slot;
                }
            }
            if (best < 0) {
                return s;
            }
            chosen[counted(best)]++;
            s = graph.peer(best);
        }
    }

    private int counted(int slot) {
        return bySwitch ? graph.peer(slot) : slot;
    }

    private void markClimbers(int top) {
        Arrays.fill(climbs, false);
        int tail = 0;
        queue[tail++] = top;
        climbs[top] = true;
        for (int head = 0; head < tail; head++) {
            int s = queue[head];
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                int below = graph.peer(slot);
                if (!order.isUp(s, below) && !climbs[below]) {
                    climbs[below] = true;
                    queue[tail++] = below;
                }
            }
        }
    }

    private boolean preferred(int next) {
        return chain[next] || climbs[next] && !legal.descends(next);
    }

    @Override
    public boolean allows(int switchDevice, int slot) {
        return legal.allows(switchDevice, slot) && (!prefers[switchDevice] || preferred(graph.peer(slot)));
    }

    /**
     * A switch without NICs from which no legal way leads to the destination stays without an entry: no NIC's packet
     * passes it.
     */
    @Override
    public void stuck(int switchDevice) {
        if (legal.hops(switchDevice) >= 0) {
            throw new IllegalStateException("fat-tree found no hop from " + fabric.deviceName(switchDevice) + " to "
                    + fabric.deviceName(destination));
        }
    }
}

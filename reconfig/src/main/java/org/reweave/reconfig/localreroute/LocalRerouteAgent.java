package org.reweave.reconfig.localreroute;

import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.rerouting.LocalRerouting;
import org.reweave.routing.rerouting.Reroute;
import org.reweave.routing.rerouting.TreeAddresses;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.RoutingTables;

/**
 * Local rerouting in one switch of a fat tree. The rule is {@link LocalRerouting}; this agent keeps the rule's inputs
 * and state: the masks of neighbours that a cable works to, the vector of the adaptive algorithms, and the packet's
 * header extension, which travels in the trail and whose layer is the VL. When a link fails or recovers every packet
 * that waits in the switch is routed again, so that only packets on the link or in its output queue are lost.
 *
 * <p>The vector is cleared when a timer says that there was no U-turn for some time, and when a link here changes.
 * Source: fat-tree paper §V to §VII, App. A; reconfig/docs/local-rerouting.md. Deviation: of several ports an adaptive
 * algorithm takes the one with the most free room, among equals the nearest in cyclic order from the port wanted.
 */
public final class LocalRerouteAgent implements SwitchAgent {
    /**
     * {@link Verdict}'s case of a packet for which no up port is left to try: as many faults as the algorithm does not
     * promise to survive.
     */
    public static final int NO_UP_PORT = 1;

    /** {@link Verdict}'s case of a packet that has to go down where no link down works. */
    public static final int NO_DOWN_PORT = 2;

    private final SwitchSite site;
    private final TreeAddresses addresses;
    private final TreeGeometry tree;
    private final LocalRerouting rule;
    private final boolean tablesFirst;
    private final int here;
    private final int downs;
    private final boolean bottom;
    private int down; // mask of the neighbours below that a cable works to
    private int up;
    private int vector;

    /**
     * @param tablesFirst whether packets that have not been rerouted follow the switch's table where that leads into a
     *     working link; else d-mod-k, up ports being free to choose under adaptive algorithms
     */
    public LocalRerouteAgent(SwitchSite site, TreeAddresses addresses, LocalRerouting rule, boolean tablesFirst) {
        this.site = site;
        this.addresses = addresses;
        this.tree = addresses.tree();
        this.rule = rule;
        this.tablesFirst = tablesFirst;
        this.here = site.device();
        this.downs = tree.downs(here);
        this.bottom = tree.bottom(here);
        look();
    }

    /** Reads the masks of working ports. Ports to NICs count as working, since no other port leads to the NIC. */
    private void look() {
        down = 0;
        up = 0;
        for (int neighbour = 0; neighbour < downs; neighbour++) {
            down |= bottom || firstCable(neighbour, 0) >= 0 ? 1 << neighbour : 0;
        }
        for (int above = 0; above < tree.ups(here); above++) {
            up |= firstCable(downs + above, 0) >= 0 ? 1 << above : 0;
        }
    }

    /**
     * The port of a cable to a neighbour that works, from one cable on in cyclic order.
     *
     * @return -1 = no cable works
     */
    private int firstCable(int neighbour, int from) {
        int cables = tree.cables(here, neighbour);
        for (int i = 0; i < cables; i++) {
            int port = tree.port(here, neighbour, (from + i) % cables);
            if (site.isUp(port)) {
                return port;
            }
        }
        return -1;
    }

    @Override
    public void route(Heading packet, Routes routes) {
        int nic = addresses.nicAt(packet.destination);
        int header = (int) packet.trail ^ Reroute.INITIAL;
        if (nic < 0 || tablesFirst && header == Reroute.INITIAL && tableServes(packet)) {
            site.route(packet, routes);
            return;
        }
        int way = tree.way(here, nic);
        if (bottom && way >= 0) {
            routes.add(tree.port(here, way, 0), Reroute.NL, packet.trail);
            return;
        }
        int inPort = tree.neighbourAt(here, packet.inPort);
        long answer = rule.next(downs, bottom, inPort, header, way, down, up, vector);
        if (Reroute.ports(answer) == 0) {
            routes.discard(way < 0 ? NO_UP_PORT : NO_DOWN_PORT);
            return;
        }
        if (Reroute.marksArrival(answer)) {
            vector |= 1 << inPort - downs;
            site.setTimer(SwitchTimer.REROUTING);
        }
        offer(answer, way, nic, routes);
        routes.note(kind(answer, inPort, way));
    }

    /** Whether the table has a way that works and does not turn up again after a way down. */
    private boolean tableServes(Heading packet) {
        int out = site.outPort(packet.destination);
        return out != 0
                && out != RoutingTables.UNREACHABLE
                && (bottom && isBelow(out) || site.isUp(out))
                && (isBelow(packet.inPort) || isBelow(out));
    }

    private boolean isBelow(int port) {
        return tree.neighbourAt(here, port) < downs;
    }

    /**
     * Adds the ports of an answer. Where several cables lead to a neighbour, the destination decides which cable a
     * deterministic packet takes; an adaptive packet may take any.
     */
    private void offer(long answer, int way, int nic, Routes routes) {
        int header = Reroute.headerOf(answer);
        int mask = Reroute.ports(answer);
        int count = Reroute.goesUp(answer) ? tree.ups(here) : downs;
        int base = Reroute.goesUp(answer) ? downs : 0;
        int first = way < 0 ? -1 - way : way;
        first = first < count ? first : 0;
        for (int i = 0; i < count; i++) {
            int side = first + i < count ? first + i : first + i - count;
            if ((mask >> side & 1) != 0) {
                add(base + side, nic, Reroute.layer(header), header ^ Reroute.INITIAL, routes);
            }
        }
    }

    private void add(int neighbour, int nic, int lane, int trail, Routes routes) {
        int chosen = firstCable(neighbour, nic / Math.max(1, tree.ups(here)) % tree.cables(here, neighbour));
        routes.add(chosen, lane, trail);
        for (int cable = 0; rule.adaptive() && cable < tree.cables(here, neighbour); cable++) {
            int port = tree.port(here, neighbour, cable);
            if (port != chosen && site.isUp(port)) {
                routes.add(port, lane, trail);
            }
        }
    }

    private int kind(long answer, int inPort, int way) {
        if (Reroute.goesUp(answer)) {
            boolean usual = way < 0 && (rule.adaptive() || Reroute.ports(answer) == 1 << -1 - way);
            return inPort >= downs ? Routes.TURN : usual ? Routes.USUAL : Routes.DETOUR;
        }
        return way >= 0 && Reroute.ports(answer) == 1 << way ? Routes.USUAL : Routes.DETOUR;
    }

    @Override
    public boolean linkChanged(int port, boolean works) {
        look();
        vector = 0;
        return true;
    }

    @Override
    public void timerFired(SwitchTimer timer) {
        vector = 0;
    }

    @Override
    public void installed(long argument) {
        // the table is asked for each packet
    }

    @Override
    public void visit(StateVisitor state) {
        vector = state.value(vector);
        if (state.isReading()) {
            look();
        }
    }
}

package org.reweave.routing.rftr;

import java.util.Arrays;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;

/**
 * A fabric's directed links in flat arrays, and how RFTR writes paths. A <i>flow</i> is all traffic from the NICs of
 * one switch to one NIC; flow = switch * nicCount + nic. A path is an {@code int[]} of hops {@code 2 * directedLink +
 * (1 = VL transition before it)}.
 */
final class RftrWiring {
    final Fabric fabric;
    final int switches;
    final int nics;
    final int ports; // most ports of a switch, plus 1
    final int[] from; // [directed] sending switch
    final int[] to;
    final int[] outPort;
    final int[] inPort;
    final int[] leaving; // [switch * ports + port] directed link, -1 = none
    final int[] nicSwitch; // [nic]; -1 = not wired
    final int[] nicPort; // [nic] port of its switch
    final boolean[] sends; // [switch] has NICs

    RftrWiring(Fabric fabric) {
        this.fabric = fabric;
        this.switches = fabric.switchCount();
        this.nics = fabric.nicCount();
        int directedLinks = 2 * fabric.linkCount();
        from = new int[directedLinks];
        to = new int[directedLinks];
        outPort = new int[directedLinks];
        inPort = new int[directedLinks];
        int most = 0;
        for (int directed = 0; directed < directedLinks; directed++) {
            int link = directed >> 1;
            int end = directed & 1;
            from[directed] = fabric.linkDevice(link, end);
            to[directed] = fabric.linkDevice(link, end ^ 1);
            outPort[directed] = fabric.linkPort(link, end);
            inPort[directed] = fabric.linkPort(link, end ^ 1);
        }
        for (int s = 0; s < switches; s++) {
            most = Math.max(most, fabric.portCount(s));
        }
        ports = most + 1;
        leaving = new int[switches * ports];
        Arrays.fill(leaving, -1);
        for (int directed = 0; directed < directedLinks; directed++) {
            if (from[directed] < switches) {
                leaving[from[directed] * ports + outPort[directed]] = directed;
            }
        }
        nicSwitch = new int[nics];
        nicPort = new int[nics];
        sends = new boolean[switches];
        for (int nic = 0; nic < nics; nic++) {
            int device = fabric.nicDevice(nic);
            nicSwitch[nic] = fabric.attachedSwitch(device);
            if (nicSwitch[nic] >= 0) {
                nicPort[nic] = fabric.peerPort(device, fabric.attachedPort(device));
                sends[nicSwitch[nic]] = true;
            }
        }
    }

    /** The path of a flow by tables, empty within a switch; null where the tables have none. */
    int[] path(RoutingTables tables, int fromSwitch, int nic) {
        int device = fabric.nicDevice(nic);
        int lid = fabric.nicLid(device, fabric.attachedPort(device));
        int[] hops = new int[switches];
        int count = 0;
        for (int s = fromSwitch; s != nicSwitch[nic]; s = to[hops[count++] >> 1]) {
            int port = tables.outPort(s, lid);
            boolean leads = port >= 1 && port <= fabric.portCount(s) && fabric.peer(s, port) >= 0;
            if (!leads || !fabric.isSwitch(fabric.peer(s, port))) {
                return null;
            }
            if (count == hops.length) {
                throw new UnroutableException(
                        "the tables of " + fabric.name() + " loop on the way from " + fabric.deviceName(fromSwitch)
                                + " to " + fabric.deviceName(device) + "; RFTR needs sound tables");
            }
            hops[count] = 2 * fabric.directedLink(s, port);
        }
        return Arrays.copyOf(hops, count);
    }

    static int transitions(int[] path) {
        int transitions = 0;
        for (int hop : path) {
            transitions += hop & 1;
        }
        return transitions;
    }
}

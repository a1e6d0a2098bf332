package org.reweave.routing.verify;

import org.reweave.routing.faulttolerance.Element;
import org.reweave.routing.topology.Fabric;

/** Whether faults leave all NICs of working switches in one connected part. Reused from set to set. */
final class PhysicalConnectivity {
    private final Fabric fabric;
    private final int[] parent;
    private final boolean[] failedLink;
    private final boolean[] failedSwitch;
    private final boolean[] hasNics;
    private final int[] trunks;

    PhysicalConnectivity(Fabric fabric) {
        this.fabric = fabric;
        this.parent = new int[fabric.switchCount()];
        this.failedLink = new boolean[fabric.linkCount()];
        this.failedSwitch = new boolean[fabric.switchCount()];
        this.hasNics = new boolean[fabric.switchCount()];
        this.trunks = Element.LINK.all(fabric);
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int s = fabric.attachedSwitch(fabric.nicDevice(nic));
            if (s >= 0) {
                hasNics[s] = true;
            }
        }
    }

    boolean connected(Element kind, int[] failed) {
        mark(kind, failed, true);
        for (int s = 0; s < parent.length; s++) {
            parent[s] = s;
        }
        for (int link : trunks) {
            int a = fabric.linkDevice(link, 0);
            int b = fabric.linkDevice(link, 1);
            if (!failedLink[link] && !failedSwitch[a] && !failedSwitch[b]) {
                parent[root(a)] = root(b);
            }
        }
        int part = -1;
        boolean connected = true;
        for (int s = 0; s < parent.length && connected; s++) {
            if (hasNics[s] && !failedSwitch[s]) {
                part = part < 0 ? root(s) : part;
                connected = root(s) == part;
            }
        }
        mark(kind, failed, false);
        return connected;
    }

    private void mark(Element kind, int[] failed, boolean value) {
        boolean[] marks = kind == Element.LINK ? failedLink : failedSwitch;
        for (int element : failed) {
            marks[element] = value;
        }
    }

    private int root(int s) {
        int at = s;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }
}

package org.reweave.routing.verify;

import java.util.Arrays;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;

/** Whether faults leave all NICs of working switches in one connected part. Reused from set to set. */
final class PhysicalConnectivity {
    private final Fabric fabric;
    private final int[] parent;
    private final boolean[] failedLink;
    private final boolean[] failedSwitch;
    private final int[] nics; // [switch]
    private final int[] trunks;
    private final long[] part; // [root] NICs of the part
    private long pairs;

    PhysicalConnectivity(Fabric fabric) {
        this.fabric = fabric;
        this.parent = new int[fabric.switchCount()];
        this.failedLink = new boolean[fabric.linkCount()];
        this.failedSwitch = new boolean[fabric.switchCount()];
        this.nics = new int[fabric.switchCount()];
        this.part = new long[fabric.switchCount()];
        this.trunks = Element.LINK.all(fabric);
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int s = fabric.attachedSwitch(fabric.nicDevice(nic));
            if (s >= 0) {
                nics[s]++;
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
        Arrays.fill(part, 0);
        long working = 0;
        for (int s = 0; s < parent.length; s++) {
            if (!failedSwitch[s]) {
                part[root(s)] += nics[s];
                working += nics[s];
            }
        }
        pairs = 0;
        boolean connected = true;
        for (long size : part) {
            pairs += size * (size - 1);
            connected &= size == 0 || size == working;
        }
        mark(kind, failed, false);
        return connected;
    }

    /** Ordered pairs of NICs of working switches that the last set left connected. */
    long pairs() {
        return pairs;
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

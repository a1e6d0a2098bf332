package org.reweave.routing.engine.build;

import java.util.Arrays;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** The LIDs that tables have entries for: those of all switches, each after those of the working NICs at it. */
final class Destinations {
    /** By switch, and one more: index of its first destination in the other arrays. */
    final int[] first;

    final int[] lid;
    /** As in {@link HopRule#toward}. */
    final int[] ordinal;
    /** Port of its switch that leads to a NIC; 0 = the switch itself. */
    final byte[] port;

    Destinations(Fabric fabric, Faults faults) {
        int most = fabric.switchCount() + 2 * fabric.linkCount();
        this.first = new int[fabric.switchCount() + 1];
        this.lid = new int[most];
        this.ordinal = new int[most];
        this.port = new byte[most];
        int count = 0;
        for (int s = 0; s < fabric.switchCount(); s++) {
            first[s] = count;
            int place = 0; // a failed NIC keeps its own, so that the others' paths do not move
            for (int out = 1; out <= fabric.portCount(s); out++) {
                int peer = fabric.peer(s, out);
                if (peer < 0 || fabric.isSwitch(peer)) {
                    continue;
                }
                if (faults.portUp(fabric, s, out)) {
                    lid[count] = fabric.nicLid(peer, fabric.peerPort(s, out));
                    ordinal[count] = place;
                    port[count++] = (byte) out;
                }
                place++;
            }
            lid[count] = fabric.switchLid(s);
            ordinal[count++] = -1;
        }
        Arrays.fill(first, fabric.switchCount(), first.length, count);
    }

    /** The switch of each LID; the number of switches for a LID of none. */
    int[] switchByLid(int lids) {
        int switches = first.length - 1;
        int[] switchOf = new int[lids];
        Arrays.fill(switchOf, switches);
        for (int s = 0; s < switches; s++) {
            for (int i = first[s]; i < first[s + 1]; i++) {
                switchOf[lid[i]] = s;
            }
        }
        return switchOf;
    }
}

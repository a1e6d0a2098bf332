package org.reweave.routing.tolerance;

import java.util.Arrays;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.topology.Element;

/**
 * Deterministic dynamic reconfiguration: standard fat-tree routing, up to a common ancestor and down, over working
 * links and switches. A switch from which healthy links lead straight down to the destination goes down; any other goes
 * up to the neighbour with the shortest such way. No down-to-up turn exists, so that one lane cannot deadlock, whatever
 * the faults. Source: fat-tree paper §VIII. Going above the lowest common ancestors never helps: the way down leads
 * back through one of them.
 */
final class DdrcJudge implements FaultJudge {
    private static final int NO_WAY = 0;

    private final TreeGeometry tree;
    private final int[] senders; // [switch]
    private final int[] byTier; // switches, top tier first
    private final int[] firstNic; // [switch] a NIC of a bottom switch, -1 = none
    private final boolean[][] works; // [switch][neighbour]
    private final int[][] broken; // [switch][neighbour] cables that are down
    private final int[] descent; // [switch] switches crossed going down alone
    private final int[] crossed; // [switch]

    DdrcJudge(TreeGeometry tree) {
        this.tree = tree;
        int switches = tree.fabric().switchCount();
        this.senders = TreeMethod.senders(tree);
        this.byTier = new int[switches];
        this.firstNic = new int[switches];
        this.works = new boolean[switches][];
        this.broken = new int[switches][];
        this.descent = new int[switches];
        this.crossed = new int[switches];
        int placed = 0;
        for (int tier = 0; tier < tree.tiers(); tier++) {
            for (int s = 0; s < switches; s++) {
                if (tree.tier(s) == tier) {
                    byTier[placed++] = s;
                }
            }
        }
        Arrays.fill(firstNic, -1);
        for (int nic = tree.nicCount() - 1; nic >= 0; nic--) {
            firstNic[tree.nicSwitch(nic)] = nic;
        }
        for (int s = 0; s < switches; s++) {
            works[s] = new boolean[tree.neighbours(s)];
            broken[s] = new int[works[s].length];
            Arrays.fill(works[s], true);
        }
    }

    @Override
    public void judge(Element kind, int[] failed, long draw, FaultOutcome verdict) {
        apply(kind, failed, false);
        for (int s = 0; s < firstNic.length; s++) {
            if (firstNic[s] >= 0) {
                routeTo(s, verdict);
            }
        }
        apply(kind, failed, true);
    }

    private void routeTo(int destination, FaultOutcome verdict) {
        int nic = firstNic[destination];
        for (int i = byTier.length - 1; i >= 0; i--) {
            int s = byTier[i];
            int way = tree.way(s, nic);
            if (s == destination) {
                descent[s] = 1;
            } else if (way < 0 || tree.bottom(s) || !works[s][way]) {
                descent[s] = NO_WAY;
            } else {
                int below = descent[tree.peer(s, way)];
                descent[s] = below == NO_WAY ? NO_WAY : below + 1;
            }
        }
        for (int s : byTier) {
            crossed[s] = descent[s] != NO_WAY ? descent[s] : ascent(s);
            if (senders[s] == 0) {
                continue;
            }
            long pairs = (long) senders[destination] * (s == destination ? senders[s] - 1 : senders[s]);
            if (crossed[s] == NO_WAY) {
                verdict.lost(pairs);
            } else {
                verdict.delivered(pairs, pairs * crossed[s], crossed[s]);
            }
        }
    }

    private int ascent(int s) {
        int best = NO_WAY;
        for (int neighbour = tree.downs(s); neighbour < works[s].length; neighbour++) {
            int above = works[s][neighbour] ? crossed[tree.peer(s, neighbour)] : NO_WAY;
            if (above != NO_WAY && (best == NO_WAY || above + 1 < best)) {
                best = above + 1;
            }
        }
        return best;
    }

    private void apply(Element kind, int[] failed, boolean repaired) {
        for (int element : failed) {
            if (kind == Element.SWITCH) {
                for (int neighbour = 0; neighbour < tree.neighbours(element); neighbour++) {
                    int all = tree.cables(element, neighbour);
                    set(element, neighbour, repaired ? -all : all);
                }
            } else {
                int device = tree.fabric().linkDevice(element, 0);
                set(device, tree.neighbourAt(device, tree.fabric().linkPort(element, 0)), repaired ? -1 : 1);
            }
        }
    }

    /** Changes the number of broken cables at both ends. */
    private void set(int s, int neighbour, int moreBroken) {
        int peer = tree.peer(s, neighbour);
        if (peer < 0) {
            return;
        }
        broken[s][neighbour] += moreBroken;
        works[s][neighbour] = broken[s][neighbour] < tree.cables(s, neighbour);
        int back = tree.arrival(s, neighbour);
        broken[peer][back] = broken[s][neighbour];
        works[peer][back] = works[s][neighbour];
    }
}

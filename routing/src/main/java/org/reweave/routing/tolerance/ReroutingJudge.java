package org.reweave.routing.tolerance;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.reweave.routing.model.Mix;
import org.reweave.routing.rerouting.LocalRerouting;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.topology.Element;

/**
 * Walks every pair under a set of faults by one of the local rerouting algorithms. A deterministic packet that meets no
 * failed element goes as it always did, so that only paths over failed elements are walked again; an adaptive one may
 * go anywhere, and each pair (bottom switch, NIC) sends one packet with choices drawn for the set.
 */
final class ReroutingJudge implements FaultJudge {
    private final TreeGeometry tree;
    private final LocalRerouting rule;
    private final TreeWalk walk;
    private final int[] senders; // [switch]
    private final int[] usualHops; // [pair = switch * nics + nic]; 0 = no pair
    private final int[][] usersOfLink; // [link] pairs whose usual path uses it
    private final int[] stamp; // [pair]
    private final int[] dirty;
    private long usualSum;
    private long usualPairs;
    private int usualMax;
    private int round;

    ReroutingJudge(TreeGeometry tree, LocalRerouting rule) {
        this.tree = tree;
        this.rule = rule;
        this.walk = new TreeWalk(tree, rule);
        this.senders = TreeMethod.senders(tree);
        int pairs = senders.length * tree.nicCount();
        this.usualHops = new int[pairs];
        this.stamp = new int[pairs];
        this.dirty = new int[pairs];
        IntArrayList[] users = new IntArrayList[tree.fabric().linkCount()];
        Arrays.setAll(users, l -> new IntArrayList());
        for (int pair = 0; pair < pairs; pair++) {
            if (weight(pair) == 0) {
                continue;
            }
            usualHops[pair] = walk.walk(pair / tree.nicCount(), pair % tree.nicCount(), 0);
            usualSum += (long) weight(pair) * usualHops[pair];
            usualPairs += weight(pair);
            usualMax = Math.max(usualMax, usualHops[pair]);
            for (int i = 0; i < walk.stepCount(); i++) {
                int s = walk.stepSwitch(i);
                for (int cable = 0; cable < tree.cables(s, walk.stepNeighbour(i)); cable++) {
                    users[tree.fabric().link(s, tree.port(s, walk.stepNeighbour(i), cable))].add(pair);
                }
            }
        }
        this.usersOfLink = Arrays.stream(users).map(IntArrayList::toIntArray).toArray(int[][]::new);
    }

    /** NICs of the pair's source switch that send to its NIC. */
    private int weight(int pair) {
        int s = pair / tree.nicCount();
        return senders[s] == 0 ? 0 : senders[s] - (tree.nicSwitch(pair % tree.nicCount()) == s ? 1 : 0);
    }

    @Override
    public void judge(Element kind, int[] failed, long draw, FaultOutcome verdict) {
        verdict.resources(rule.layers(), 1, 1);
        set(kind, failed, false);
        if (rule.adaptive()) {
            for (int pair = 0; pair < usualHops.length; pair++) {
                if (usualHops[pair] > 0) {
                    walk(pair, Mix.mix(draw + pair), verdict);
                }
            }
        } else {
            judgeAffected(kind, failed, verdict);
        }
        set(kind, failed, true);
    }

    private void judgeAffected(Element kind, int[] failed, FaultOutcome verdict) {
        round++;
        int count = 0;
        for (int element : failed) {
            if (kind == Element.LINK) {
                count = collect(element, count);
                continue;
            }
            for (int port = 1; port <= tree.fabric().portCount(element); port++) {
                int link = tree.fabric().link(element, port);
                count = link < 0 ? count : collect(link, count);
            }
        }
        long affectedPairs = 0;
        long affectedHops = 0;
        for (int i = 0; i < count; i++) {
            affectedPairs += weight(dirty[i]);
            affectedHops += (long) weight(dirty[i]) * usualHops[dirty[i]];
            walk(dirty[i], 0, verdict);
        }
        verdict.delivered(usualPairs - affectedPairs, usualSum - affectedHops, count < usualPairs ? usualMax : 0);
    }

    private int collect(int link, int count) {
        int more = count;
        for (int pair : usersOfLink[link]) {
            if (stamp[pair] != round) {
                stamp[pair] = round;
                dirty[more++] = pair;
            }
        }
        return more;
    }

    private void walk(int pair, long draw, FaultOutcome verdict) {
        int crossed = walk.walk(pair / tree.nicCount(), pair % tree.nicCount(), draw);
        if (crossed > 0) {
            verdict.delivered(weight(pair), (long) weight(pair) * crossed, crossed);
        } else {
            verdict.lost(weight(pair));
        }
    }

    private void set(Element kind, int[] failed, boolean works) {
        for (int element : failed) {
            if (kind == Element.LINK) {
                walk.setLink(element, works);
            } else {
                walk.setSwitch(element, works);
            }
        }
    }
}

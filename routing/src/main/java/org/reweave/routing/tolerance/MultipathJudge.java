package org.reweave.routing.tolerance;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.reweave.routing.topology.Element;

/**
 * Judges sets of faults on disjoint paths by the paths over failed elements: the time grows with the number of broken
 * paths, not with the number of pairs.
 */
final class MultipathJudge implements FaultJudge {
    private final MultipathIndex index;
    private final int[] broken; // [pair] bits of the broken paths
    private final IntArrayList touched = new IntArrayList();
    private final boolean[] failedSwitch;
    private final int[] byLength; // pairs by switches crossed on the first path, no fault
    private final long allPairs;
    private final long allCrossed;

    MultipathJudge(MultipathIndex index) {
        this.index = index;
        this.broken = new int[index.pairs];
        this.failedSwitch = new boolean[index.bySwitch.length];
        this.byLength = new int[index.bySwitch.length + 1];
        long pairs = 0;
        long crossed = 0;
        for (int pair = 0; pair < index.pairs; pair++) {
            if (index.count[pair] > 0) {
                int length = index.crossed[pair * index.maxPaths];
                pairs++;
                crossed += length;
                byLength[length]++;
            }
        }
        this.allPairs = pairs;
        this.allCrossed = crossed;
    }

    @Override
    public void judge(Element kind, int[] failed, long draw, FaultOutcome verdict) {
        for (int element : failed) {
            if (kind == Element.SWITCH) {
                failedSwitch[element] = true;
            }
            int[] carried = kind == Element.LINK ? index.byLink[element] : index.bySwitch[element];
            for (int flow : carried) {
                int pair = flow / index.maxPaths;
                if (broken[pair] == 0) {
                    touched.add(pair);
                }
                broken[pair] |= 1 << flow % index.maxPaths;
            }
        }
        settle(kind, verdict);
        for (int element : failed) {
            if (kind == Element.SWITCH) {
                failedSwitch[element] = false;
            }
        }
    }

    private void settle(Element kind, FaultOutcome verdict) {
        long pairs = allPairs;
        long crossed = allCrossed;
        long lost = 0;
        int longest = 0;
        for (int i = 0; i < touched.size(); i++) {
            int pair = touched.getInt(i);
            int base = pair * index.maxPaths;
            int path = Integer.numberOfTrailingZeros(~broken[pair]);
            boolean endFailed = failedSwitch[index.nicSwitch[pair / index.nics]]
                    || failedSwitch[index.nicSwitch[pair % index.nics]];
            crossed -= index.crossed[base];
            byLength[index.crossed[base]]--;
            if (endFailed || path >= index.count[pair]) {
                pairs--;
                lost += endFailed ? 0 : 1;
            } else {
                crossed += index.crossed[base + path];
                longest = Math.max(longest, index.crossed[base + path]);
            }
        }
        for (int length = byLength.length - 1; length > longest; length--) {
            longest = byLength[length] > 0 ? length : longest;
        }
        for (int i = 0; i < touched.size(); i++) {
            int pair = touched.getInt(i);
            broken[pair] = 0;
            byLength[index.crossed[pair * index.maxPaths]]++;
        }
        touched.clear();
        long local = kind == Element.LINK ? index.local : workingLocal();
        verdict.delivered(pairs + local, crossed + local, Math.max(longest, local > 0 ? 1 : 0));
        verdict.lost(lost);
        verdict.resources(index.vls, index.sls, index.lids);
    }

    private long workingLocal() {
        long local = index.local;
        long[] nicsAt = new long[failedSwitch.length];
        for (int s : index.nicSwitch) {
            if (s >= 0 && failedSwitch[s]) {
                local -= 2 * nicsAt[s]++; // pairs both ways with those seen before
            }
        }
        return local;
    }
}

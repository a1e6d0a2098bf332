package org.reweave.routing.tolerance;

import java.util.Arrays;
import org.reweave.routing.engine.mikant.MikantRule;
import org.reweave.routing.engine.mikant.MikantTree;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;

/**
 * A rule of mirrored k-ary n-trees, judged by walking every pair. All switches may fail; the NICs of a failed one are
 * out of the count. Any set is judged, those too that cut NICs apart. Source: routing/docs/mikant.md.
 */
record MikantMethod(MikantRule rule) implements FaultMethod {
    @Override
    public String name() {
        return rule.name();
    }

    @Override
    public String summary() {
        return rule.summary();
    }

    @Override
    public FaultStudy study(Fabric fabric) {
        MikantTree tree = MikantTree.of(fabric, name());
        rule.requireRoom(fabric.name(), tree.k(), tree.top() + 1);
        int[] nics = new int[fabric.switchCount()];
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int attached = fabric.attachedSwitch(fabric.nicDevice(nic));
            if (attached >= 0) {
                nics[attached]++;
            }
        }
        return new FaultStudy() {
            @Override
            public int[] elements(Element kind) {
                return kind.all(fabric);
            }

            @Override
            public FaultJudge judge() {
                return new Judge(tree, nics, new MikantWalk(tree, rule));
            }

            @Override
            public boolean countsPairs() {
                return true;
            }
        };
    }

    /** @param nics of each switch; {@code [switch]} */
    private record Judge(MikantTree tree, int[] nics, MikantWalk walk) implements FaultJudge {
        @Override
        public void judge(Element kind, int[] failed, long draw, FaultOutcome verdict) {
            set(kind, failed, false);
            boolean[] works = new boolean[nics.length];
            Arrays.fill(works, true);
            if (kind == Element.SWITCH) {
                for (int s : failed) {
                    works[s] = false;
                }
            }
            for (int source = 0; source < nics.length; source++) {
                for (int target = 0; target < nics.length; target++) {
                    long pairs = (long) nics[source] * (source == target ? nics[target] - 1 : nics[target]);
                    if (pairs > 0 && works[source] && works[target]) {
                        send(source, target, pairs, verdict);
                    }
                }
            }
            set(kind, failed, true);
        }

        private void send(int source, int target, long pairs, FaultOutcome verdict) {
            int links = walk.walk(source, target);
            if (links == MikantWalk.FAILED) {
                verdict.lost(pairs);
            } else {
                // A verdict counts switches: one fewer than links.
                verdict.delivered(pairs, pairs * (links - 1), links - 1);
                verdict.resources(Math.max(verdict.vls(), walk.lanes()), 1, 1);
            }
        }

        private void set(Element kind, int[] failed, boolean work) {
            for (int element : failed) {
                if (kind == Element.LINK) {
                    walk.setLink(element, work);
                } else {
                    walk.setSwitch(element, work);
                }
            }
        }
    }
}

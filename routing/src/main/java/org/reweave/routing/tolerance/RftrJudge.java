package org.reweave.routing.tolerance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.routing.model.Mix;
import org.reweave.routing.rftr.Rftr;
import org.reweave.routing.topology.Element;

/**
 * RFTR, the faults of a set striking one after another. The VLs of new paths are drawn for the faults so far, so that
 * sets that begin alike have the same network after these: sets that are enumerated share all but their last faults
 * with their neighbours, and a network that two sets in a row have led to is kept for the next.
 */
final class RftrJudge implements FaultJudge {
    private final Rftr intact;
    private final List<Rftr> kept = new ArrayList<>(); // [n] after the first n + 1 faults of the last set
    private Element lastKind = Element.LINK;
    private int[] last = {};

    RftrJudge(Rftr intact) {
        this.intact = intact;
    }

    @Override
    public void judge(Element kind, int[] failed, long draw, FaultOutcome verdict) {
        int different = kind == lastKind ? Arrays.mismatch(failed, last) : 0;
        int shared = different < 0 ? failed.length : different;
        if (kept.size() > shared) {
            kept.subList(shared, kept.size()).clear();
        }
        Rftr rftr = (kept.isEmpty() ? intact : kept.get(kept.size() - 1)).copy();
        long history = 0;
        for (int i = 0; i < failed.length; i++) {
            history = Mix.mix(history, kind.ordinal(), failed[i], 0);
            if (i >= kept.size()) {
                rftr.fail(kind, failed[i], history);
                if (i < shared) {
                    kept.add(rftr);
                    rftr = rftr.copy();
                }
            }
        }
        lastKind = kind;
        last = failed.clone();
        verdict.resources(rftr.laneCount(), rftr.levelCount(), rftr.addressCount());
        verdict.installed(rftr);
    }
}

package org.reweave.routing.tolerance;

import org.reweave.routing.rftr.Rftr;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;

/**
 * RFTR over up*&#47;down* tables (BFS tree, root {@code auto}), the faults of a set striking one after another in
 * ascending order. Source: thesis §8.3.
 */
final class RftrMethod implements FaultMethod {
    /** VLs for paths without a transition (thesis §8.3). */
    private static final int LANES = 2;
    /** Seed of the VLs of the first paths; every set of faults starts from the same network. */
    private static final long SEED = 1;

    @Override
    public String name() {
        return "rftr";
    }

    @Override
    public String summary() {
        return "RFTR over up*/down*: broken paths are joined anew from others, any topology, 2 VLs or more";
    }

    @Override
    public FaultStudy study(Fabric fabric) {
        Rftr intact = Rftr.overUpDown(fabric, LANES, SEED);
        return new FaultStudy() {
            @Override
            public int[] elements(Element kind) {
                return kind.all(fabric);
            }

            @Override
            public FaultJudge judge() {
                return new RftrJudge(intact);
            }
        };
    }
}

package org.reweave.routing.engine.build;

import org.reweave.routing.table.SlToVl;

/** VL = SL: a packet keeps its lane from source to destination. */
public record LayeredLanes(int laneCount) implements SlToVl {
    /** The rule for a number of layers, from 1. */
    public static SlToVl of(int layers) {
        return layers == 1 ? SlToVl.SINGLE_LANE : new LayeredLanes(layers);
    }

    @Override
    public int lane(int device, int inPort, int outPort, int level) {
        return level;
    }
}

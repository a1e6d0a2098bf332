package org.reweave.emulator.device.fabricswitch;

import org.reweave.routing.table.SlToVl;

/** A packet's SL names its VL at every output. */
record LevelIsLane(int laneCount) implements SlToVl {
    @Override
    public int lane(int device, int inPort, int outPort, int level) {
        return level;
    }
}

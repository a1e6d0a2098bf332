package org.reweave.routing.engine.updown;

import org.reweave.routing.engine.spi.EngineOption;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.SlToVl;

/**
 * Paths of a routing that needs one VL, spread over several: a path has one SL and stays on the VL of that number.
 * Which one depends on its two ends only, so that it is the same before and after a reconfiguration.
 */
final class SpreadVls implements PathLevels, SlToVl {
    static final EngineOption OPTION = EngineOption.number("vls", 1, 8, "VLs that paths are spread over");

    private final int vls;

    private SpreadVls(int vls) {
        this.vls = vls;
    }

    /** @throws IllegalArgumentException unless the option is a number from 1 to 8 */
    static SpreadVls of(String engine, EngineOptions options) {
        return new SpreadVls(OPTION.number(engine, options));
    }

    PathLevels levels() {
        return vls == 1 ? PathLevels.SINGLE_LEVEL : this;
    }

    SlToVl mapping() {
        return vls == 1 ? SlToVl.SINGLE_LANE : this;
    }

    @Override
    public int level(int sourceNicDevice, int destinationLid) {
        return (sourceNicDevice + destinationLid) % vls;
    }

    @Override
    public int levelCount() {
        return vls;
    }

    @Override
    public int lane(int device, int inPort, int outPort, int level) {
        return level;
    }

    @Override
    public int laneCount() {
        return vls;
    }
}

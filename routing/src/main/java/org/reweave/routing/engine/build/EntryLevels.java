package org.reweave.routing.engine.build;

import org.reweave.routing.table.PathLevels;
import org.reweave.routing.topology.Fabric;

/** Service levels by the switch at which a path enters and the LID it goes to. */
public final class EntryLevels implements PathLevels {
    private final Fabric fabric;
    private final byte[][] level; // [switch][LID]; null = nothing enters here
    private int levelCount = 1;

    public EntryLevels(Fabric fabric) {
        this.fabric = fabric;
        this.level = new byte[fabric.switchCount()][];
    }

    public void set(int entrySwitch, int lid, int chosen) {
        if (level[entrySwitch] == null) {
            level[entrySwitch] = new byte[fabric.largestLid() + 1];
        }
        level[entrySwitch][lid] = (byte) chosen;
        levelCount = Math.max(levelCount, chosen + 1);
    }

    @Override
    public int level(int sourceNicDevice, int destinationLid) {
        return from(fabric.attachedSwitch(sourceNicDevice), destinationLid);
    }

    @Override
    public int level(int sourceNicDevice, int sourcePort, int destinationLid) {
        return from(fabric.peer(sourceNicDevice, sourcePort), destinationLid);
    }

    private int from(int entry, int lid) {
        return entry < 0 || !fabric.isSwitch(entry) || level[entry] == null ? 0 : level[entry][lid];
    }

    @Override
    public int levelCount() {
        return levelCount;
    }
}

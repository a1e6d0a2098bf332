package org.reweave.reconfig.localreroute;

import java.util.Set;
import org.reweave.reconfig.spi.PlainSite;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;

/** One switch of a fabric some of whose links are down, with a table. */
class TreeSite extends PlainSite {
    private final Fabric fabric;
    private final int device;
    private final Set<Integer> down;
    RoutingTables tables;
    int timersSet;

    /** @param down links that are down, which may change */
    TreeSite(Fabric fabric, int device, Set<Integer> down, RoutingTables tables) {
        this.fabric = fabric;
        this.device = device;
        this.down = down;
        this.tables = tables;
    }

    @Override
    public int device() {
        return device;
    }

    @Override
    public int portCount() {
        return fabric.portCount(device);
    }

    @Override
    public boolean isUp(int port) {
        return port <= fabric.portCount(device)
                && fabric.link(device, port) >= 0
                && !down.contains(fabric.link(device, port));
    }

    @Override
    public int outPort(int lid) {
        return tables.outPort(device, lid);
    }

    @Override
    public void setTimer(SwitchTimer timer) {
        timersSet++;
    }
}

package org.reweave.emulator.device;

import java.util.function.Consumer;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/** A switch, as the scheme's agent in it sees it. Outside ports count from 1, inside from 0. */
final class Site implements SwitchSite {
    private final int device;
    private final PortPlan plan;
    private final int lanes;
    private final Transmitter links;
    private final SwitchTables tables;
    private final Forwarder forwarder;
    private final Consumer<SwitchTimer> timers;

    Site(
            int device,
            PortPlan plan,
            int lanes,
            Transmitter links,
            SwitchTables tables,
            Forwarder forwarder,
            Consumer<SwitchTimer> timers) {
        this.device = device;
        this.plan = plan;
        this.lanes = lanes;
        this.links = links;
        this.tables = tables;
        this.forwarder = forwarder;
        this.timers = timers;
    }

    @Override
    public int device() {
        return device;
    }

    @Override
    public int portCount() {
        return plan.trunk().length;
    }

    @Override
    public int laneCount() {
        return lanes;
    }

    @Override
    public boolean isUp(int port) {
        return links.isUp(port - 1);
    }

    @Override
    public boolean leadsToSwitch(int port) {
        return plan.trunk()[port - 1];
    }

    @Override
    public int outPort(int lid) {
        return tables.outPort(lid);
    }

    @Override
    public int lane(int inPort, int outPort, int level) {
        return tables.lane(inPort, outPort, level);
    }

    @Override
    public void setTimer(SwitchTimer timer) {
        timers.accept(timer);
    }

    @Override
    public void route(Heading packet, Routes routes) {
        forwarder.route(packet, this, routes);
    }
}

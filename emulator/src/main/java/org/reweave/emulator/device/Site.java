package org.reweave.emulator.device;

import org.reweave.reconfig.spi.SwitchSite;
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

    Site(int device, PortPlan plan, int lanes, Transmitter links, SwitchTables tables, Forwarder forwarder) {
        this.device = device;
        this.plan = plan;
        this.lanes = lanes;
        this.links = links;
        this.tables = tables;
        this.forwarder = forwarder;
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
    public void route(Heading packet, Routes routes) {
        forwarder.route(packet, this, routes);
    }

    @Override
    public void routeStored(Heading packet, Routes routes) {
        route(packet, routes);
    }

    @Override
    public void useStored() {
        // TO BE DONE IN THIS BRANCH
    }

    @Override
    public void separate(int outPort, int lane, long mark) {
        // nobody listens
    }

    @Override
    public void rerouteWaiting() {
        // nothing waits
    }

    @Override
    public void report(long message) {
        // nobody listens
    }

    @Override
    public boolean hasDependency(int inPort, int inLane, int outPort, int outLane) {
        return false;
    }
}

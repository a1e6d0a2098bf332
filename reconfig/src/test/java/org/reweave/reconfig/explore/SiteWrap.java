package org.reweave.reconfig.explore;

import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/** A switch as it is; a mutant overrides what it breaks. */
public class SiteWrap implements SwitchSite {
    final SwitchSite real;

    public SiteWrap(SwitchSite real) {
        this.real = real;
    }

    @Override
    public int device() {
        return real.device();
    }

    @Override
    public int portCount() {
        return real.portCount();
    }

    @Override
    public int laneCount() {
        return real.laneCount();
    }

    @Override
    public boolean isUp(int port) {
        return real.isUp(port);
    }

    @Override
    public boolean leadsToSwitch(int port) {
        return real.leadsToSwitch(port);
    }

    @Override
    public int outPort(int lid) {
        return real.outPort(lid);
    }

    @Override
    public int lane(int inPort, int outPort, int level) {
        return real.lane(inPort, outPort, level);
    }

    @Override
    public void route(Heading packet, Routes routes) {
        real.route(packet, routes);
    }

    @Override
    public void routeStored(Heading packet, Routes routes) {
        real.routeStored(packet, routes);
    }

    @Override
    public void useStored() {
        real.useStored();
    }

    @Override
    public void separate(int outPort, int lane, long mark) {
        real.separate(outPort, lane, mark);
    }

    @Override
    public void rerouteWaiting() {
        real.rerouteWaiting();
    }

    @Override
    public void report(long message) {
        real.report(message);
    }

    @Override
    public void broadcast(long control) {
        real.broadcast(control);
    }

    @Override
    public void tell(int lid, long message) {
        real.tell(lid, message);
    }

    @Override
    public boolean hasDependency(int inPort, int inLane, int outPort, int outLane) {
        return real.hasDependency(inPort, inLane, outPort, outLane);
    }

    @Override
    public void setTimer(SwitchTimer timer) {
        real.setTimer(timer);
    }
}

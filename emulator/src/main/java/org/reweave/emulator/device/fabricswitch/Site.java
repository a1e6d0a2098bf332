package org.reweave.emulator.device.fabricswitch;

import java.util.function.Consumer;
import org.reweave.emulator.device.PortPlan;
import org.reweave.emulator.device.Transmitter;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.SwitchView;

/** A switch, as the scheme's agent in it sees it. Outside ports count from 1, inside from 0. */
final class Site implements SwitchSite {
    private final int device;
    private final PortPlan plan;
    private final int lanes;
    private final Transmitter links;
    private final SwitchTables tables;
    private final Forwarder forwarder;
    private final Consumer<SwitchTimer> timers;
    private final Effects effects;
    private final SwitchView stored = new Stored();

    /** What the switch does for its agent at once. */
    interface Effects {
        long now();

        /** @param output {@code port * lanes + lane}, ports from 0; the link is up */
        void separate(int output, long mark);

        void rerouteWaiting();

        void report(long message);

        void broadcast(long control);
    }

    Site(
            int device,
            PortPlan plan,
            int lanes,
            Transmitter links,
            SwitchTables tables,
            Forwarder forwarder,
            Consumer<SwitchTimer> timers,
            Effects effects) {
        this.device = device;
        this.plan = plan;
        this.lanes = lanes;
        this.links = links;
        this.tables = tables;
        this.forwarder = forwarder;
        this.timers = timers;
        this.effects = effects;
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

    @Override
    public void routeStored(Heading packet, Routes routes) {
        forwarder.route(packet, stored, routes);
    }

    @Override
    public void useStored() {
        tables.useStored(effects.now());
    }

    @Override
    public void separate(int outPort, int lane, long mark) {
        if (links.isUp(outPort - 1)) {
            effects.separate((outPort - 1) * lanes + lane, mark);
        }
    }

    @Override
    public void rerouteWaiting() {
        effects.rerouteWaiting();
    }

    @Override
    public void report(long message) {
        effects.report(message);
    }

    @Override
    public void broadcast(long control) {
        effects.broadcast(control);
    }

    @Override
    public boolean hasDependency(int inPort, int inLane, int outPort, int outLane) {
        int in = (inPort - 1) * lanes + inLane;
        int out = (outPort - 1) * lanes + outLane;
        return tables.isDependent(in * lanes * portCount() + out);
    }

    /** The same switch with the stored tables. */
    private final class Stored implements SwitchView {
        @Override
        public int device() {
            return device;
        }

        @Override
        public int portCount() {
            return Site.this.portCount();
        }

        @Override
        public int laneCount() {
            return lanes;
        }

        @Override
        public boolean isUp(int port) {
            return Site.this.isUp(port);
        }

        @Override
        public boolean leadsToSwitch(int port) {
            return Site.this.leadsToSwitch(port);
        }

        @Override
        public int outPort(int lid) {
            return tables.storedOutPort(lid);
        }

        @Override
        public int lane(int inPort, int outPort, int level) {
            return tables.storedLane(inPort, outPort, level);
        }
    }
}

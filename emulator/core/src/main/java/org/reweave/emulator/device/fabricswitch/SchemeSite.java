package org.reweave.emulator.device.fabricswitch;

import org.reweave.emulator.device.AgentReports;
import org.reweave.emulator.device.Floods;
import org.reweave.emulator.device.PortPlan;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Timers;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.perturb.Disturbances;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.reconfig.state.StateWriter;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SwitchView;

/**
 * The reconfiguration scheme's part in a switch. It owns the scheme's agent, the agent's timers, and the agent's wish
 * to have waiting packets routed again; through it the agent reads the tables and the links, brings stored tables into
 * force, appends separators at the outputs and sends messages. The agent counts ports from 1, the switch from 0.
 */
final class SchemeSite implements SwitchSite {
    private final int device;
    private final PortPlan plan;
    private final int lanes;
    private final Transmitter links;
    private final SwitchTables tables;
    private final Forwarder forwarder;
    private final SeparatorsOut outputs;
    private final AgentReports reports;
    private final Floods floods;
    private final Disturbances disturbances;
    private final Timers clock;
    private final DeviceLog log;
    private final AgentTimers timers;
    private final SwitchView stored = new Stored();
    private final Smp told = new Smp();
    private final SwitchAgent agent;
    private final long[] freshAgent;
    private boolean wantsRerouting;

    SchemeSite(
            SwitchConfig config,
            Transmitter links,
            SwitchTables tables,
            SeparatorsOut outputs,
            AgentReports reports,
            Floods floods,
            Disturbances disturbances,
            Timers clock,
            DeviceLog log) {
        this.device = config.identity().id();
        this.plan = config.identity().plan();
        this.lanes = config.parameters().lanes();
        this.links = links;
        this.tables = tables;
        this.forwarder = config.routing().forwarder();
        this.outputs = outputs;
        this.reports = reports;
        this.floods = floods;
        this.disturbances = disturbances;
        this.clock = clock;
        this.log = log;
        this.timers = new AgentTimers(
                config.scheme().timers(), (timer, cycle) -> clock.agentTimer(cycle, TimerTypes.SCHEME, timer));
        this.agent = config.scheme().agent().apply(this);
        this.freshAgent = StateWriter.words(agent::visit);
    }

    SwitchAgent agent() {
        return agent;
    }

    /** Whether the agent has asked, since the last call, for waiting packets to be routed again. */
    boolean takeReroutingWish() {
        boolean wish = wantsRerouting;
        wantsRerouting = false;
        return wish;
    }

    /**
     * A link has gone down or come up.
     *
     * @param port from 0
     * @return whether waiting packets have to be routed again
     */
    boolean linkChanged(int port, boolean up) {
        return agent.linkChanged(port + 1, up) || forwarder.reroutes();
    }

    /**
     * A timer's event has come.
     *
     * @return whether the timer has run down and the agent was told
     */
    boolean timerFired(int index, long cycle) {
        boolean fires = timers.fires(index, cycle);
        if (fires) {
            log.fact(cycle, Fact.TIMER_OVER, index, 0);
            agent.timerFired(SwitchTimer.values()[index]);
        }
        return fires;
    }

    boolean anyTimerWaits() {
        return timers.anyWaiting();
    }

    /** The switch restarts: its agent begins anew. */
    void restart() {
        timers.clear();
        StateReader.read(freshAgent, agent::visit);
    }

    @Override
    public int device() {
        return device;
    }

    @Override
    public int portCount() {
        return plan.ports();
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
        long now = clock.now();
        long cycles = disturbances.onClock(timers.duration(timer), now);
        long extra = timer == SwitchTimer.ANNOUNCING ? disturbances.next(Site.DETECTION_DELAY, now) : 0;
        log.fact(now, Fact.TIMER_SET, timer.ordinal(), now + cycles + extra);
        timers.set(timer, now + cycles + extra);
    }

    @Override
    public void route(Heading packet, Routes routes) {
        forwarder.route(packet, this, routes);
    }

    @Override
    public void routeStored(Heading packet, Routes routes) {
        log.fact(clock.now(), Fact.STORED_ASKED, tables.storedArgument(), 0);
        forwarder.route(packet, stored, routes);
    }

    @Override
    public void useStored() {
        tables.useStored(clock.now());
    }

    @Override
    public void separate(int outPort, int lane, long mark) {
        if (links.isUp(outPort - 1)) {
            log.fact(clock.now(), Fact.SEPARATOR_APPENDED, outPort, lane, () -> mark);
            outputs.separate((outPort - 1) * lanes + lane, mark);
        }
    }

    @Override
    public void rerouteWaiting() {
        wantsRerouting = true;
    }

    @Override
    public void report(long message) {
        reports.send(message, clock.now());
    }

    @Override
    public void broadcast(long control) {
        floods.announce(control, clock.now());
    }

    @Override
    public void tell(int lid, long message) {
        int out = tables.outPort(lid);
        if (out != 0 && out != RoutingTables.UNREACHABLE) {
            told.message(device, lid, message);
            links.queueSmp(out - 1, told.words(), told.length(), clock.now());
        }
    }

    @Override
    public boolean hasDependency(int inPort, int inLane, int outPort, int outLane) {
        int in = (inPort - 1) * lanes + inLane;
        int out = (outPort - 1) * lanes + outLane;
        return tables.isDependent(in * lanes * portCount() + out);
    }

    void visit(StateVisitor state) {
        agent.visit(state);
        timers.visit(state);
        wantsRerouting = state.value(wantsRerouting);
    }

    /** The same switch with the stored tables. */
    private final class Stored implements SwitchView {
        @Override
        public int device() {
            return device;
        }

        @Override
        public int portCount() {
            return SchemeSite.this.portCount();
        }

        @Override
        public int laneCount() {
            return lanes;
        }

        @Override
        public boolean isUp(int port) {
            return SchemeSite.this.isUp(port);
        }

        @Override
        public boolean leadsToSwitch(int port) {
            return SchemeSite.this.leadsToSwitch(port);
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

package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.reweave.emulator.device.AgentReports;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.ManagerRequests;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Timers;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.perturb.Disturbances;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.stats.Branch;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.manager.Trap;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.RoutingTables;

/**
 * The management side of a switch: the manager's updates and control packets, and traps. It owns the way by which
 * reports go to the manager; it updates and saves the switch's tables, tells the scheme's agent, has the waiting
 * packets reconsidered, and queues traps on the links.
 */
final class Management implements ManagerRequests.Site {
    private final int device;
    private final SwitchConfig.Control control;
    private final long[] restored; // as in SwitchConfig.Routing
    private final SwitchTables tables;
    private final AgentReports reports;
    private final SchemeSite scheme;
    private final SwitchAgent agent;
    private final WaitingPackets waiting;
    private final Transmitter links;
    private final DeviceLog log;
    private final int agentDelay;
    private final Disturbances disturbances;
    private final Timers timers;
    private final Smp trap = new Smp();
    private int undetected; // changes of ports of which the switch has not told yet

    Management(
            SwitchConfig config,
            SwitchTables tables,
            AgentReports reports,
            SchemeSite scheme,
            WaitingPackets waiting,
            Transmitter links,
            DeviceLog log,
            Disturbances disturbances,
            Timers timers) {
        this.device = config.identity().id();
        this.control = config.control();
        this.restored = config.routing().restored();
        this.tables = tables;
        this.reports = reports;
        this.scheme = scheme;
        this.agent = scheme.agent();
        this.waiting = waiting;
        this.links = links;
        this.log = log;
        this.agentDelay = config.parameters().agentDelay();
        this.disturbances = disturbances;
        this.timers = timers;
    }

    /** The port (from 1) towards a LID; 0 = none. */
    int portTowards(int lid) {
        int out = tables.outPort(lid);
        return out == RoutingTables.UNREACHABLE ? 0 : out;
    }

    /** The switch in words, without its ports. */
    void describe(Map<String, Object> words) {
        words.put("kind", "switch");
        words.put("tables", tables.describe());
        words.put("scheme", agent.describe());
        words.put("smpsQueued", links.smpsQueued());
    }

    void report(DeviceReport to) {
        tables.report(to);
        to.setQuiet(to.quiet() && !scheme.anyTimerWaits() && !isDetecting());
    }

    /** A refused update is not answered, so that the manager gives up and discovers the switch anew. */
    @Override
    public boolean update(Smp smp, long cycle) {
        SwitchTables.Outcome outcome = tables.update(smp, cycle);
        note("update-" + outcome.name().toLowerCase(Locale.ROOT));
        switch (outcome) {
            case REFUSED -> {
                return false;
            }
            case IN_PART -> {
                smp.setInPart();
                return true;
            }
            case SUPERSEDED -> {
                return true;
            }
            case INSTALLED -> {
                if (smp.argument() != ManagerEffect.UNTOLD) {
                    agent.installed(smp.argument());
                }
            }
            case STORED -> agent.stored(smp.argument());
        }
        waiting.reconsider(cycle);
        return true;
    }

    /** An input comes to the agent. */
    private void note(String input) {
        log.reached(Branch.AGENT, () -> input + " " + tables.word());
    }

    @Override
    public void takeControl(Smp control, long cycle) {
        note("control");
        log.fact(cycle, Fact.CONTROL_TAKEN, control.argument(), 0);
        agent.receiveControl(control.argument());
        waiting.reconsider(cycle);
    }

    @Override
    public boolean isBlank() {
        return tables.isBlank();
    }

    /** A switch's announcement to all devices. */
    void receiveAnnouncement(Smp smp, long cycle) {
        note("announcement");
        agent.receiveBroadcast(smp.origin(), smp.argument());
        waiting.reconsider(cycle);
    }

    void timerFired(int type, int index, long cycle) {
        if (type == TimerTypes.SCHEME) {
            if (scheme.timerFired(index, cycle)) {
                note("timer");
                waiting.reconsider(cycle);
            }
        } else {
            undetected--;
            if (control.managerLid() != 0) {
                sendTrap(index, cycle);
            }
        }
    }

    /** A separator has come by a port (from 0). */
    void receiveSeparator(int port, int lane, long mark, long cycle) {
        note("separator");
        agent.separator(port + 1, lane, mark);
        waiting.reconsider(cycle);
    }

    /** A link has come up: packets that wait may go by it, and the manager is told. */
    void portUp(int port, long cycle) {
        links.portUp(port, waiting.freeCredits(port), cycle);
        if (scheme.linkChanged(port, true)) {
            waiting.routeAgain(cycle);
        } else {
            waiting.regainWays(cycle);
        }
        waiting.reconsider(cycle);
        portChanged(port, cycle);
    }

    /** A port's link has gone down or come up: the manager is told when the switch has noticed. */
    void portChanged(int port, long cycle) {
        note(links.isUp(port) ? "link-up" : "link-down");
        undetected++;
        long extra = disturbances.next(Site.DETECTION_DELAY, cycle);
        timers.agentTimer(cycle + agentDelay + extra, TimerTypes.TRAP, port);
    }

    /** Whether a port has changed and the switch has not told of it yet. */
    private boolean isDetecting() {
        return undetected > 0;
    }

    /** Two managers take over from each other in turn. */
    private int managerLid() {
        return reports.term() % 2 == 0 ? control.managerLid() : control.standbyLid();
    }

    private void sendTrap(int port, long cycle) {
        int managerLid = managerLid();
        int out = portTowards(managerLid);
        boolean up = links.isUp(port);
        log.events().trapSent(cycle, port + 1, up);
        if (out == 0) {
            links.loseSmp(port, cycle);
            return;
        }
        trap.toLid(Smp.TRAP, managerLid, new Trap(device, port + 1, up).word());
        links.queueSmp(out - 1, trap.words(), trap.length(), cycle);
    }

    /** The switch restarts, without tables or with those of the start, until the manager has sent new ones. */
    void restart(long cycle) {
        reports.clear();
        tables.restart(Arrays.binarySearch(restored, cycle) >= 0);
        scheme.restart();
    }

    void visit(StateVisitor state) {
        tables.visit(state);
        reports.visit(state);
        undetected = state.value(undetected);
        scheme.visit(state);
    }
}

package org.reweave.emulator.device;

import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.perturb.Disturbances;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.state.LongRings;
import org.reweave.emulator.stats.Branch;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.reconfig.state.StateVisitor;

/**
 * How a device handles SMPs: passes them on after a reaction, or hands them to its agent and returns the answer the way
 * it came. An SMP is stored whole before anything happens to it.
 */
final class SmpRelay {
    /** The agent of a device. */
    interface Agent {
        /** Whether this device is where the SMP ends. */
        boolean isMine(Smp smp);

        /**
         * Treats an SMP that ends here; may write into it.
         *
         * @return whether it goes back as the answer
         */
        boolean answer(Smp smp, int port, long cycle);

        /** Treats an SMP for all devices, of which a copy may come by every port; may write into it. */
        void receiveFlooded(Smp smp, int port, long cycle);

        /** The port (from 1) towards a LID; 0 = none. */
        int portTowards(int lid);

        /** Whether this device may hang. */
        boolean canHang();

        /** This device hangs from a cycle on: it does nothing that others notice. */
        void hang(long cycle, long until);
    }

    private final int device;
    private final OutageClock outages;
    private final Timers timers;
    private final Transmitter links;
    private final Agent agent;
    private final Disturbances disturbances;
    private final int smpFlits;
    private final int reaction;
    private final int agentDelay;
    private final DeviceLog log;
    private final int ports;
    private final LongRings transit;
    private final LongRings local; // each SMP behind the cycle at which it is due
    private final long[] lastDue; // by port: when the last SMP of its local ring is due
    private final OvertakenSmps overtaken = new OvertakenSmps();
    private long hungUntil; // cycle
    private final Smp smp = new Smp();

    SmpRelay(
            int device,
            int ports,
            OutageClock outages,
            Timers timers,
            Transmitter links,
            Agent agent,
            Disturbances disturbances,
            DeviceLog log,
            int smpFlits,
            int reaction,
            int agentDelay) {
        this.device = device;
        this.outages = outages;
        this.timers = timers;
        this.links = links;
        this.agent = agent;
        this.disturbances = disturbances;
        this.log = log;
        this.smpFlits = smpFlits;
        this.reaction = reaction;
        this.agentDelay = agentDelay;
        this.ports = ports;
        this.transit = new LongRings(ports);
        this.local = new LongRings(ports);
        this.lastDue = new long[ports];
    }

    /** An SMP's head arrives; it is lost when the link does not stay up until its last flit. */
    void arrive(int port, LongRing ring, int length, boolean lost, long cycle) {
        smp.load(ring, length);
        long last = cycle + links.cyclesFor(port, smpFlits + smp.extraFlits()) - 1;
        if (lost || outages.nextDown(port) <= last) {
            links.loseSmp(port, cycle);
        } else if (agent.isMine(smp)) {
            arriveHere(port, last, cycle);
        } else {
            smp.store(transit.get(port));
            timers.timer(last + reaction, Device.SMP_TRANSIT, port);
        }
    }

    /** The SMP is for this device, which may lose it, or take longer over it and all that come behind it. */
    private void arriveHere(int port, long last, long cycle) {
        boolean installs = smp.attribute() == Smp.UPDATE && !smp.isReturning();
        if (agent.canHang()) {
            hang(disturbances.next(Site.NIC_HANG, cycle), cycle);
        }
        if (disturbances.next(smp.attribute() == Smp.TRAP ? Site.TRAP_LOSS : Site.SMP_LOSS, cycle) != 0) {
            disturbances.pass(Site.SMP_DELAY);
            disturbances.pass(Site.SMP_OVERTAKEN);
            disturbances.pass(Site.SMP_REPEAT);
            if (installs) {
                disturbances.pass(Site.INSTALL_DELAY);
            }
            links.loseSmp(port, cycle);
            note("lost");
            return;
        }
        long extra = disturbances.next(Site.SMP_DELAY, cycle)
                + (installs ? disturbances.next(Site.INSTALL_DELAY, cycle) : 0);
        long inTurn = Math.max(lastDue[port], Math.max(hungUntil, last + agentDelay + extra));
        long later = disturbances.next(Site.SMP_OVERTAKEN, cycle);
        if (later > 0) {
            setAside(port, inTurn + later);
            note("overtaken");
        } else {
            note("in-turn");
            lastDue[port] = inTurn;
            local.get(port).add(inTurn);
            smp.store(local.get(port));
            timers.agentTimer(inTurn, Device.SMP_LOCAL, port);
        }
        long again = disturbances.next(Site.SMP_REPEAT, cycle);
        if (again > 0) {
            setAside(port, inTurn + later + again);
            note("repeated");
        }
    }

    private void note(String fate) {
        log.reached(Branch.MESSAGE, () -> smp.word() + " " + fate);
    }

    private void hang(long cycles, long cycle) {
        if (cycles > 0) {
            hungUntil = Math.max(hungUntil, cycle + cycles);
            agent.hang(cycle, hungUntil);
        }
    }

    private void setAside(int port, long due) {
        overtaken.add(port, due, smp);
        timers.agentTimer(due, Device.SMP_OVERTAKEN, port);
    }

    /** An SMP that others have overtaken is due. */
    void handleOvertaken(int port, long cycle) {
        if (!overtaken.take(port, cycle, smp)) {
            return; // the SMP that this timer was set for went down with its device
        }
        if (cycle < hungUntil) {
            setAside(port, hungUntil);
        } else {
            treat(port, cycle);
        }
    }

    void passOn(int port, long cycle) {
        if (!next(transit, port)) {
            return;
        }
        int out;
        if (smp.isLidRouted()) {
            out = agent.portTowards(smp.destinationLid());
        } else {
            if (!smp.isReturning()) {
                smp.noteArrival(port + 1);
            }
            out = smp.nextPort();
        }
        if (out < 1 || out > ports) {
            links.loseSmp(port, cycle);
        } else {
            links.queueSmp(out - 1, smp.words(), smp.length(), cycle);
        }
    }

    void handle(int port, long cycle) {
        if (local.isEmpty(port) || local.get(port).peek(0) > cycle) {
            return; // the SMP that this timer was set for went down with its device
        }
        local.get(port).remove();
        next(local, port);
        treat(port, cycle);
    }

    private void treat(int port, long cycle) {
        boolean directed = !smp.isLidRouted() && !smp.isReturning() && !smp.isAnnouncement();
        if (directed && !smp.isFor(device)) {
            links.loseSmp(port, cycle);
            note("for-another");
            return;
        }
        if (directed) {
            smp.noteArrival(port + 1);
        }
        if (smp.isFlooded()) {
            agent.receiveFlooded(smp, port, cycle);
            return;
        }
        if (directed) {
            log.events().requestCame(cycle, smp.attribute(), smp.transaction());
        }
        if (agent.answer(smp, port, cycle)) {
            smp.turnAround();
            links.queueSmp(port, smp.words(), smp.length(), cycle);
        }
    }

    /** @return false when the SMP that this timer was set for went down with its device */
    private boolean next(LongRings rings, int port) {
        if (rings.isEmpty(port)) {
            return false;
        }
        LongRing ring = rings.get(port);
        smp.load(ring, (int) ring.remove());
        return true;
    }

    /** The device failed: what it held is gone. */
    void clear(long cycle) {
        for (int port = 0; port < ports; port++) {
            while (next(transit, port)) {
                links.loseSmp(port, cycle);
            }
            while (!local.isEmpty(port)) {
                local.get(port).remove();
                next(local, port);
                links.loseSmp(port, cycle);
            }
        }
        overtaken.clear(port -> links.loseSmp(port, cycle));
    }

    /** SMPs held between their arrival and their treatment. */
    boolean isEmpty() {
        for (int port = 0; port < ports; port++) {
            if (!transit.isEmpty(port) || !local.isEmpty(port)) {
                return false;
            }
        }
        return overtaken.isEmpty();
    }

    void visit(StateVisitor state) {
        for (int port = 0; port < ports; port++) {
            transit.visit(port, state);
            local.visit(port, state);
        }
        state.values(lastDue);
        overtaken.visit(state);
        hungUntil = state.value(hungUntil);
    }
}

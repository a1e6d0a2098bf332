package org.reweave.emulator.device;

import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.state.StateVisitor;

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
    }

    private final OutageClock outages;
    private final Timers timers;
    private final Transmitter links;
    private final Agent agent;
    private final int smpFlits;
    private final int reaction;
    private final int agentDelay;
    private final LongRing[] transit;
    private final LongRing[] local;
    private final Smp smp = new Smp();

    SmpRelay(
            int ports,
            OutageClock outages,
            Timers timers,
            Transmitter links,
            Agent agent,
            int smpFlits,
            int reaction,
            int agentDelay) {
        this.outages = outages;
        this.timers = timers;
        this.links = links;
        this.agent = agent;
        this.smpFlits = smpFlits;
        this.reaction = reaction;
        this.agentDelay = agentDelay;
        this.transit = rings(ports);
        this.local = rings(ports);
    }

    private static LongRing[] rings(int count) {
        LongRing[] rings = new LongRing[count];
        java.util.Arrays.setAll(rings, i -> new LongRing());
        return rings;
    }

    /** An SMP's head arrives; it is lost when the link does not stay up until its last flit. */
    void arrive(int port, LongRing ring, int length, boolean lost, long cycle) {
        smp.load(ring, length);
        long last = cycle + links.cyclesFor(port, smpFlits) - 1;
        if (lost || outages.nextDown(port) <= last) {
            links.loseSmp(port, cycle);
        } else if (agent.isMine(smp)) {
            smp.store(local[port]);
            timers.agentTimer(last + agentDelay, Device.SMP_LOCAL, port);
        } else {
            smp.store(transit[port]);
            timers.timer(last + reaction, Device.SMP_TRANSIT, port);
        }
    }

    void passOn(int port, long cycle) {
        if (!next(transit[port])) {
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
        if (out < 1 || out > transit.length) {
            links.loseSmp(port, cycle);
        } else {
            links.queueSmp(out - 1, smp.words(), smp.length(), cycle);
        }
    }

    void handle(int port, long cycle) {
        if (!next(local[port])) {
            return;
        }
        boolean directed = !smp.isLidRouted() && !smp.isReturning() && !smp.isAnnouncement();
        if (directed) {
            smp.noteArrival(port + 1);
        }
        if (smp.isFlooded()) {
            agent.receiveFlooded(smp, port, cycle);
        } else if (agent.answer(smp, port, cycle)) {
            smp.turnAround();
            links.queueSmp(port, smp.words(), smp.length(), cycle);
        }
    }

    /** @return false when the SMP that this timer was set for went down with its device */
    private boolean next(LongRing ring) {
        if (ring.isEmpty()) {
            return false;
        }
        smp.load(ring, (int) ring.remove());
        return true;
    }

    /** The device failed: what it held is gone. */
    void clear(long cycle) {
        for (int port = 0; port < transit.length; port++) {
            while (next(transit[port])) {
                links.loseSmp(port, cycle);
            }
            while (next(local[port])) {
                links.loseSmp(port, cycle);
            }
        }
    }

    /** SMPs held between their arrival and their treatment. */
    boolean isEmpty() {
        for (int port = 0; port < transit.length; port++) {
            if (!transit[port].isEmpty() || !local[port].isEmpty()) {
                return false;
            }
        }
        return true;
    }

    void visit(StateVisitor state) {
        for (int port = 0; port < transit.length; port++) {
            transit[port].visit(state);
            local[port].visit(state);
        }
    }
}

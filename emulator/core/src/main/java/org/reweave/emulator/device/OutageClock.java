package org.reweave.emulator.device;

import org.reweave.emulator.time.EventQueue;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The planned outages of a device and its ports. It owns the number of outages that have happened, and touches nothing
 * else.
 */
final class OutageClock {
    private final long[][] outages;
    private final int[] next; // per port: index into its outages
    private final long[] lostFrom; // per port: cycle from which what arrives is lost; 0 while its link is down
    private long anyLostFrom; // the first of these
    private int faultsLeft;

    OutageClock(PortPlan plan) {
        this.outages = plan.outages();
        this.next = new int[plan.ports()];
        this.lostFrom = new long[plan.ports()];
        this.faultsLeft = events(plan.deviceOutages());
        for (int port = 0; port < next.length; port++) {
            next[port] = PortPlan.isAbsent(outages[port]) ? 1 : 0;
            faultsLeft += events(outages[port]);
            findLostFrom(port);
        }
    }

    private static int events(long[] elementOutages) {
        return elementOutages.length - (PortPlan.isAbsent(elementOutages) ? 1 : 0);
    }

    /** A port has gone down or come up. */
    void portChanged(int port) {
        next[port]++;
        faultsLeft--;
        findLostFrom(port);
    }

    private void findLostFrom(int port) {
        boolean down = (next[port] & 1) == 1;
        lostFrom[port] = down ? 0 : nextDown(port);
        anyLostFrom = lostFrom[0];
        for (long from : lostFrom) {
            anyLostFrom = Math.min(anyLostFrom, from);
        }
    }

    /** The device as a whole has failed or works again. */
    void deviceChanged() {
        faultsLeft--;
    }

    /** Whether a record that arrives on a port now is lost: its link is down, or goes down in this very cycle. */
    boolean isLost(int port, long cycle) {
        return cycle >= lostFrom[port];
    }

    /** The first cycle at which a record that arrives on some port is lost. */
    long anyLostFrom() {
        return anyLostFrom;
    }

    /** The cycle at which a port's link goes down next; it is up now. {@link EventQueue#NEVER} if it stays up. */
    long nextDown(int port) {
        return next[port] < outages[port].length ? outages[port][next[port]] : EventQueue.NEVER;
    }

    /** Whether every planned fault has happened. */
    boolean isOver() {
        return faultsLeft == 0;
    }

    void visit(StateVisitor state) {
        faultsLeft = state.value(faultsLeft);
        state.values(next);
        for (int port = 0; port < next.length; port++) {
            findLostFrom(port);
        }
    }
}

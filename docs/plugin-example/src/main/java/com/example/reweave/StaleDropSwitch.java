package com.example.reweave;

import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/** {@link StaleDrop} in a switch. */
final class StaleDropSwitch implements SwitchAgent {
    private static final int STALE = 1; // the one case in which this scheme discards

    private final SwitchSite site;
    private final int lag;
    private long change;

    StaleDropSwitch(SwitchSite site, int lag) {
        this.site = site;
        this.lag = lag;
    }

    @Override
    public void route(Heading packet, Routes routes) {
        site.route(packet, routes);
    }

    @Override
    public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
        if (room) {
            return Verdict.FORWARD;
        }
        return Math.abs(marks - change) > lag ? Verdict.discard(STALE) : Verdict.HOLD;
    }

    /** All packets are routed anew when tables come, so it is the tables in force that send this one on. */
    @Override
    public long forwarded(long marks) {
        return change;
    }

    @Override
    public void installed(long argument) {
        change = argument;
        site.rerouteWaiting();
    }

    @Override
    public void visit(StateVisitor state) {
        change = state.value(change);
    }
}

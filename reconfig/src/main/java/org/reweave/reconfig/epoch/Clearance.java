package org.reweave.reconfig.epoch;

import java.util.Optional;
import org.reweave.reconfig.spi.Recount;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.state.StateVisitor;

/**
 * A switch's knowledge of packets of old epochs inside the switch and on their way to the switch, so that the manager
 * starts no epoch whose number such a packet carries (reconfig/docs/epoch-based-reconfiguration.md; the papers leave
 * open how). Changes are counted here without the limited width of the epochs.
 *
 * <p>A separator n on a channel (link and VL) says that every packet behind it has E_pck &gt;= n. A NIC sends separator
 * n when the NIC gets epoch n. A switch sends separator n to its neighbouring switches when the switch has epoch n and
 * every packet that was in the switch at that moment has been granted or lost: every packet granted later was routed in
 * epoch n or later. A switch is clean of the epochs before n when the switch has epoch n, separators n have come in on
 * all channels of working links, and every packet that was in the switch at that moment has been granted or lost. A
 * clean switch reports to the manager.
 *
 * <p>A link that is down brings no packets. A link that comes up first carries the separator that its sender sent last.
 */
final class Clearance implements OldPackets {
    private static final int SENDING = 32; // bit of a packet's marks: its group in what separators wait for
    private static final int CLEANING = 33; // the same for what the report waits for

    private final SwitchSite site;
    private final int lanes;
    private final long[] separated; // by input channel: the last separator
    private final Departures sending = new Departures();
    private final Departures cleaning = new Departures();
    private long change;

    Clearance(SwitchSite site) {
        this.site = site;
        this.lanes = site.laneCount();
        this.separated = new long[site.portCount() * lanes];
    }

    @Override
    public long behind(long next) {
        return next - change;
    }

    // ---- packets ----

    @Override
    public long arrived(long marks) {
        return EpochMarks.epochs(marks) | (long) sending.enter() << SENDING | (long) cleaning.enter() << CLEANING;
    }

    @Override
    public void packetLeft(long marks) {
        long sent = sending.reached();
        sending.leave((int) (marks >>> SENDING) & 1);
        if (sending.reached() > sent) {
            separateAll();
        }
        long clean = cleaning.reached();
        cleaning.leave((int) (marks >>> CLEANING) & 1);
        reportAbove(clean);
    }

    @Override
    public Optional<Recount> recount() {
        int[] sendingOnes = new int[2];
        int[] cleaningOnes = new int[2];
        return Optional.of(new Recount() {
            @Override
            public void packet(int inPort, int lane, int outPort, int outLane, long marks) {
                sendingOnes[(int) (marks >>> SENDING) & 1]++;
                cleaningOnes[(int) (marks >>> CLEANING) & 1]++;
            }

            @Override
            public void end() {
                sending.requireInside("for separators", sendingOnes);
                cleaning.requireInside("for a report", cleaningOnes);
            }
        });
    }

    // ---- epochs ----

    @Override
    public void installed(long next) {
        change = next;
        long sent = sending.reached();
        sending.from(next);
        if (sending.reached() > sent) {
            separateAll();
        }
        proceed();
    }

    @Override
    public void separator(int inPort, int lane, long mark) {
        separated[(inPort - 1) * lanes + lane] = mark;
        proceed();
    }

    @Override
    public void linkChanged(int port, boolean up) {
        if (up) {
            for (int lane = 0; lane < lanes; lane++) {
                separated[(port - 1) * lanes + lane] = 0;
            }
            separate(port);
        }
        proceed();
    }

    @Override
    public void report() {
        site.report(cleaning.reached());
    }

    private void separateAll() {
        for (int port = 1; port <= site.portCount(); port++) {
            separate(port);
        }
    }

    private void separate(int port) {
        for (int lane = 0; lane < lanes && site.isUp(port) && site.leadsToSwitch(port); lane++) {
            if (sending.reached() > 0) {
                site.separate(port, lane, sending.reached());
            }
        }
    }

    private void proceed() {
        long clean = cleaning.reached();
        cleaning.from(oldestComing());
        reportAbove(clean);
    }

    private void reportAbove(long clean) {
        if (cleaning.reached() > clean) {
            report();
        }
    }

    /** No packet that comes in from now on, and none that is routed from now on, has an older epoch. */
    private long oldestComing() {
        long oldest = change;
        for (int channel = 0; channel < separated.length; channel++) {
            if (site.isUp(channel / lanes + 1)) {
                oldest = Math.min(oldest, separated[channel]);
            }
        }
        return oldest;
    }

    // ---- state ----

    @Override
    public void visit(StateVisitor state) {
        change = state.value(change);
        state.values(separated);
        sending.visit(state);
        cleaning.visit(state);
    }
}

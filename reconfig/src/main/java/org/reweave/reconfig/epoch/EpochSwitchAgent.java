package org.reweave.reconfig.epoch;

import java.util.Map;
import java.util.Optional;
import org.reweave.reconfig.spi.Recount;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.model.Deviation;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * EBR in a switch (thesis §6.6): remembers its epoch E_schd, notes the epoch E_rtd at which a packet is routed, and
 * discards a head without room when {@link EpochRule} says so. With room a packet always goes, whatever its epochs.
 *
 * <p>A forwarded packet takes on E_rtd, the epoch of the tables that chose its way. Deviation: §6.6 prints E_schd,
 * which can deadlock (reconfig/docs/epoch-based-reconfiguration.md); {@link EpochOptions#MARK} selects it.
 *
 * <p>A switch that was cut off for so many changes that its own epoch could be mistaken for a later epoch routes all
 * its packets anew.
 */
@Deviation("thesis §6.6, check point")
final class EpochSwitchAgent implements SwitchAgent {
    /**
     * Control packet that asks a switch to report the epochs it is clean of. Any other control packet announces the
     * change with that number.
     */
    static final long ASK = 0;

    private final SwitchSite site;
    private final EpochRule rule;
    private final boolean markAsPrinted;
    private final EpochAges ages;
    private final OldPackets oldPackets;
    private final EpochOptions.NicNotice notice;
    private int scheduled;
    private long told; // change of which NICs have been told; 0 = none

    EpochSwitchAgent(SchemeOptions options, SwitchSite site) {
        this(
                options.get(EpochOptions.BITS),
                options.get(EpochOptions.MARK) == EpochOptions.ForwardingMark.AS_PRINTED,
                EpochOptions.areWatched(options),
                options.get(EpochOptions.NIC_NOTICE),
                site);
    }

    EpochSwitchAgent(int bits, boolean markAsPrinted, boolean watched, SwitchSite site) {
        this(bits, markAsPrinted, watched, EpochOptions.NicNotice.MANAGER, site);
    }

    private EpochSwitchAgent(
            int bits, boolean markAsPrinted, boolean watched, EpochOptions.NicNotice notice, SwitchSite site) {
        this.site = site;
        this.rule = new EpochRule(bits);
        this.markAsPrinted = markAsPrinted;
        this.ages = bits == 1 ? new OneBitEpochs() : rule;
        this.oldPackets = OldPackets.of(site, watched);
        this.notice = notice;
    }

    // ---- packets ----

    @Override
    public long arrived(int inPort, int lane, long marks) {
        return oldPackets.arrived(marks);
    }

    @Override
    public void route(Heading packet, Routes routes) {
        site.route(packet, routes);
        packet.marks = EpochMarks.routedIn(scheduled, packet.marks);
    }

    @Override
    public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
        return room ? Verdict.FORWARD : ages.verdict(EpochMarks.packet(marks), EpochMarks.routed(marks), scheduled);
    }

    @Override
    public long granted(int inPort, int lane, int outPort, int outLane, long marks) {
        oldPackets.packetLeft(marks);
        return marks;
    }

    @Override
    public long forwarded(long marks) {
        return EpochMarks.of(markAsPrinted ? scheduled : EpochMarks.routed(marks), 0);
    }

    @Override
    public void lost(int inPort, int lane, int outPort, int outLane, long marks) {
        oldPackets.packetLeft(marks);
    }

    @Override
    public Optional<Recount> recount() {
        return oldPackets.recount();
    }

    // ---- epochs ----

    @Override
    public void installed(long argument) {
        rerouteIfBehind(argument);
        oldPackets.installed(argument);
        scheduled = rule.epoch(argument);
        told = notice == EpochOptions.NicNotice.SWITCH ? argument : 0;
        for (int port = 1; port <= site.portCount(); port++) {
            tellNic(port);
        }
        ages.install(argument);
    }

    private void tellNic(int port) {
        if (told > 0 && site.isUp(port) && !site.leadsToSwitch(port)) {
            site.separate(port, 0, told);
        }
    }

    @Override
    public void receiveControl(long control) {
        if (notice == EpochOptions.NicNotice.BROADCAST) {
            return; // the broadcast is for NICs; a switch has the epoch of its tables
        }
        if (control == ASK) {
            oldPackets.report();
        } else {
            rerouteIfBehind(control);
            ages.announce(control);
        }
    }

    private void rerouteIfBehind(long next) {
        if (oldPackets.behind(next) >= rule.spread()) {
            site.rerouteWaiting();
        }
    }

    @Override
    public void separator(int inPort, int lane, long mark) {
        oldPackets.separator(inPort, lane, mark);
    }

    @Override
    public boolean linkChanged(int port, boolean up) {
        oldPackets.linkChanged(port, up);
        if (up) {
            tellNic(port);
        }
        return false;
    }

    // ---- state ----

    @Override
    public Map<String, Object> describe() {
        return Map.of("epoch", scheduled);
    }

    @Override
    public void visit(StateVisitor state) {
        scheduled = state.value(scheduled);
        ages.visit(state);
        oldPackets.visit(state);
        if (notice == EpochOptions.NicNotice.SWITCH) {
            told = state.value(told);
        }
    }
}

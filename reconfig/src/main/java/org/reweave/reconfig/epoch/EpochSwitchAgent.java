package org.reweave.reconfig.epoch;

import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/** EBR in a switch (thesis §6.6): remembers its epoch E_schd, notes the epoch E_rtd at which a packet is routed, and discards a head
 *  without room when {@link EpochRule} says so. With room a packet always goes, whatever its epochs.
 *
 *  <p>A forwarded packet takes on E_rtd, the epoch of the tables that chose its way. Deviation: §6.6 prints E_schd, which can deadlock
 *  (SPEC §5, "The forwarding mark"); {@link SchemeOptions#markAsPrinted} selects it. */
final class EpochSwitchAgent implements SwitchAgent {
    private final SwitchSite site;
    private final EpochRule rule;
    private final boolean markAsPrinted;
    private int scheduled;

    EpochSwitchAgent(SchemeOptions options, SwitchSite site) {
        this.site = site;
        this.rule = new EpochRule(options.epochBits());
        this.markAsPrinted = options.markAsPrinted();
    }

    @Override
    public void route(Heading packet, Routes routes) {
        site.route(packet, routes);
        packet.marks = EpochMarks.of(EpochMarks.packet(packet.marks), scheduled);
    }

    @Override
    public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
        return room ? Verdict.FORWARD : rule.verdict(EpochMarks.packet(marks), EpochMarks.routed(marks), scheduled);
    }

    @Override
    public long forwarded(long marks) {
        return EpochMarks.of(markAsPrinted ? scheduled : EpochMarks.routed(marks), 0);
    }

    @Override
    public void installed(long argument) {
        scheduled = rule.epoch(argument);
    }

    @Override
    public long[] encode() {
        return new long[] {scheduled};
    }

    @Override
    public void decode(long[] state) {
        scheduled = (int) state[0];
    }
}

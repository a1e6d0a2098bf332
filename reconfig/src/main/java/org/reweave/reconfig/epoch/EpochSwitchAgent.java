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
    private final OneBitEpochs oneBit; // null = epochs are wider
    private int scheduled;

    EpochSwitchAgent(SchemeOptions options, SwitchSite site) {
        this.site = site;
        this.rule = new EpochRule(options.epochBits());
        this.markAsPrinted = options.markAsPrinted();
        this.oneBit = options.epochBits() == 1 ? new OneBitEpochs() : null;
    }

    @Override
    public void route(Heading packet, Routes routes) {
        site.route(packet, routes);
        packet.marks = EpochMarks.of(EpochMarks.packet(packet.marks), scheduled);
    }

    @Override
    public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
        if (room) {
            return Verdict.FORWARD;
        }
        int packet = EpochMarks.packet(marks);
        int routed = EpochMarks.routed(marks);
        return oneBit == null ? rule.verdict(packet, routed, scheduled) : oneBit.verdict(packet, routed);
    }

    @Override
    public long forwarded(long marks) {
        return EpochMarks.of(markAsPrinted ? scheduled : EpochMarks.routed(marks), 0);
    }

    @Override
    public void installed(long argument) {
        scheduled = rule.epoch(argument);
        if (oneBit != null) {
            oneBit.install(argument);
        }
    }

    @Override
    public void told(long control) {
        if (oneBit == null) {
            throw new IllegalStateException("change " + control + " announced to a switch with wide epochs");
        }
        oneBit.announce(control);
    }

    @Override
    public long[] encode() {
        if (oneBit == null) {
            return new long[] {scheduled};
        }
        long[] words = oneBit.encode();
        return new long[] {scheduled, words[0], words[1]};
    }

    @Override
    public void decode(long[] state) {
        scheduled = (int) state[0];
        if (oneBit != null) {
            oneBit.decode(new long[] {state[1], state[2]});
        }
    }
}

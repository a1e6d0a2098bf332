package org.reweave.emulator.governor;

import java.util.HexFormat;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Sums over all devices at one cut; cumulative.
 *
 * @param counters by {@link Counter}
 * @param drops by {@link org.reweave.emulator.stats.DropCause}
 * @param buffered data packets in devices
 * @param onWires data packets whose head is between two devices
 * @param queued work that NICs still have, see {@link org.reweave.emulator.device.DeviceReport#queued}
 * @param quiet whether only data packets can still change the state of the run
 * @param fingerprint of the run up to here, in hexadecimal
 */
public record CutTotals(
        long cut,
        long cycle,
        long[] counters,
        long[] drops,
        long buffered,
        long onWires,
        long queued,
        boolean quiet,
        String fingerprint) {
    /** The state at cycle 0. */
    public static final CutTotals NOTHING =
            new CutTotals(0, 0, new long[Counter.count()], new long[DropCause.count()], 0, 0, 0, true, "");

    /** Saves totals, or restores others in their place. */
    public static CutTotals visit(StateVisitor state, CutTotals totals) {
        return new CutTotals(
                state.value(totals.cut),
                state.value(totals.cycle),
                state.array(totals.counters),
                state.array(totals.drops),
                state.value(totals.buffered),
                state.value(totals.onWires),
                state.value(totals.queued),
                state.value(totals.quiet),
                HexFormat.of().formatHex(state.array(HexFormat.of().parseHex(totals.fingerprint))));
    }

    public long count(Counter counter) {
        return counters[counter.ordinal()];
    }

    /** Data packets inside the network. */
    public long inFlight() {
        return buffered + onWires;
    }
}

package org.reweave.emulator.governor;

import org.reweave.emulator.stats.Counter;

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
    public long count(Counter counter) {
        return counters[counter.ordinal()];
    }

    /** Data packets inside the network. */
    public long inFlight() {
        return buffered + onWires;
    }
}

package org.reweave.emulator.results;

import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;

/** The time between two cuts, with the totals at both. */
public record Interval(CutTotals from, CutTotals to) {
    public long cycles() {
        return to.cycle() - from.cycle();
    }

    public long count(Counter counter) {
        return to.count(counter) - from.count(counter);
    }

    public long drops(DropCause cause) {
        return to.drops()[cause.ordinal()] - from.drops()[cause.ordinal()];
    }
}

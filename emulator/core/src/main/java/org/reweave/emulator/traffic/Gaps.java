package org.reweave.emulator.traffic;

import org.reweave.routing.model.Mix;

/** Times between the packets of a Bernoulli source: in each cycle one is generated with the same probability. */
public final class Gaps implements InjectionProcess {
    private static final long GAP = 0x6A9L;
    private static final long LONGEST = 1L << 40;

    private final long seed;
    private final double logOfNone; // ln(1 - probability)
    private final boolean everyCycle;

    /** @param probability of a packet per cycle, 0 &lt; probability &lt;= 1 */
    public Gaps(long seed, double probability) {
        this.seed = seed;
        this.everyCycle = probability >= 1;
        this.logOfNone = everyCycle ? 0 : StrictMath.log1p(-probability);
    }

    @Override
    public long ticks(int nic, long counter) {
        return gap(nic, counter) * TICKS_PER_CYCLE;
    }

    /** @return cycles from one packet to the next of a source, at least 1; geometric */
    public long gap(int nic, long counter) {
        if (everyCycle) {
            return 1;
        }
        double u = Mix.unit(Mix.mix(seed, nic, GAP, counter));
        double cycles = StrictMath.floor(StrictMath.log(u) / logOfNone);
        return 1 + (long) Math.min(cycles, LONGEST);
    }
}

package org.reweave.emulator.reproduce.mikant;

import java.util.List;
import org.reweave.emulator.reproduce.Emulated;
import org.reweave.emulator.reproduce.Reproduction;

/** The tables of the MiKANT slides, in the slides' order. */
public final class MikantReproductions {
    /** Computed from tables and fabrics. */
    public static final List<Reproduction> COMPUTED = List.of(
            new MikantProperties().described(),
            new MikantCost().described(),
            new MikantDistances().described(),
            new MikantFaults().described());

    public static final List<Reproduction> EMULATED =
            List.of(Emulated.described(MikantLatency.small()), Emulated.described(MikantLatency.paperSize()));

    private MikantReproductions() {}
}

package org.reweave.emulator.reproduce.kns;

import java.util.List;
import org.reweave.emulator.reproduce.Emulated;
import org.reweave.emulator.reproduce.Reproduction;

/** The tables and figures of the KNS paper, in the paper's order. */
public final class KnsReproductions {
    /** Computed from tables and fabrics. */
    public static final List<Reproduction> COMPUTED = List.of(
            new KnsIntermediates(KnsNetwork.PLANE).described(),
            new KnsIntermediates(KnsNetwork.SPACE).described(),
            new KnsTolerance(KnsNetwork.PLANE).described(),
            new KnsTolerance(KnsNetwork.SPACE).described(),
            new KnsLemmas().described(),
            new KnsTables().described());

    public static final List<Reproduction> EMULATED =
            KnsExperiments.ALL.stream().map(Emulated::described).toList();

    private KnsReproductions() {}
}

package org.reweave.emulator.traffic;

import java.util.List;
import java.util.Optional;

/** Traffic parameters of which only a few matter. */
public final class Traffics {
    private Traffics() {}

    public static TrafficParameters of(String pattern, double load, long start, long stop, double hotspotShare) {
        return new TrafficParameters(
                pattern, "bernoulli", load, start, stop, hotspotShare, 1, 0, List.of(), Optional.empty());
    }
}

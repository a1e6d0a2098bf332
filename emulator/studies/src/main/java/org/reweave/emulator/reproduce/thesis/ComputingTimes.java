package org.reweave.emulator.reproduce.thesis;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.model.Mix;
import org.reweave.routing.rftr.Rftr;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;

/** How long this machine takes, in seconds: medians after a warm-up, in one thread. */
final class ComputingTimes {
    private static final int LANES = 2;

    private final Settings settings;

    ComputingTimes(Settings settings) {
        this.settings = settings;
    }

    /** New up*&#47;down* tables with one failed link. */
    double upDown(Fabric fabric, int rounds) {
        RoutingEngine engine = EngineRegistry.with(List.of()).engine("updown");
        int[] links = Element.LINK.all(fabric);
        return median(
                rounds,
                round -> engine.route(
                        fabric, Element.LINK.faults(new int[] {links[round % links.length]}), EngineOptions.none()));
    }

    /** RFTR, the last of so many failed links that strike one after another. */
    double[] rftr(Fabric fabric, int mostFaults, int sets) {
        Rftr intact = Rftr.overUpDown(fabric, LANES, settings.seed());
        int[] links = Element.LINK.all(fabric);
        double[][] seconds = new double[mostFaults][sets];
        for (int set = -1; set < sets; set++) { // the first warms up
            int[] order = links.clone();
            Rftr rftr = intact.copy();
            for (int i = 0; i < mostFaults; i++) {
                int drawn = i + Mix.below(Mix.mix(settings.seed(), set, i, 0), links.length - i);
                int link = order[drawn];
                order[drawn] = order[i];
                long started = settings.nanoTime().getAsLong();
                rftr.fail(Element.LINK, link, settings.seed());
                seconds[i][StrictMath.max(0, set)] = (settings.nanoTime().getAsLong() - started) / 1e9;
            }
        }
        return Arrays.stream(seconds).mapToDouble(ComputingTimes::median).toArray();
    }

    /** Something computed anew in every round. */
    double median(int rounds, IntConsumer work) {
        double[] seconds = new double[rounds];
        for (int round = -1; round < rounds; round++) { // the first warms up
            long started = settings.nanoTime().getAsLong();
            work.accept(round + 1);
            seconds[StrictMath.max(0, round)] = (settings.nanoTime().getAsLong() - started) / 1e9;
        }
        return median(seconds);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}

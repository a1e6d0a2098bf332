package org.reweave.emulator.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.rftr.Rftr;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

/** How long RFTR takes for one link fault, beside computing all tables anew (thesis Fig. 8.11). */
final class RftrBenchmark implements Benchmark {
    static final String FABRIC = "torus:14x14,nics=2";

    /**
     * Milliseconds of one fault, over all links of the fabric, each failing alone.
     *
     * @param mostFlows that one fault broke
     * @param mostLids of one NIC after one fault
     * @param refusedFlows that got no path, over all links
     * @param worstFlows flows that the slowest fault broke
     * @param updownMedian of up*&#47;down* tables for the fabric without the link
     */
    record Speed(
            String fabric,
            int links,
            double median,
            double worst,
            int worstFlows,
            int mostFlows,
            int mostLids,
            long refusedFlows,
            double updownMedian) {}

    @Override
    public String name() {
        return "rftr";
    }

    @Override
    public String summary() {
        return "RFTR on one link fault of a 14x14 torus, beside computing all tables anew";
    }

    @Override
    public Result measure(Settings settings) {
        Speed speed = run(settings.rounds(), settings.progress());
        String line = String.format(
                Locale.ROOT,
                "%s, each of %d links failing alone, %d rounds: RFTR %.2f ms median, %.2f ms worst (%,d flows);"
                        + " up*/down* anew %.1f ms; at most %,d flows broken, %d LIDs a NIC; %d flows left without a path",
                speed.fabric(),
                speed.links(),
                settings.rounds(),
                speed.median(),
                speed.worst(),
                speed.worstFlows(),
                speed.updownMedian(),
                speed.mostFlows(),
                speed.mostLids(),
                speed.refusedFlows());
        return new Result(Map.of("benchmark", name(), "rounds", settings.rounds(), "result", speed), List.of(line));
    }

    private static Speed run(int rounds, Consumer<String> progress) {
        Fabric fabric = FabricGenerators.parse(FABRIC);
        RoutingEngine updown = EngineRegistry.load().engine("updown");
        int[] links = Element.LINK.all(fabric);
        Rftr intact = Rftr.overUpDown(fabric, 2, 1);
        List<Double> times = new ArrayList<>();
        List<Double> anew = new ArrayList<>();
        double worst = 0;
        int worstFlows = 0;
        int mostFlows = 0;
        int mostLids = 1;
        long refusedFlows = 0;
        for (int round = 0; round <= rounds; round++) {
            progress.accept(round == 0 ? "warm-up" : "round " + round + " of " + rounds);
            for (int link : links) {
                Rftr rftr = intact.copy();
                long started = System.nanoTime();
                Rftr.Outcome outcome = rftr.fail(Element.LINK, link, 1);
                double millis = (System.nanoTime() - started) / 1e6;
                if (round == 0) {
                    mostFlows = Math.max(mostFlows, outcome.affected());
                    mostLids = Math.max(mostLids, rftr.addressCount());
                    refusedFlows += outcome.refused() + outcome.lost();
                    continue; // warm-up
                }
                times.add(millis);
                if (millis > worst) {
                    worst = millis;
                    worstFlows = outcome.affected();
                }
            }
            long started = System.nanoTime();
            updown.route(fabric, Element.LINK.faults(new int[] {links[round]}), EngineOptions.none());
            anew.add((System.nanoTime() - started) / 1e6);
        }
        return new Speed(
                fabric.name(),
                links.length,
                median(times),
                worst,
                worstFlows,
                mostFlows,
                mostLids,
                refusedFlows,
                median(anew));
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}

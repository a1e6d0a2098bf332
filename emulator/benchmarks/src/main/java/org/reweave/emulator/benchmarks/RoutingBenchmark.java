package org.reweave.emulator.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.RouteReport;

/**
 * {@code reweave bench routing}: seconds to compute the tables of a large fabric and to verify them in full:
 * connectivity of all pairs, channel dependencies, loads. One thread.
 */
final class RoutingBenchmark implements Benchmark {
    /** 1,024 switches, 4,096 NICs. */
    static final String FABRIC = "irregular:1024,8,seed=1,nics=4";

    private static final List<String> ENGINES = List.of("updown", "min-hop", "mroots");

    /**
     * Medians over the rounds.
     *
     * @param acyclic what verification found, so that nothing is skipped unseen
     */
    record Speed(String engine, long pairs, boolean acyclic, int vls, double routeSeconds, double verifySeconds) {}

    private final String fabricText;

    RoutingBenchmark(String fabricText) {
        this.fabricText = fabricText;
    }

    @Override
    public String name() {
        return "routing";
    }

    @Override
    public String summary() {
        return "route and verify a fabric of 1,024 switches and 4,096 NICs";
    }

    @Override
    public Result measure(Settings settings) {
        Fabric fabric = FabricGenerators.parse(fabricText);
        List<Speed> speeds = new ArrayList<>();
        for (String engine : ENGINES) {
            speeds.add(measure(fabric, EngineRegistry.load().engine(engine), settings));
        }
        Map<String, Object> document = Map.of(
                "benchmark", name(),
                "fabric", fabric.name(),
                "switches", fabric.switchCount(),
                "nics", fabric.nicCount(),
                "links", fabric.linkCount(),
                "rounds", settings.rounds(),
                "speeds", speeds);
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%s: %,d switches, %,d NICs, %,d links; one thread; medians of %d rounds",
                fabric.name(),
                fabric.switchCount(),
                fabric.nicCount(),
                fabric.linkCount(),
                settings.rounds()));
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "%-10s  %12s  %8s  %4s  %8s  %8s",
                "engine",
                "pairs",
                "acyclic",
                "VLs",
                "route s",
                "verify s"));
        for (Speed speed : speeds) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-10s  %,12d  %8s  %4d  %8.3f  %8.3f",
                    speed.engine(),
                    speed.pairs(),
                    speed.acyclic() ? "yes" : "no",
                    speed.vls(),
                    speed.routeSeconds(),
                    speed.verifySeconds()));
        }
        return new Result(document, lines);
    }

    private static Speed measure(Fabric fabric, RoutingEngine engine, Settings settings) {
        double[] route = new double[settings.rounds()];
        double[] verify = new double[settings.rounds()];
        RouteReport report = null;
        for (int round = -1; round < settings.rounds(); round++) { // the first one warms up
            settings.progress()
                    .accept(engine.name() + ", "
                            + (round < 0 ? "warm-up" : "round " + (round + 1) + " of " + route.length));
            long started = System.nanoTime();
            RoutingTables tables = engine.route(fabric, Faults.none(), EngineOptions.none());
            long routed = System.nanoTime();
            report = RouteReport.of(tables, Faults.none());
            if (round >= 0) {
                route[round] = (routed - started) / 1e9;
                verify[round] = (System.nanoTime() - routed) / 1e9;
            }
        }
        return new Speed(engine.name(), report.pairs(), report.acyclic(), report.vls(), median(route), median(verify));
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
}

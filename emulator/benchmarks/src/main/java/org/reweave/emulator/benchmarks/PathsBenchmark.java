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
import org.reweave.routing.verify.MultipathReport;

/**
 * {@code reweave bench paths}: seconds to compute disjoint paths for all pairs (thesis Figures 8.3, 8.9, 8.16), and
 * what they need (Table 8.2, Fig. 8.8). The thesis took an hour for TFTR on a 10x10 torus and 10 s for SPFTR on 20x20.
 * One thread.
 */
final class PathsBenchmark implements Benchmark {
    /** SLs that the thesis's TFTR needs on tori, Table 8.2. */
    private static final Map<String, Integer> THESIS_SLS = Map.of(
            "torus:4x4", 3,
            "torus:5x5", 3,
            "torus:6x6", 4,
            "torus:7x7", 4,
            "torus:8x8", 5,
            "torus:9x9", 6,
            "torus:10x10", 7,
            "torus:4x4x4", 3);

    private static final List<String> TFTR = List.of(
            "torus:4x4", "torus:5x5", "torus:6x6", "torus:7x7", "torus:8x8", "torus:9x9", "torus:10x10", "torus:4x4x4");

    private static final List<String> SPFTR = List.of("torus:10x10", "torus:20x20");

    /**
     * One engine on one fabric.
     *
     * @param seconds median over the rounds
     * @param pathsOfPair that every pair has
     * @param sls in use
     */
    record Speed(
            String engine,
            String fabric,
            double seconds,
            int pathsOfPair,
            boolean sound,
            int sls,
            int thesisSls,
            int lids,
            double hops,
            double firstHops) {}

    @Override
    public String name() {
        return "paths";
    }

    @Override
    public String summary() {
        return "disjoint paths by TFTR, SPFTR and A-SPFTR, up to 20x20 tori";
    }

    @Override
    public Result measure(Settings settings) {
        List<Speed> speeds = new ArrayList<>();
        TFTR.forEach(fabric -> speeds.add(measure("tftr", fabric, settings)));
        SPFTR.forEach(fabric -> speeds.add(measure("spftr", fabric, settings)));
        SPFTR.forEach(fabric -> speeds.add(measure("a-spftr", fabric, settings)));
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%-8s  %-12s  %8s  %5s  %5s  %3s  %10s  %4s  %7s  %7s",
                "engine",
                "fabric",
                "seconds",
                "paths",
                "sound",
                "SLs",
                "thesis SLs",
                "LIDs",
                "hops",
                "first"));
        for (Speed speed : speeds) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-8s  %-12s  %8.3f  %5d  %5s  %3d  %10d  %4d  %7.4f  %7.4f",
                    speed.engine(),
                    speed.fabric(),
                    speed.seconds(),
                    speed.pathsOfPair(),
                    speed.sound() ? "yes" : "no",
                    speed.sls(),
                    speed.thesisSls(),
                    speed.lids(),
                    speed.hops(),
                    speed.firstHops()));
        }
        return new Result(Map.of("benchmark", name(), "rounds", settings.rounds(), "speeds", speeds), lines);
    }

    private static Speed measure(String name, String text, Settings settings) {
        Fabric fabric = FabricGenerators.parse(text);
        RoutingEngine engine = EngineRegistry.load().engine(name);
        double[] seconds = new double[settings.rounds()];
        RoutingTables tables = null;
        for (int round = -1; round < seconds.length; round++) { // round -1 warms up
            settings.progress().accept(name + " on " + text + (round < 0 ? ", warm-up" : ", round " + (round + 1)));
            long started = System.nanoTime();
            tables = engine.route(fabric, Faults.none(), EngineOptions.none());
            if (round >= 0) {
                seconds[round] = (System.nanoTime() - started) / 1e9;
            }
        }
        Arrays.sort(seconds);
        MultipathReport report = MultipathReport.of(tables, Faults.none());
        int least = 0;
        while (report.pairsByPaths().get(least) == 0) {
            least++;
        }
        int thesis = name.equals("tftr") ? THESIS_SLS.get(text) : name.equals("spftr") ? 4 : 3;
        return new Speed(
                name,
                text,
                seconds[seconds.length / 2],
                least,
                report.sound(),
                report.sls(),
                thesis,
                report.lids(),
                report.meanHops(),
                report.meanFirstHops());
    }
}

package org.reweave.emulator.cli.sweep;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sweep.Point;
import org.reweave.emulator.sweep.Series;
import org.reweave.routing.topology.Fabric;

/**
 * Turns a scenario's file and what a sweep sets over it into the network of every point. The file is read once, before
 * the first run, so that editing it meanwhile changes nothing.
 */
final class SweepInput {
    private static final String SEND_QUEUE = "device.nic.send-queue";

    /**
     * Sources are open loops, as curves of latency over offered load suppose: a full send queue would pause them and
     * hide what is offered.
     */
    private static final String OPEN_LOOP = SEND_QUEUE + "=1000000";

    /**
     * A series, checked.
     *
     * @param text of its scenario with every key written out
     */
    private record Prepared(String text, Fabric fabric) {}

    private final Path file;
    private final List<String> sets;
    private final Map<Series, Prepared> prepared = new HashMap<>();

    /** @param sets as {@code --set} has them */
    SweepInput(Path file, List<String> sets) {
        this.file = file;
        this.sets = new ArrayList<>(sets);
        this.sets.add(0, OPEN_LOOP);
    }

    /**
     * The scenario before loads, seeds and varied keys are set over it.
     *
     * @return null if something is wrong with it
     */
    Scenario base(InputCheck input) {
        if (!Files.isRegularFile(file)) {
            input.problem(file + (Files.isDirectory(file) ? ": is a folder; name a scenario in it" : ": no such file"));
            return null;
        }
        try {
            return ScenarioLoader.load(file, sets);
        } catch (ScenarioException e) {
            e.problems().forEach(input::problem);
            return null;
        }
    }

    /** Checks each series by making its network. */
    void prepare(List<Series> all, BigDecimal load, InputCheck input) {
        Set<String> problems = new LinkedHashSet<>();
        for (Series series : all) {
            try {
                List<String> overrides = new ArrayList<>(sets);
                overrides.addAll(series.overrides());
                overrides.add("traffic.load=" + load.toPlainString());
                Scenario scenario = ScenarioLoader.load(file, overrides);
                if (scenario.traffic().trace().isPresent()) {
                    problems.add(
                            file
                                    + ": its traffic is a trace, which has no load to sweep; take it away with --set traffic.trace.file=null");
                    continue;
                }
                Network network = new Network(ResolvedScenario.of(scenario));
                prepared.put(series, new Prepared(scenario.resolved(), network.fabric()));
            } catch (ScenarioException e) {
                e.problems().forEach(problem -> problems.add(inUsersWords(problem, series)));
            }
        }
        problems.forEach(input::problem);
    }

    private static String inUsersWords(String problem, Series series) {
        String result = problem;
        for (String override : series.overrides()) {
            result = result.replace("--set " + override, "--vary " + override);
        }
        return result;
    }

    /** The network of a point of a series that was prepared; by many threads at once. */
    Network network(Point point) {
        Prepared series = prepared.get(point.series());
        List<String> overrides = List.of("traffic.load=" + point.load().toPlainString(), "seed=" + point.seed());
        Scenario scenario = ScenarioLoader.parse(file.toString(), series.text(), overrides);
        return new Network(ResolvedScenario.of(scenario, series.fabric()));
    }
}

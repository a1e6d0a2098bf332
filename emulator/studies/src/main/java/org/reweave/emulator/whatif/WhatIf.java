package org.reweave.emulator.whatif;

import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.reweave.emulator.batch.Batch;
import org.reweave.emulator.batch.Emulations;
import org.reweave.emulator.batch.SharedTables;
import org.reweave.emulator.measure.RunMeter;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;
import org.reweave.routing.verify.RouteReport;

/**
 * Judges a failure: the present tables as they are, and those that each engine computes for what is left, by reading
 * the tables and by emulating the failure under traffic.
 */
public final class WhatIf {
    /** The name of the present tables among the alternatives. */
    public static final String PRESENT = "present";

    private final Fabric fabric;
    private final RoutingTables present;
    private final List<LinkNames.Target> failed;
    private final Faults faults;
    private final SharedTables shared;
    private final Scenario scenario; // with the present tables and without the failure

    /**
     * The times of an emulated failure, in cycles.
     *
     * @param after how long NICs go on sending after it
     * @param changeCuts between two cuts of a run in which tables change; each cut looks at every link, and the change
     *     of a large fabric goes on long after the traffic, for thousands of cuts. The run of the present tables has
     *     the scenario's cuts.
     */
    public record Times(long at, long after, long changeCuts) {}

    /**
     * @param present tables of the fabric before the failure
     * @param failed links, switches and NICs
     * @param scenario of the traffic and devices, with the present tables' engine and the scheme that replaces them
     */
    public WhatIf(Fabric fabric, RoutingTables present, List<LinkNames.Target> failed, Scenario scenario) {
        this.fabric = fabric;
        this.present = present;
        this.failed = List.copyOf(failed);
        this.scenario = scenario;
        this.shared = new SharedTables(fabric);
        shared.keep(
                scenario.routing().engine(), Faults.none(), scenario.routing().options(), present);
        Faults all = Faults.none();
        for (LinkNames.Target one : failed) {
            all = one.addTo(all);
        }
        this.faults = all;
    }

    /** What the present tables do before the failure. */
    public RouteReport before() {
        return RouteReport.of(present, Faults.none());
    }

    /** What the present tables do after the failure. */
    public RouteReport after() {
        return RouteReport.of(present, faults);
    }

    public Faults faults() {
        return faults;
    }

    /**
     * Judges the present tables, then those of the engines.
     *
     * @param times of the emulated failure; null = nothing is emulated
     * @param done called after each alternative
     */
    public List<Alternative> judge(List<String> engines, Times times, Batch batch, Runnable done) {
        List<Batch.Job<Alternative>> jobs = new ArrayList<>();
        jobs.add(emulations ->
                alternative(PRESENT, () -> present, emulations, times, List.of("reconfiguration.scheme=none")));
        for (String engine : engines) {
            EngineOptions options = options(engine);
            Supplier<RoutingTables> tables = () -> shared.engine(engine).route(fabric, faults, options);
            List<String> overrides = new ArrayList<>(List.of(
                    "reconfiguration.engine=" + engine, "reconfiguration.engine-options=" + concise(options.values())));
            if (times != null) {
                overrides.add("run.cut-interval=" + times.changeCuts() + "cycles");
            }
            jobs.add(emulations -> alternative(engine, tables, emulations, times, overrides));
        }
        List<Alternative> judged = new ArrayList<>();
        batch.<Alternative>inOrder(jobs.iterator(), one -> {
            judged.add(judged.isEmpty() ? one : one.overloadedAs(judged.get(0)));
            done.run();
            return true;
        });
        return judged;
    }

    /** The options of the present tables where an engine computed those, otherwise none. */
    private EngineOptions options(String engine) {
        boolean isPresent = engine.equals(scenario.routing().engine());
        return isPresent ? scenario.routing().options() : EngineOptions.none();
    }

    private static String concise(Object value) {
        return ConfigValueFactory.fromAnyRef(value).render(ConfigRenderOptions.concise());
    }

    private Alternative alternative(
            String name, Supplier<RoutingTables> source, Emulations emulations, Times times, List<String> overrides) {
        RoutingTables tables;
        try {
            tables = source.get();
        } catch (UnroutableException | IllegalArgumentException e) {
            return new Alternative(name, null, 0, null, List.of(e.getMessage()));
        }
        RouteReport report = RouteReport.of(tables, faults);
        if (times == null) {
            return new Alternative(name, report, differing(tables), null, List.of());
        }
        try {
            return new Alternative(name, report, differing(tables), emulate(emulations, times, overrides), List.of());
        } catch (ScenarioException e) {
            return new Alternative(name, report, differing(tables), null, e.problems());
        }
    }

    private int differing(RoutingTables tables) {
        int count = 0;
        for (int device = 0; device < fabric.switchCount(); device++) {
            boolean isSame = tables.table(device).equals(present.table(device));
            count += isSame || !faults.deviceUp(device) ? 0 : 1;
        }
        return count;
    }

    private EmulatedFailure emulate(Emulations emulations, Times times, List<String> overrides) {
        List<String> all = new ArrayList<>(overrides);
        all.add("faults=" + concise(planned(times.at())));
        all.add("run.duration=" + (times.at() + times.after()) + "cycles");
        Scenario own = ScenarioLoader.parse(scenario.name(), scenario.resolved(), all);
        Network network = new Network(ResolvedScenario.of(own, fabric), shared::engine);
        Run run = Run.of(network, Drivers.sequential());
        RunMeter meter = new RunMeter(run);
        Summary summary = emulations.execute(run);
        double faultNs = run.recorder().scale().ns(times.at());
        return EmulatedFailure.of(network, summary, meter.read(run, summary), run.recorder(), faultNs);
    }

    /** The failures as elements of a scenario's list; a NIC that fails is its cable that does. */
    private List<Map<String, String>> planned(long at) {
        return failed.stream()
                .map(one -> one.kind() == LinkNames.Target.Kind.LINK
                        ? Map.of("at", at + "cycles", "link", LinkNames.nameOf(fabric, one.number()))
                        : fabric.isSwitch(one.number())
                                ? Map.of("at", at + "cycles", "switch", fabric.deviceName(one.number()))
                                : Map.of("at", at + "cycles", "link", cable(one.number())))
                .toList();
    }

    private String cable(int nic) {
        return LinkNames.nameOf(fabric, fabric.link(nic, fabric.attachedPort(nic)));
    }
}

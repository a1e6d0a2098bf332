package org.reweave.emulator.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.reweave.routing.engine.EngineOptions;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.RoutingEngine;
import org.reweave.routing.model.NearestName;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;
import org.reweave.routing.verify.Connectivity;
import org.reweave.routing.verify.RouteReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reweave route}: computes tables for a fabric and says what they do. What is reported is read from the tables, not from the
 *  engine. */
@Command(
        name = "route",
        description = {
            "Computes the forwarding tables of a fabric and verifies them.",
            "Exit code 1 when a pair that the fabric connects is not delivered; with --verify also when channel dependencies are"
                    + " cyclic."
        })
final class RouteCommand extends ReweaveCommand {
    @Parameters(index = "0", paramLabel = "FABRIC", description = FabricArgument.DESCRIPTION)
    private String fabricText;

    @Option(
            names = "--engine",
            required = true,
            paramLabel = "NAME",
            completionCandidates = EngineNames.class,
            description = "Routing engine: ${COMPLETION-CANDIDATES}.")
    private String engineName;

    @Option(
            names = "--option",
            paramLabel = "KEY=VALUE",
            description = "Option of the engine, such as tree=dfs. Repeatable.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Option(
            names = "--fail",
            paramLabel = "LINK|SWITCH",
            description =
                    "What has failed: a device by its name, a link as DEVICE.PORT, DEVICE-DEVICE or DEVICE-DEVICE#k for the"
                            + " k-th parallel one. Repeatable.")
    private List<String> failed = List.of();

    @Option(names = "--verify", description = "Also fail, with exit code 1, when channel dependencies are cyclic.")
    private boolean verify;

    /** Names for {@code --help}. */
    static final class EngineNames implements Iterable<String> {
        @Override
        public java.util.Iterator<String> iterator() {
            return EngineRegistry.load().names().iterator();
        }
    }

    /** What {@code --json} prints. */
    record Document(
            String fabric,
            String engine,
            List<String> failed,
            long pairs,
            long delivered,
            long disconnected,
            List<String> failures,
            boolean acyclic,
            List<String> cycle,
            Hops hops,
            int vls,
            int sls,
            int lmc,
            int mappingConflicts,
            long maxLinkLoad,
            double computeSeconds) {
        /** Switches crossed, over delivered pairs. */
        record Hops(double mean, int max) {}
    }

    /** Input that has passed its checks. */
    private record Job(Fabric fabric, Faults faults, RoutingEngine engine, EngineOptions options) {}

    @Override
    public Integer call() {
        Job job = check();
        long started = System.nanoTime();
        InputCheck routable = new InputCheck();
        Optional<RoutingTables> tables =
                routable.attempt("", () -> job.engine().route(job.fabric(), job.faults(), job.options()));
        routable.throwIfAny();
        double seconds = (System.nanoTime() - started) / 1e9;

        RouteReport report = RouteReport.of(tables.orElseThrow(), job.faults());
        if (json()) {
            printJson(document(job.fabric(), report, seconds));
        } else {
            print(job.fabric(), report, seconds);
        }
        boolean allDelivered = report.delivered() + report.disconnected() == report.pairs();
        return allDelivered && (report.acyclic() || !verify) ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }

    private Job check() {
        InputCheck input = new InputCheck();
        Optional<Fabric> fabric =
                input.attempt("", () -> FabricArgument.resolve(fabricText).fabric());
        Optional<RoutingEngine> engine =
                input.attempt("--engine", () -> EngineRegistry.load().engine(engineName));
        engine.ifPresent(known -> checkOptions(input, known));
        Faults faults = Faults.none();
        for (String name : fabric.isPresent() ? failed : List.<String>of()) {
            Optional<LinkNames.Target> target =
                    input.attempt("--fail", () -> LinkNames.resolve(fabric.orElseThrow(), name));
            faults = target.isPresent() ? target.get().addTo(faults) : faults;
        }
        input.throwIfAny();
        return new Job(fabric.orElseThrow(), faults, engine.orElseThrow(), new EngineOptions(options));
    }

    private void checkOptions(InputCheck input, RoutingEngine engine) {
        Set<String> known = new TreeSet<>(engine.optionNames());
        for (String name : options.keySet()) {
            if (known.isEmpty()) {
                input.problem("--option: engine " + engine.name() + " has no options, so none named '" + name + "'");
            } else if (!known.contains(name)) {
                input.problem(
                        "--option: engine " + engine.name() + " has no option '" + name + "'; the nearest name is "
                                + NearestName.of(name, known) + ", known are " + String.join(", ", known));
            }
        }
    }

    private Document document(Fabric fabric, RouteReport report, double seconds) {
        return new Document(
                fabric.name(),
                report.engine(),
                failed,
                report.pairs(),
                report.delivered(),
                report.disconnected(),
                report.failures().stream().map(Connectivity.Failure::toString).toList(),
                report.acyclic(),
                report.cycle(),
                new Document.Hops(report.hopsMean(), report.hopsMax()),
                report.vls(),
                report.sls(),
                report.lmc(),
                report.mappingConflicts(),
                report.maxLinkLoad(),
                seconds);
    }

    private void print(Fabric fabric, RouteReport report, double seconds) {
        PrintWriter out = out();
        out.println(fabric.name() + " routed by " + report.engine()
                + (failed.isEmpty() ? "" : " without " + String.join(", ", failed)));
        row("delivered", report.delivered() + " of " + report.pairs() + " pairs of NICs");
        if (report.disconnected() > 0) {
            row("disconnected", report.disconnected() + " pairs that no routing could serve");
        }
        row(
                "hops",
                String.format(
                        Locale.ROOT, "%.4f mean, %d most (switches crossed)", report.hopsMean(), report.hopsMax()));
        row(
                "deadlock",
                report.acyclic() ? "impossible: channel dependencies are acyclic" : "possible: see the cycle below");
        row("resources", report.vls() + " VL, " + report.sls() + " SL, LMC " + report.lmc());
        row("busiest link", report.maxLinkLoad() + " paths in one direction");
        row("computed in", String.format(Locale.ROOT, "%.3f ms", seconds * 1e3));
        report.cycle().forEach(channel -> out.println("cycle: " + channel));
        report.failures().forEach(failure -> out.println("lost: " + failure));
    }

    private void row(String label, String value) {
        out().printf(Locale.ROOT, "  %-14s %s%n", label, value);
    }
}

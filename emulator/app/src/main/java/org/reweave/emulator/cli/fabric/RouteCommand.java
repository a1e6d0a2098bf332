package org.reweave.emulator.cli.fabric;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.reweave.emulator.cli.common.AtomicFile;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.imported.ImportedEngine;
import org.reweave.routing.io.TableDump;
import org.reweave.routing.model.NearestName;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;
import org.reweave.routing.verify.DisjointPaths;
import org.reweave.routing.verify.HotLink;
import org.reweave.routing.verify.MultipathReport;
import org.reweave.routing.verify.RouteReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code reweave route}: computes tables for a fabric and says what they do. What is reported is read from the tables,
 * not from the engine.
 */
@Command(
        name = "route",
        description = {
            "Computes the forwarding tables of a fabric and verifies them.",
            "Exit code 1 when a pair that the fabric connects is not delivered; with --verify also when channel dependencies are"
                    + " cyclic, or when alternative paths share a link or a switch."
        })
public final class RouteCommand extends ReweaveCommand {
    @Mixin
    private FabricArgument fabricArgument = new FabricArgument();

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            completionCandidates = EngineNames.class,
            description = "Routing engine: ${COMPLETION-CANDIDATES}; OpenSM's updn, minhop, ftree and dor mean updown,"
                    + " min-hop, fat-tree and dimension-order. Required, unless --import says 'imported'.")
    private String engineName;

    @Option(
            names = "--option",
            paramLabel = "KEY=VALUE",
            description = "Option of the engine, such as tree=dfs. Repeatable.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Mixin
    private FailOption fail = new FailOption();

    @Option(
            names = "--import",
            paramLabel = "DIR",
            description =
                    "Take the tables from a folder of dumps: opensm-lfts.dump, ibroute output or a CSV; opensm-sl2vl.dump;"
                            + " pathsl.txt; each plain or .gz. Means engine 'imported'.")
    private String importFolder;

    @Option(
            names = "--dump",
            paramLabel = "DIR",
            description = "Write the tables into a folder, in OpenSM's formats; --import reads them again.")
    private Path dumpFolder;

    @Option(
            names = "--lost",
            paramLabel = "FILE",
            description = "Write every pair of NICs that is not delivered to a CSV, with what stops its packets.")
    private Path lostFile;

    @Option(
            names = "--disjoint",
            description =
                    "Also count the link- and switch-disjoint paths that every pair of switches with NICs has; slow on"
                            + " large fabrics.")
    private boolean disjoint;

    @Option(
            names = "--verify",
            description =
                    "Also fail, with exit code 1, when channel dependencies are cyclic, or alternative paths share anything.")
    private boolean verify;

    /** Names for {@code --help}. */
    public static final class EngineNames implements Iterable<String> {
        @Override
        public java.util.Iterator<String> iterator() {
            return EngineRegistry.load().names().iterator();
        }
    }

    /** Document that {@code --json} prints. */
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
            List<HotLink> hottestLinks,
            String condition,
            double computeSeconds,
            List<String> remarks,
            Disjoint disjointPaths,
            MultipathReport paths) {
        /** Switches crossed, over delivered pairs. */
        record Hops(double mean, int max) {}

        /** Disjoint paths that every pair of switches with NICs has; null unless asked for. */
        record Disjoint(int links, int switches) {}
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

        if (dumpFolder != null) {
            dump(tables.orElseThrow());
        }
        if (lostFile != null) {
            Optional<LostPairs> lost =
                    routable.attempt("--lost", () -> new LostPairs(tables.orElseThrow(), job.faults()));
            routable.throwIfAny();
            AtomicFile.write(lostFile, lost.orElseThrow().csv());
        }
        RouteReport report = RouteReport.of(tables.orElseThrow(), job.faults());
        Document document = document(job, tables.orElseThrow(), report, seconds);
        if (json()) {
            printJson(document);
        } else {
            print(document, job);
        }
        boolean allDelivered = report.delivered() + report.disconnected() == report.pairs();
        boolean sound = report.acyclic()
                && (document.paths() == null || document.paths().sound());
        return allDelivered && (sound || !verify) ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }

    private Job check() {
        InputCheck input = new InputCheck();
        Optional<Fabric> fabric = fabricArgument.fabric(input);
        Optional<RoutingEngine> engine = input.attempt("--engine", this::engine);
        engine.ifPresent(known -> checkOptions(input, known));
        Faults faults = fail.faults(input, fabric);
        input.throwIfAny();
        return new Job(fabric.orElseThrow(), faults, engine.orElseThrow(), new EngineOptions(options));
    }

    /** The engine that --engine or --import names; --import becomes an option of it. */
    private RoutingEngine engine() {
        if (importFolder == null && engineName == null) {
            throw new UserErrors("--engine=NAME is missing; known are "
                    + String.join(", ", EngineRegistry.load().names()) + "; or give --import=DIR");
        }
        if (importFolder == null) {
            return EngineRegistry.load().engine(engineName);
        }
        if (engineName != null && !engineName.equals(ImportedEngine.NAME)) {
            throw new UserErrors(
                    "--import means engine imported, and --engine says " + engineName + "; drop one of them");
        }
        if (options.put(ImportedEngine.FOLDER, importFolder) != null) {
            throw new UserErrors("--import and --option " + ImportedEngine.FOLDER + "=.. both name a folder; drop one");
        }
        return EngineRegistry.load().engine(ImportedEngine.NAME);
    }

    private void dump(RoutingTables tables) {
        if (tables.adaptive().isPresent()) {
            throw new UserErrors("--dump: OpenSM's formats have one port for a LID, and the tables of "
                    + tables.engine() + " are adaptive; use its deterministic mode");
        }
        try {
            Files.createDirectories(dumpFolder);
        } catch (IOException e) {
            throw new UserErrors("--dump " + dumpFolder + ": cannot be made: " + FileFailure.reason(e));
        }
        TableDump.files(tables)
                .forEach((name, content) -> AtomicFile.write(dumpFolder.resolve(name), content::writeTo));
    }

    private void checkOptions(InputCheck input, RoutingEngine engine) {
        List<String> known = engine.description().optionNames();
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

    private Document document(Job job, RoutingTables tables, RouteReport report, double seconds) {
        Document.Disjoint paths = null;
        if (disjoint) {
            DisjointPaths.Least least = new DisjointPaths(job.fabric(), job.faults()).least();
            paths = new Document.Disjoint(least.links(), least.switches());
        }
        return new Document(
                job.fabric().name(),
                report.engine(),
                fail.names(),
                report.pairs(),
                report.delivered(),
                report.disconnected(),
                report.failures(),
                report.acyclic(),
                report.cycle(),
                new Document.Hops(report.hopsMean(), report.hopsMax()),
                report.vls(),
                report.sls(),
                report.lmc(),
                report.mappingConflicts(),
                report.maxLinkLoad(),
                report.hottestLinks(),
                report.condition(),
                seconds,
                tables.remarks(),
                paths,
                tables.paths().isPresent() ? MultipathReport.of(tables, job.faults()) : null);
    }

    private void print(Document result, Job job) {
        PrintWriter out = out();
        String without = fail.names().stream()
                .map(name -> LinkNames.resolve(job.fabric(), name).title(job.fabric()))
                .collect(Collectors.joining(", "));
        out.println(
                result.fabric() + " routed by " + result.engine() + (without.isEmpty() ? "" : " without " + without));
        row("delivered", result.delivered() + " of " + result.pairs() + " pairs of NICs");
        if (result.disconnected() > 0) {
            row("disconnected", result.disconnected() + " pairs that no routing could serve");
        }
        row(
                "hops",
                String.format(
                        Locale.ROOT,
                        "%.4f mean, %d most (switches crossed)",
                        result.hops().mean(),
                        result.hops().max()));
        row("deadlock", deadlock(result));
        row("resources", result.vls() + " VL, " + result.sls() + " SL, LMC " + result.lmc());
        if (result.mappingConflicts() > 0) {
            row("conflicts", result.mappingConflicts() + " of (in port, out port, SL) have two VLs");
        }
        row("busiest links", result.hottestLinks().isEmpty() ? "none has a path" : "paths in one direction");
        result.hottestLinks().forEach(link -> row("", link.paths() + " " + link.from() + " -> " + link.to()));
        if (result.disjointPaths() != null) {
            row(
                    "disjoint",
                    result.disjointPaths().links() + " link-disjoint and "
                            + result.disjointPaths().switches() + " switch-disjoint paths at least, any two switches"
                            + " with NICs");
        }
        if (result.paths() != null) {
            printPaths(result.paths());
        }
        row("computed in", String.format(Locale.ROOT, "%.3f ms", result.computeSeconds() * 1e3));
        result.remarks().forEach(remark -> out.println("note: " + remark));
        result.cycle().forEach(channel -> out.println("cycle: " + channel));
        result.failures().forEach(failure -> out.println("lost: " + failure));
    }

    /** Tables with several paths for each pair, all verified by following them. */
    private void printPaths(MultipathReport paths) {
        StringBuilder counts = new StringBuilder();
        for (int count = 0; count < paths.pairsByPaths().size(); count++) {
            if (paths.pairsByPaths().get(count) > 0) {
                counts.append(counts.isEmpty() ? "" : ", ")
                        .append(String.format(Locale.ROOT, "%d for %.2f%%", count, 100 * paths.fraction(count)));
            }
        }
        row(
                "disjoint paths",
                counts + " of " + paths.pairs() + " pairs; shared switches " + paths.sharedSwitches() + ", links "
                        + paths.sharedLinks() + ", lost " + paths.lost());
        row(
                "  hops",
                String.format(
                        Locale.ROOT,
                        "%.4f first, %.4f all, %d most (links between switches; distance %.4f)",
                        paths.meanFirstHops(),
                        paths.meanHops(),
                        paths.maxHops(),
                        paths.meanDistance()));
        row("  deadlock", paths.acyclic() ? "impossible, all paths and one-LID tables together" : "possible");
        row(
                "  resources",
                paths.vls() + " VL, " + paths.sls() + " SL, at most " + paths.lids() + " LIDs a NIC, LMC "
                        + paths.lmc());
        paths.failures().forEach(failure -> out().println("lost: " + failure));
    }

    private static String deadlock(Document result) {
        if (result.acyclic() && result.condition() != null) {
            return "impossible under " + result.condition() + "; but for those rings channel dependencies are acyclic";
        }
        if (result.acyclic()) {
            return "impossible: channel dependencies are acyclic";
        }
        return result.cycle().isEmpty() ? "possible: some packets have no escape" : "possible: see the cycle below";
    }

    private void row(String label, String value) {
        out().printf(Locale.ROOT, "  %-14s %s%n", label, value);
    }
}

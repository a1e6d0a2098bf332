package org.reweave.emulator.cli.fabric;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.reweave.routing.layout.FabricDrawing;
import org.reweave.routing.layout.RouteMarks;
import org.reweave.routing.model.NearestName;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;
import org.reweave.routing.verify.Channel;
import org.reweave.routing.verify.DisjointPaths;
import org.reweave.routing.verify.HotLink;
import org.reweave.routing.verify.MultipathReport;
import org.reweave.routing.verify.PairWays;
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
            names = "--pair",
            paramLabel = "NIC",
            arity = "2",
            description = "Two NICs: follow the packets from the first to the second, switch by switch. Repeatable.")
    private List<String> pairs = List.of();

    @Option(
            names = "--draw",
            paramLabel = "FILE",
            description =
                    "Draw the fabric as an SVG: paths on each link, what has failed, a cycle of channel dependencies, the ways of"
                            + " --pair; an existing file is replaced.")
    private Path drawFile;

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
            List<FollowedPair> followed,
            double computeSeconds,
            List<String> remarks,
            Disjoint disjointPaths,
            MultipathReport paths) {
        /** A way of a pair of --pair; lost = the obstacle, null = packets arrive. */
        record FollowedPair(String from, String to, List<String> switches, String lost) {}

        /** Switches crossed, over delivered pairs. */
        record Hops(double mean, int max) {}

        /** Disjoint paths that every pair of switches with NICs has; null unless asked for. */
        record Disjoint(int links, int switches) {}
    }

    /** Input that has passed its checks. */
    private record Job(Fabric fabric, Faults faults, RoutingEngine engine, EngineOptions options, List<Pair> pairs) {}

    /** Devices of two NICs. */
    private record Pair(int from, int to) {}

    /** A pair with one of its ways. */
    private record Followed(Pair pair, PairWays.Way way) {}

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
        List<Followed> followed = new ArrayList<>();
        for (Pair pair : job.pairs()) {
            routable.attempt("--pair", () -> PairWays.of(tables.orElseThrow(), job.faults(), pair.from(), pair.to()))
                    .ifPresent(ways -> ways.forEach(way -> followed.add(new Followed(pair, way))));
        }
        routable.throwIfAny();
        RouteReport report = RouteReport.of(tables.orElseThrow(), job.faults());
        if (drawFile != null) {
            AtomicFile.write(drawFile, FabricDrawing.svg(marks(job, report, followed)));
        }
        Document document = document(job, tables.orElseThrow(), report, followed, seconds);
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
        List<Pair> known = new ArrayList<>();
        for (int i = 0; fabric.isPresent() && i < pairs.size(); i += 2) {
            Optional<Integer> from = nic(input, fabric.orElseThrow(), pairs.get(i));
            Optional<Integer> to = nic(input, fabric.orElseThrow(), pairs.get(i + 1));
            if (from.isPresent() && to.isPresent()) {
                known.add(new Pair(from.get(), to.get()));
            }
        }
        input.throwIfAny();
        return new Job(fabric.orElseThrow(), faults, engine.orElseThrow(), new EngineOptions(options), known);
    }

    private static Optional<Integer> nic(InputCheck input, Fabric fabric, String name) {
        return input.attempt("--pair", () -> LinkNames.nicDevice(fabric, name));
    }

    private static RouteMarks marks(Job job, RouteReport report, List<Followed> followed) {
        Fabric fabric = job.fabric();
        return new RouteMarks(
                fabric,
                job.faults(),
                fabric.name() + " routed by " + report.engine(),
                report.load(),
                report.hottestLinks().stream().map(HotLink::directedLink).toList(),
                report.cycle().stream().map(Channel::directedLink).toList(),
                followed.stream().map(one -> one.way().directedLinks()).toList(),
                followed.stream().map(one -> title(fabric, one)).toList());
    }

    private static String title(Fabric fabric, Followed one) {
        return fabric.deviceTitle(one.pair().from()) + " to "
                + fabric.deviceTitle(one.pair().to())
                + (one.way().lost() == null ? "" : " is lost: " + one.way().lost());
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

    private Document document(
            Job job, RoutingTables tables, RouteReport report, List<Followed> followed, double seconds) {
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
                report.cycle().stream().map(Channel::toString).toList(),
                new Document.Hops(report.hopsMean(), report.hopsMax()),
                report.vls(),
                report.sls(),
                report.lmc(),
                report.mappingConflicts(),
                report.maxLinkLoad(),
                report.hottestLinks(),
                report.condition(),
                followed.stream().map(one -> followed(job.fabric(), one)).toList(),
                seconds,
                tables.remarks(),
                paths,
                tables.paths().isPresent() ? MultipathReport.of(tables, job.faults()) : null);
    }

    private static Document.FollowedPair followed(Fabric fabric, Followed one) {
        return new Document.FollowedPair(
                fabric.deviceTitle(one.pair().from()),
                fabric.deviceTitle(one.pair().to()),
                one.way().switches().stream().map(fabric::deviceTitle).toList(),
                one.way().lost());
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
        for (Document.FollowedPair pair : result.followed()) {
            out.println("way: " + pair.from() + " -> "
                    + String.join(" -> ", pair.switches())
                    + (pair.lost() == null
                            ? " -> " + pair.to()
                            : "; lost on the way to " + pair.to() + ": " + pair.lost()));
        }
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

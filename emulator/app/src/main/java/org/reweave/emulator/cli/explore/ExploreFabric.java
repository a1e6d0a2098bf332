package org.reweave.emulator.cli.explore;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.cli.fabric.FabricArgument;
import org.reweave.emulator.cli.fabric.RouteCommand;
import org.reweave.reconfig.explore.Model;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;
import picocli.CommandLine.Option;

/** Makes a model of a fabric of the user's: an engine's tables, and what happens to them. */
final class ExploreFabric {
    private static final String USUAL_ENGINE = "updown";
    private static final String DISJOINT_ENGINE = "tftr";
    private static final int USUAL_LMC = 4;
    private static final int MOST_LMC = 7;
    private static final String INSTALLED = "installed";
    private static final String BARE = "bare";

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            completionCandidates = RouteCommand.EngineNames.class,
            description = "For a FABRIC: the routing engine; default: the scheme's own, " + DISJOINT_ENGINE
                    + " for apm and combined, or " + USUAL_ENGINE + ".")
    private String engine;

    @Option(
            names = "--engine-option",
            paramLabel = "KEY=VALUE",
            description = "For a FABRIC: option of the engine, such as vl=bubble of dimension-order. Repeatable.")
    private Map<String, String> engineOptions = new LinkedHashMap<>();

    @Option(
            names = "--fail",
            paramLabel = "LINK",
            description =
                    "A link that may fail, between switches or of a NIC, but not of the manager's, the first; repeatable,"
                            + " one of all does (--faults). In place of those of an example; with --reroot, and in an example without"
                            + " such links, links of NICs alone.")
    private List<String> failing = new ArrayList<>();

    @Option(
            names = "--restart",
            paramLabel = "SWITCH,..",
            hideParamSyntax = true,
            split = ",",
            description =
                    "Each of these switches, two at most, may restart once at any step: its packets and tables are lost,"
                            + " its agent begins anew, and its links go down and come up meanwhile.")
    private List<String> restarting = new ArrayList<>();

    @Option(
            names = "--old-tables",
            description = "Switches that --restart names come back with the tables of the start, and not with none.")
    private boolean oldTables;

    @Option(
            names = "--away",
            description =
                    "Switches that --restart names go down in one step and come up in another, or stay down; anything"
                            + " may happen in between. Without links that fail.")
    private boolean away;

    @Option(
            names = "--start",
            paramLabel = "HOW",
            description =
                    "Whether devices have tables at first, as run.start in a scenario: installed (the default), or bare:"
                            + " the manager discovers the fabric and sends first tables, and NICs inject when they have paths. With --reroot,"
                            + " and in an example without links that fail, the change becomes due at any step.")
    private String start = INSTALLED;

    @Option(
            names = "--lmc",
            paramLabel = "BITS",
            description =
                    "For a FABRIC, with rftr and combined: a NIC has 2 to the power of this LIDs for RFTR's paths, as"
                            + " reconfiguration.lmc in a scenario: 0 to 7; default " + USUAL_LMC + ".")
    private Integer lmc;

    @Option(
            names = "--reroot",
            paramLabel = "SWITCH",
            description = "For a FABRIC: routes change to a tree with this root, without a fault.")
    private String root;

    /** @throws UserErrors if something is said of a fabric that an example has by itself */
    void refuse(String example) {
        if (engine != null || !engineOptions.isEmpty() || root != null || lmc != null) {
            throw new UserErrors("--engine, --engine-option, --lmc and --reroot are for a FABRIC; the example "
                    + example + " has its own");
        }
    }

    /**
     * A model in which the links that --fail names may fail, in place of its own, and the switches that --restart names
     * restart, with or without tables at the start.
     */
    Model withFragile(Model model) {
        Model faulty = withFaults(model);
        return isBare() ? faulty.withBareStart() : faulty;
    }

    /** The value of --start for a model. */
    static String start(Model model) {
        return model.startsBare() ? BARE : INSTALLED;
    }

    private boolean isBare() {
        if (!start.equals(INSTALLED) && !start.equals(BARE)) {
            throw new UserErrors("--start " + start + ": write " + INSTALLED + " or " + BARE);
        }
        return start.equals(BARE);
    }

    private Model withFaults(Model model) {
        Fabric fabric = model.fabric();
        if (!restarting.isEmpty()) {
            List<Integer> switches = restarting.stream()
                    .map(name -> switchByName(fabric, name))
                    .distinct()
                    .toList();
            Model restarted = model.withRestarts(switches);
            Model gone = away
                    ? restarted.with(restarted.bounds().withFaults(0, 0, 0)).withAway()
                    : restarted;
            return withFragileLinks(oldTables ? gone.withOldTables() : gone, fabric);
        } else if (oldTables || away) {
            throw new UserErrors("--" + (away ? "away" : "old-tables")
                    + " is of switches that restart, and none does; name one with --restart");
        }
        return withFragileLinks(model, fabric);
    }

    private static int switchByName(Fabric fabric, String name) {
        int device = fabric.deviceByName(name);
        if (device < 0 || !fabric.isSwitch(device)) {
            throw new UserErrors("--restart " + name + ": " + fabric.name()
                    + " has no such switch; 'reweave topo' with --names lists them");
        }
        return device;
    }

    private Model withFragileLinks(Model model, Fabric fabric) {
        List<Integer> links =
                failing.stream().map(name -> LinkNames.link(fabric, name)).toList();
        for (int link : links) {
            if (fabric.isTrunk(link) && model.frailty().links().isEmpty()) {
                throw new UserErrors("--fail " + fabric.linkName(link) + ": the tables of " + model.name()
                        + " do not depend on links between switches; name a NIC's link");
            }
        }
        return links.isEmpty() ? model : model.withFragile(links);
    }

    void putInto(Map<String, String> settings) {
        settings.put("--engine", String.valueOf(engine));
        settings.put("--engine-option", engineOptions.toString());
        settings.put("--fail", String.join(",", failing));
        settings.put("--restart", String.join(",", restarting));
        settings.put("--old-tables", String.valueOf(oldTables));
        settings.put("--away", String.valueOf(away));
        settings.put("--start", start);
        settings.put("--lmc", String.valueOf(lmc));
        settings.put("--reroot", String.valueOf(root));
    }

    /** @throws UserErrors, IllegalArgumentException or a routing's refusal saying what is wrong and what would do */
    Model model(String text, Scheme scheme, List<Model.Packet> packets) {
        Fabric fabric = FabricArgument.resolve(text).fabric();
        boolean isBare = isBare();
        if (failing.isEmpty() && root == null && restarting.isEmpty() && !isBare) {
            throw new UserErrors("what happens to " + text
                    + "? Give --fail LINK, --reroot SWITCH, --restart SWITCH or --start bare");
        }
        if (packets.isEmpty()) {
            throw new UserErrors("--packets is missing; --packets 0-1 sends one from NIC 0 to NIC 1");
        }
        List<PathSource> sources = scheme.description().sources();
        checkLmc(scheme.name(), sources.contains(PathSource.JOINED));
        String usual = sources.contains(PathSource.DISJOINT) ? DISJOINT_ENGINE : USUAL_ENGINE;
        RoutingEngine chosen = EngineRegistry.load()
                .engine(engine == null ? scheme.description().engine().orElse(usual) : engine);
        EngineOptions given = new EngineOptions(engineOptions);
        chosen.description().requireKnown(given);
        if (root != null) {
            EngineOptions rooted = given.with("root", root);
            RoutingTables before = chosen.route(fabric, Faults.none(), given);
            Model planned = Model.planned(
                    text + " re-rooted at " + root,
                    scheme,
                    before,
                    chosen.route(fabric, Faults.none(), rooted),
                    packets);
            return withFragile(planned);
        }
        Function<Faults, RoutingTables> routes = faults -> chosen.route(fabric, faults, given);
        List<Integer> links =
                failing.stream().map(name -> LinkNames.link(fabric, name)).toList();
        String what = !links.isEmpty() ? "a link fails" : !restarting.isEmpty() ? "a switch restarts" : "it comes up";
        Model model = Model.failing(text + ", " + what, scheme, routes, lmc == null ? USUAL_LMC : lmc, links, packets);
        return withFragile(links.isEmpty() ? model.with(model.bounds().withFaults(0, 0, 0)) : model);
    }

    private void checkLmc(String scheme, boolean isUsed) {
        if (lmc != null && !isUsed) {
            throw new UserErrors("--lmc is for schemes with RFTR's paths; " + scheme + " has none");
        }
        if (lmc != null && (lmc < 0 || lmc > MOST_LMC)) {
            throw new UserErrors("--lmc " + lmc + " is not in 0.." + MOST_LMC);
        }
    }
}

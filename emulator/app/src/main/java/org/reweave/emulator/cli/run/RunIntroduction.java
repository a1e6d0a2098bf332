package org.reweave.emulator.cli.run;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cluster.ClusterChoice;
import org.reweave.emulator.cluster.NodePlacement;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.LeftOut;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.RoutingChoice;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.routing.io.FileFinding;
import org.reweave.routing.topology.Fabric;

/** Prints a summary of a run before it begins. */
final class RunIntroduction {
    private static final int MOST_LISTED = 8;

    private final PrintWriter err;
    private final Network network;
    private final Scenario scenario;
    private final Drivers driver;

    RunIntroduction(PrintWriter err, Network network, Drivers driver) {
        this.err = err;
        this.network = network;
        this.scenario = network.resolved().scenario();
        this.driver = driver;
    }

    void print() {
        Fabric fabric = network.fabric();
        err.println(scenario.name() + ": " + scenario.description());
        row(
                "fabric",
                fabric.name() + ": " + Amounts.count(fabric.switchCount(), "switch") + ", "
                        + Amounts.count(fabric.nicCount(), "NIC") + ", " + Amounts.count(fabric.linkCount(), "link"));
        row("routing", engine(scenario.routing()) + "; " + reconfiguration());
        row(
                "traffic",
                String.format(
                        Locale.ROOT,
                        "%s, load %s, until %s",
                        scenario.traffic().pattern(),
                        scenario.traffic().load(),
                        time(scenario.traffic().stop())));
        row("faults", faults());
        scenario.behindTheEnd().forEach(planned -> row("never", planned));
        row("driver", driver() + "; seed " + scenario.seed());
        driver.cluster().ifPresent(cluster -> row("nodes", nodes(cluster) + withoutCheckpoints()));
        leftOut();
        findings();
        err.flush();
    }

    private void row(String label, String value) {
        err.printf("  %-9s %s%n", label, value);
    }

    private String time(long cycles) {
        return Amounts.time(scenario.time().nanoseconds((double) cycles));
    }

    private static String engine(RoutingChoice choice) {
        String options = choice.options().values().entrySet().stream()
                .map(option -> option.getKey() + "=" + option.getValue())
                .sorted()
                .collect(Collectors.joining(", "));
        return choice.engine() + (options.isEmpty() ? "" : " (" + options + ")");
    }

    private String reconfiguration() {
        ReconfigurationChoice choice = scenario.reconfiguration();
        if (choice.scheme().equals(ReconfigurationChoice.NONE)) {
            return "nothing is reconfigured";
        }
        String scheme = choice.scheme() + options(choice);
        if (choice.isSourceRouted()) {
            return "after a fault " + scheme + ": switches tell all NICs, which choose other source routes";
        }
        boolean same = choice.routing().equals(scenario.routing());
        return "after a fault " + scheme + " to " + (same ? "the same engine" : engine(choice.routing()));
    }

    /** Options of the scheme that are not as usual. */
    private static String options(ReconfigurationChoice choice) {
        String chosen = choice.description().stream()
                .flatMap(scheme -> scheme.options().stream())
                .filter(option -> !choice.options().get(option).equals(option.usual()))
                .map(option -> option.key() + "=" + choice.options().text(option))
                .collect(Collectors.joining(", "));
        return chosen.isEmpty() ? "" : " (" + chosen + ")";
    }

    private String faults() {
        List<ResolvedScenario.ResolvedFault> faults = network.resolved().faults();
        return faults.isEmpty()
                ? "none"
                : Amounts.listed(
                        faults.stream()
                                .map(fault -> fault.name() + " at " + time(fault.at())
                                        + (fault.until() == Long.MAX_VALUE ? "" : " until " + time(fault.until())))
                                .toList(),
                        MOST_LISTED);
    }

    /** {@code actors (one device each), 2 threads}. */
    private String driver() {
        String threads = Amounts.count(driver.threads(network), "thread");
        if (scenario.run().isLax()) {
            Laxity laxity = scenario.run().laxity();
            String who = laxity.schedule().isSeeded()
                    ? "1 thread that schedules islands of " + Amounts.count(laxity.islandSize(), "device") + " by "
                            + laxity.schedule().label() + " and the seed"
                    : "actors (" + Amounts.count(laxity.islandSize(), "device") + " each), " + threads;
            return who + ", lax: steps of " + time(laxity.step()) + ", slack "
                    + (laxity.slack() == Laxity.UNLIMITED ? "unlimited" : time(laxity.slack()));
        }
        if (driver.name().equals(Drivers.SEQUENTIAL)) {
            return driver.name() + ", " + threads;
        }
        String islands =
                switch (driver.islandSize()) {
                    case ActorDriver.AUTO -> "an island per thread";
                    case ActorDriver.BY_SIZE -> bySize();
                    case 1 -> "an island for each device";
                    default -> "islands of " + driver.islandSize() + " devices";
                };
        return driver.name() + " (" + islands + "), " + threads;
    }

    private String withoutCheckpoints() {
        return scenario.run().isLax() && !scenario.run().checkpoint().isOff()
                ? "; no checkpoints, since it is lax: a resume begins at its start"
                : "";
    }

    private String nodes(ClusterChoice cluster) {
        if (cluster.contact().isPresent()) {
            return cluster.nodes() + " of the cluster at " + cluster.contact().get();
        }
        int[] threads = new int[cluster.nodes()];
        Arrays.fill(threads, driver.threads());
        NodePlacement placement = NodePlacement.of(network, driver.islandSize(), threads);
        return Amounts.count(cluster.nodes(), "JVM") + " on this machine; " + placement.inWords(network.wiring());
    }

    private String bySize() {
        return ActorDriver.devicesAct(network, driver.islandSize())
                ? "one device each"
                : "an island per thread, since there are more than " + ActorDriver.MOST_ALONE + " devices";
    }

    private void leftOut() {
        List<String> idle = LeftOut.nics(network);
        if (!idle.isEmpty()) {
            row("left out", Amounts.listed(idle, MOST_LISTED) + ": " + LeftOut.REASON);
        }
    }

    private void findings() {
        List<String> findings = FileFinding.grouped(network.resolved().findings());
        findings.stream().limit(MOST_LISTED).forEach(finding -> row("finding", finding));
        if (findings.size() > MOST_LISTED) {
            row("", "and " + (findings.size() - MOST_LISTED) + " more; reweave topo lists them all");
        }
    }
}

package org.reweave.emulator.cli.run;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.OutcomeText;
import org.reweave.emulator.governor.ClusterSpread;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.results.FoundCables;
import org.reweave.emulator.results.Interval;
import org.reweave.emulator.results.Oversaturation;
import org.reweave.emulator.results.Reconfiguration;
import org.reweave.emulator.results.RunFolder;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.scenario.Perturb;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.Schemes;

/** The summary of a run on the terminal. */
final class RunReport {
    private static final int MOST_CABLES = 16;
    private static final Set<EventKind> MANAGERS =
            EnumSet.of(EventKind.MANAGER_HANGS, EventKind.TOOK_OVER, EventKind.RETIRED);

    private final PrintWriter out;
    private final Summary summary;
    private final RunRecorder recorder;
    private final Path folder;

    RunReport(PrintWriter out, Summary summary, RunRecorder recorder, Path folder) {
        this.out = out;
        this.summary = summary;
        this.recorder = recorder;
        this.folder = folder;
    }

    void print() {
        out.println(summary.scenario() + ", seed " + summary.seed() + ": "
                + (summary.interrupted()
                        ? "stopped by the user"
                        : summary.outcome().label()) + " after "
                + Amounts.time(summary.nanoseconds()) + " (" + Amounts.count(summary.cycles(), "cycle") + ")");
        if (summary.parent() != null) {
            out.println("fork of " + summary.parent().run() + " at "
                    + Amounts.time(summary.parent().ns()) + " (" + "cycle "
                    + Amounts.count(summary.parent().cycle()) + ")");
        }
        if (summary.branches() != null) {
            summary.branches()
                    .forEach(branch -> out.println("another branch from " + Amounts.time(branch.ns()) + " (cycle "
                            + Amounts.count(branch.cycle()) + ") on: the lax run was resumed there"));
        }
        explainOutcome();
        out.println();
        packets();
        latency();
        managers();
        summary.reconfigurations().forEach(this::reconfiguration);
        cables();
        charts();
        deadlock();
        drift();
        out.println();
        row("cost", cost());
        if (summary.cost().spread() != null) {
            row("nodes", nodes(summary.cost().spread()));
        }
        row("fingerprint", summary.fingerprint());
        row(
                "files",
                folder + "/: "
                        + String.join(
                                ", ",
                                RunFolder.REPORT,
                                RunFolder.SUMMARY,
                                RunFolder.SERIES,
                                RunFolder.LINKS,
                                RunFolder.PERCENTILES,
                                RunFolder.LATENCIES,
                                RunFolder.EVENTS,
                                RunFolder.SCENARIO));
        out.flush();
    }

    private void explainOutcome() {
        if (summary.outcome() == Outcome.FAILED) {
            out.println("  the engine found no tables for what the manager's last discovery saw of the fabric;"
                    + " where SMPs are lost, that may lack a device that works, such as the root");
        } else if (summary.outcome() == Outcome.INCOMPLETE && summary.messages().undelivered() > 0) {
            out.println("  "
                    + OutcomeText.gaveUp(
                            summary.messages().undelivered(),
                            summary.packets().retransmitted(),
                            summary.packets().duplicates()));
        } else if (summary.outcome() == Outcome.INCOMPLETE && !summary.interrupted()) {
            boolean chosen = summary.setup().overrides().stream().anyMatch(set -> set.startsWith("run.limit="));
            out.println("  run.limit" + (chosen ? ", set by --until or --set," : "") + " came before " + unfinished());
        }
    }

    /** State that the run had not reached at run.limit, in words. */
    private String unfinished() {
        if (summary.packets().inFlight() + summary.packets().queued() > 0) {
            return "the network was empty: " + Amounts.count(summary.packets().inFlight(), "packet") + " in flight, "
                    + Amounts.count(summary.packets().queued()) + " in send queues";
        }
        boolean changing = summary.reconfigurations().stream()
                .anyMatch(change -> !change.abandoned() && change.ns().distributedAt() == null);
        return changing
                ? "the reconfiguration was over; the network was empty by then: raise run.limit"
                : "the fabric was at rest: an SMP, a timer or traffic was still to come; raise run.limit";
    }

    private void row(String label, String value) {
        out.printf(Locale.ROOT, "  %-13s %s%n", label, value);
    }

    private void packets() {
        Summary.Packets packets = summary.packets();
        row(
                "packets",
                Amounts.count(packets.injected()) + " injected, " + Amounts.count(packets.delivered()) + " delivered, "
                        + Amounts.count(packets.droppedTotal()) + " dropped, " + Amounts.count(packets.inFlight())
                        + " in flight"
                        + (packets.queued() == 0 ? "" : ", " + Amounts.count(packets.queued()) + " queued"));
        if (packets.droppedTotal() > 0) {
            row(
                    "dropped",
                    packets.dropped().entrySet().stream()
                            .map(cause -> Amounts.count(cause.getValue()) + " " + cause.getKey())
                            .collect(Collectors.joining(", ")));
        }
        messages();
        Summary.Load load = summary.load();
        row(
                "load",
                load.offered() == null
                        ? "not measured: the warm-up did not end while there was traffic"
                        : String.format(
                                Locale.ROOT,
                                "%.4f offered, %.4f accepted, of what the NICs' links carry (%.4f bytes/ns/switch)",
                                load.offered(),
                                load.accepted(),
                                load.acceptedBytesPerNsPerSwitch()));
        Oversaturation.of(summary, recorder)
                .ifPresent(above -> row(
                        "",
                        String.format(
                                Locale.ROOT,
                                "above saturation: up to %s, before any change, %.4f was offered and %.4f accepted",
                                Amounts.time(above.untilNs()),
                                above.offered(),
                                above.accepted())));
    }

    private void messages() {
        Summary.Messages messages = summary.messages();
        row(
                "messages",
                Amounts.count(messages.generated()) + " generated, " + Amounts.count(messages.delivered())
                        + " delivered"
                        + (messages.local() == 0 ? "" : ", " + Amounts.count(messages.local()) + " local")
                        + (messages.lastAtNs() == null ? "" : ", the last at " + Amounts.time(messages.lastAtNs())));
        Summary.Packets packets = summary.packets();
        if (packets.acks() > 0) {
            row(
                    "transport",
                    Amounts.count(packets.retransmitted()) + " sent again, " + Amounts.count(packets.duplicates())
                            + " duplicates, " + Amounts.count(packets.outOfOrder()) + " out of order, "
                            + Amounts.count(packets.acks()) + " ACKs; reorder buffer at most "
                            + messages.reorderPeak());
        }
    }

    private void latency() {
        if (summary.latency().packets() == 0 || summary.latency().network().max() == null) {
            boolean warming = recorder.measured().isEmpty();
            row("latency", "no packet was measured" + (warming ? ": the run ended in its warm-up" : ""));
            return;
        }
        row("latency", String.format("%-10s %12s %12s %12s %12s %12s", "", "mean", "p50", "p99", "p99.9", "max"));
        latencyRow("network", summary.latency().network());
        latencyRow("total", summary.latency().total());
        Summary.TokenWaits tokens = summary.tokens();
        if (tokens != null) {
            row(
                    "tokens",
                    Amounts.count(tokens.heads(), "head") + " of queues waited for one, "
                            + Amounts.time(tokens.ns().mean()) + " on average");
        }
        row(
                "hops",
                String.format(
                        Locale.ROOT,
                        "%.3f switches crossed, mean",
                        summary.hops().mean()));
    }

    private void latencyRow(String label, Summary.Latency latency) {
        Summary.LatencyNs ns = latency.ns();
        row(
                "",
                String.format(
                        "%-10s %12s %12s %12s %12s %12s",
                        label,
                        Amounts.time(ns.mean()),
                        Amounts.time(ns.p50()),
                        Amounts.time(ns.p99()),
                        Amounts.time(ns.p999()),
                        Amounts.time(ns.max())));
    }

    private void reconfiguration(Reconfiguration change) {
        out.println();
        boolean bringUp = change.scheme().equals(Reconfiguration.BRING_UP);
        row(
                change.scheme(),
                String.format("%-12s %12s   %s", "", "time", bringUp ? "after the beginning" : "after the fault"));
        Reconfiguration.Times ns = change.ns();
        step(bringUp ? "begun" : "fault", ns.faultAt(), ns);
        step(bringUp ? "discovered" : "detected", ns.detectedAt(), ns);
        boolean announced = recorder.isAnnounced();
        if (announced) {
            step("completed", ns.completedAt(), ns);
        } else {
            tables(change);
        }
        long discarded = change.discardedByCase().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        String cases = change.discardedByCase().entrySet().stream()
                .map(one -> Amounts.count(one.getValue()) + " in case " + one.getKey())
                .collect(Collectors.joining(", "));
        row(
                "",
                (announced
                                ? Amounts.count(change.smps(), "announcement") + " heard by "
                                        + Amounts.count(change.devices(), "NIC")
                                : Amounts.count(change.smps(), "SMP")
                                        + (bringUp
                                                ? " with questions, tables or paths for "
                                                : " with tables or notices for ")
                                        + Amounts.count(change.devices(), "device"))
                        + "; "
                        + Amounts.count(discarded, "packet") + " discarded by rule"
                        + (cases.isEmpty() ? "" : ": " + cases));
        change.discardedByCase().keySet().forEach(number -> {
            String words = Schemes.get(change.scheme()).description().caseWords(Math.toIntExact(number));
            if (!words.isEmpty()) {
                row("", "case " + number + ": " + words);
            }
        });
    }

    private void tables(Reconfiguration change) {
        Reconfiguration.Times ns = change.ns();
        step(change.unroutable() ? "unroutable" : "tables ready", ns.tablesReadyAt(), ns);
        List<Step> steps = new ArrayList<>();
        addIfKnown("last table", ns.lastSwitchAt(), steps);
        addIfKnown("last NIC", ns.lastNicAt(), steps);
        steps.add(new Step(change.abandoned() ? "abandoned" : "distributed", ns.distributedAt()));
        if (!change.abandoned()) {
            steps.add(new Step("completed", ns.completedAt()));
        }
        steps.sort(Comparator.comparing(Step::ns, Comparator.nullsLast(Comparator.naturalOrder())));
        steps.forEach(one -> step(one.what(), one.ns(), ns));
    }

    /** An event of a reconfiguration; without a time, it did not come. */
    private record Step(String what, Double ns) {}

    private static void addIfKnown(String what, Double ns, List<Step> steps) {
        if (ns != null) {
            steps.add(new Step(what, ns));
        }
    }

    private void step(String what, Double ns, Reconfiguration.Times times) {
        boolean first = what.equals("fault");
        String after = first || ns == null ? "" : "+" + Amounts.time(ns - times.faultAt());
        row(
                "",
                String.format("%-12s %12s   %s", what, ns == null ? "-" : Amounts.time(ns), after)
                        .stripTrailing());
    }

    /** Managers that hung, took over or retired. */
    private void managers() {
        List<Event> found = recorder.digest().events().stream()
                .filter(event -> MANAGERS.contains(event.kind()))
                .toList();
        if (found.isEmpty()) {
            return;
        }
        out.println();
        row("managers", String.format("%-12s %12s", "", "time"));
        for (Event event : found) {
            String when = Amounts.time(recorder.scale().ns(event.cycle()));
            row("", String.format("%-12s %12s   %s", managerName(event), when, managerWords(event)));
        }
    }

    /** The standby takes over first, the manager second, and so on; the other one retires. */
    private static String managerName(Event event) {
        if (event.kind() == EventKind.MANAGER_HANGS) {
            return Perturb.MANAGER;
        }
        boolean byStandby = event.argument("term") % 2 == 1;
        return byStandby == (event.kind() == EventKind.TOOK_OVER) ? Perturb.STANDBY : Perturb.MANAGER;
    }

    private String managerWords(Event event) {
        if (event.kind() == EventKind.RETIRED) {
            return "has heard of that, and is the standby";
        }
        if (event.kind() == EventKind.MANAGER_HANGS) {
            long until = event.argument("until");
            return until < 0
                    ? "hangs for good"
                    : "hangs until " + Amounts.time(recorder.scale().ns(until));
        }
        long answered = event.argument("answered");
        String silence = Amounts.time(recorder.scale().ns(event.cycle() - answered));
        return "takes over, " + silence + (answered == 0 ? " without an answer" : " after the last answer");
    }

    /** Cables that the manager's map lacked. */
    private void cables() {
        List<FoundCables.Found> found = recorder.cables().found();
        if (found.isEmpty()) {
            return;
        }
        out.println();
        row("cables found", String.format("%-12s %12s   %s", "", "time", "cable"));
        found.stream().limit(MOST_CABLES).forEach(one -> {
            boolean moved = !one.before().isEmpty();
            String words = one.name() + (moved ? ", before " + String.join(" and ", one.before()) : "");
            double ns = recorder.scale().ns(one.cycle());
            row("", String.format("%-12s %12s   %s", moved ? "moved" : "new", Amounts.time(ns), words));
        });
        long more = found.size() - MOST_CABLES + recorder.cables().left();
        if (more > 0) {
            row("", "and " + Amounts.count(more) + " more; " + RunFolder.EVENTS + " has them all");
        }
    }

    private void charts() {
        double end = summary.nanoseconds();
        if (end <= 0) {
            return;
        }
        Chart accepted = new Chart(end);
        Chart latency = new Chart(end);
        for (Interval interval : recorder.series().intervals()) {
            double from = recorder.scale().ns(interval.from().cycle());
            double to = recorder.scale().ns(interval.to().cycle());
            long flits = interval.count(Counter.DELIVERED_FLITS);
            accepted.add(from, to, recorder.scale().fraction(flits, 1), (double) interval.cycles());
            double delivered = interval.count(Counter.DATA_DELIVERED);
            latency.add(from, to, recorder.scale().ns(interval.count(Counter.NETWORK_LATENCY)), delivered);
        }
        Map<Double, Character> marks = marks();
        out.println();
        chart("accepted load", accepted.lines(String.format(Locale.ROOT, "%.3f", accepted.max()), marks));
        chart("network latency, mean", latency.lines(Amounts.time(latency.max()), marks));
        out.printf("%11s 0%" + (Chart.WIDTH - 1) + "s%n", "", Amounts.time(end));
        if (!marks.isEmpty()) {
            out.printf("%11s %s%n", "", legend(marks));
        }
    }

    private static String legend(Map<Double, Character> marks) {
        return marks.values().stream()
                .distinct()
                .map(letter -> switch (letter) {
                    case 'F' -> "F fault";
                    case 'C' -> "C completed";
                    default -> "D deadlock found";
                })
                .collect(Collectors.joining("  "));
    }

    private void chart(String title, List<String> lines) {
        out.printf("%11s %s%n", "", title);
        lines.forEach(out::println);
    }

    private Map<Double, Character> marks() {
        Map<Double, Character> marks = new TreeMap<>();
        for (Reconfiguration change : summary.reconfigurations()) {
            marks.put(change.ns().faultAt(), 'F');
            if (change.isComplete()) {
                marks.put(change.ns().completedAt(), 'C');
            }
        }
        if (summary.deadlock() != null) {
            marks.put(summary.deadlock().ns().foundAt(), 'D');
        }
        return marks;
    }

    private void deadlock() {
        Summary.Blocked deadlock = summary.deadlock();
        if (deadlock == null) {
            return;
        }
        out.println();
        row(
                "deadlock",
                "formed at " + Amounts.time(deadlock.ns().formedAt()) + ", "
                        + (deadlock.proven() ? "proven" : "found") + " at "
                        + Amounts.time(deadlock.ns().foundAt()) + ": "
                        + Amounts.count(deadlock.cycle().size(), "packet")
                        + " each wait for space that the next one holds, the last one for the first's");
        for (Summary.Member member : deadlock.cycle()) {
            row(
                    "",
                    String.format(
                            "%-22s holds %s%s",
                            member.device() + "." + member.port() + " VL" + member.vl() + " " + member.buffer(),
                            member.packet(),
                            member.marks() == 0 ? "" : ", marks 0x" + Long.toHexString(member.marks())));
        }
    }

    private void drift() {
        Summary.Drift drift = summary.drift();
        if (drift == null) {
            return;
        }
        row(
                "lax",
                String.format(
                        Locale.ROOT,
                        "steps of %s, slack %s; %s of %s steps went ahead, by %s mean, %s p99, %s max",
                        Amounts.time(drift.ns().step()),
                        drift.slack() == null
                                ? "unlimited"
                                : Amounts.time(drift.ns().slack()),
                        Amounts.metric(drift.stepsBeyond()),
                        Amounts.metric(drift.steps()),
                        Amounts.time(drift.ns().beyond().mean()),
                        Amounts.time(drift.ns().beyond().p99()),
                        Amounts.time(drift.ns().beyond().max())));
        row(
                "late",
                String.format(
                        Locale.ROOT,
                        "%s of %s records, by %s mean, %s p99, %s max%s",
                        Amounts.metric(drift.lateRecords()),
                        Amounts.metric(drift.records()),
                        Amounts.time(drift.ns().lateness().mean()),
                        Amounts.time(drift.ns().lateness().p99()),
                        Amounts.time(drift.ns().lateness().max()),
                        drift.cutsTooLate() == 0
                                ? ""
                                : "; " + Amounts.count(drift.cutsTooLate(), "cut packet") + " taken for whole"));
    }

    private static String nodes(ClusterSpread spread) {
        return String.format(
                Locale.ROOT,
                "%d, %.2f s of processor time, waiting %.0f%% of their threads' time; %s cut, the most loaded node at %.2f"
                        + " times the mean; %s frames in %s bundles of %s bytes",
                spread.nodes(),
                spread.cpuSeconds(),
                100 * spread.waiting(),
                Amounts.count(spread.cutLinks(), "link"),
                spread.imbalance(),
                Amounts.metric(spread.frames()),
                Amounts.metric(spread.bundles()),
                Amounts.count(spread.bundles() == 0 ? 0 : spread.bytes() / spread.bundles()));
    }

    private String cost() {
        Summary.Cost cost = summary.cost();
        return String.format(
                Locale.ROOT,
                "%.2f s, %.2f s of processor time, %s flit-hops, %s messages between actors, at most %s MiB of heap",
                cost.wallSeconds(),
                cost.cpuSeconds(),
                Amounts.metric(cost.flitHops()),
                Amounts.metric(cost.messages()),
                Amounts.count(cost.peakHeapBytes() >> 20));
    }
}

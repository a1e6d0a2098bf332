package org.reweave.emulator.cli.race;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.StudyReport;
import org.reweave.emulator.race.PromiseScope;
import org.reweave.emulator.race.RaceClass;
import org.reweave.emulator.race.RaceComparison;
import org.reweave.emulator.race.RacePlan;
import org.reweave.emulator.race.RaceRun;
import org.reweave.emulator.race.ReachedPoints;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;
import org.reweave.reconfig.spi.Promise;
import org.reweave.routing.verify.ConfidenceInterval;

/** The results of a race on the terminal and as JSON. */
final class RaceReport implements StudyReport {
    /**
     * A distinct failure.
     *
     * @param kind in JSON {@code class}
     * @param runs that failed so
     * @param seed of the first of them
     * @param folder with the scenario and its run; null = none was written
     * @param fingerprint of that run
     * @param shrunk what is left of the scenario; null = it was not shrunk
     * @param explored what the explorer says of it; null = it was not asked
     */
    record Line(
            String kind,
            String signature,
            int runs,
            long seed,
            String folder,
            String fingerprint,
            List<Promise> brokenPromises,
            Map<String, Object> shrunk,
            Map<String, Object> explored) {}

    /** The share of a class among all runs, with its interval. */
    private record Share(double share, double low, double high) {}

    private static final int SEEDS = 10; // that a line names
    private static final int MISSING = 6; // points not reached that a line names

    private final RacePlan plan;
    private final List<RaceRun> runs;
    private final List<RaceRun> plain; // those whose seeds are no variations: of these are the shares
    private final List<Line> lines;
    private final Path against;
    private final RaceComparison compared; // null = there is no other race
    private final Optional<Expectation> expected;

    /**
     * @param against where the race is that this one is compared with
     * @param compared null = there is none
     * @param expected how the user expects the runs to end
     */
    RaceReport(
            RacePlan plan,
            List<RaceRun> runs,
            List<Line> lines,
            Path against,
            RaceComparison compared,
            Optional<Expectation> expected) {
        this.against = against;
        this.compared = compared;
        this.plan = plan;
        this.runs = runs;
        this.plain = runs.stream().filter(RaceRun::hasPlainSeed).toList();
        this.lines = lines;
        this.expected = expected;
    }

    @Override
    public boolean isGood() {
        return expected.map(each -> each.isMet(runs, plain)).orElse(true);
    }

    @Override
    public Map<String, String> files() {
        return Map.of();
    }

    private long count(RaceClass kind) {
        return count(runs, kind);
    }

    private static long count(List<RaceRun> runs, RaceClass kind) {
        return runs.stream().filter(run -> run.verdict().kind() == kind).count();
    }

    /** Runs by the promise that they broke. */
    private Map<Promise, Long> broken() {
        Map<Promise, Long> broken = new TreeMap<>();
        runs.forEach(run -> run.verdict().brokenPromises().forEach(promise -> broken.merge(promise, 1L, Long::sum)));
        return broken;
    }

    /** The interval of the share of a class. */
    private ConfidenceInterval share(RaceClass kind) {
        return ConfidenceInterval.wilson(count(plain, kind), plain.size(), 0.95);
    }

    @Override
    public Map<String, Object> document() {
        Map<String, Object> document = StudyReport.document(plan.base());
        document.put("seed", plan.base().seed());
        document.put("runs", runs.size());
        document.put("plainRuns", plain.size());
        Map<String, Object> classes = new LinkedHashMap<>();
        Map<String, Object> shares = new LinkedHashMap<>();
        for (RaceClass kind : RaceClass.values()) {
            classes.put(kind.label(), count(kind));
            if (!plain.isEmpty()) {
                ConfidenceInterval interval = share(kind);
                double share = (double) count(plain, kind) / plain.size();
                shares.put(kind.label(), new Share(share, interval.low(), interval.high()));
            }
        }
        document.put("classes", classes);
        document.put("shares", shares);
        document.put("interval", "95%, Wilson");
        document.put("expected", expected.map(each -> each.words(runs, plain)).orElse(null));
        document.put("promises", plan.promises());
        document.put("brokenPromises", broken());
        document.put("reached", plan.reach(runs).groups());
        List<Map<String, Object>> findings = new ArrayList<>();
        lines.forEach(line -> findings.add(document(line)));
        document.put("findings", findings);
        document.put("against", compared);
        return document;
    }

    private void promises(List<String> text) {
        PromiseScope scope = plan.promises();
        String scheme = plan.base().reconfiguration().scheme();
        text.add("");
        text.add("  judged in each run, of what " + scheme + " promises: " + names(scope.judged()));
        if (!scope.atFirst().isEmpty()) {
            text.add("    some only until several faults, recoveries or losses come together: "
                    + names(scope.atFirst()));
        }
        scope.notJudged().forEach((promise, why) -> text.add("  promised and not judged: " + promise + ": " + why));
        text.add("  not promised: " + names(scope.notMade()));
        broken().forEach((promise, count) ->
                text.add("  " + promise + " broken: " + Amounts.count(count, "run") + ", " + promise.broken()));
    }

    private void reached(List<String> text) {
        List<ReachedPoints.Group> groups = plan.reach(runs).groups();
        if (groups.isEmpty()) {
            return;
        }
        text.add("");
        for (ReachedPoints.Group group : groups) {
            String first = group.missing().stream().limit(MISSING).collect(Collectors.joining(", "));
            int more = group.missing().size() - MISSING;
            text.add("  reached, " + group.name() + ": " + group.reached() + " of " + group.possible()
                    + (first.isEmpty() ? "" : "; not " + first + (more > 0 ? " and " + more + " more" : "")));
        }
    }

    private void compared(List<String> text) {
        text.add("");
        text.add("  against " + against + ", " + Amounts.count(compared.seeds(), "seed") + " in both: "
                + compared.otherFingerprint().size() + " with another fingerprint"
                + listed(compared.otherFingerprint()) + ", "
                + compared.otherClass().size() + " of another class" + listed(compared.otherClass()));
        List<Column<Map.Entry<String, RaceComparison.Pair>>> columns = List.of(
                Column.text("runs", Map.Entry::getKey),
                Column.number("here", pair -> text(pair.getValue().here())),
                Column.number("there", pair -> text(pair.getValue().there())),
                Column.text("", pair -> pair.getValue().apart() ? "apart" : ""));
        Table.of(columns, List.copyOf(compared.classes().entrySet())).text().forEach(line -> text.add("  " + line));
    }

    private static String listed(List<Long> seeds) {
        String first = seeds.stream().limit(SEEDS).map(String::valueOf).collect(Collectors.joining(", "));
        return seeds.isEmpty() ? "" : " (" + first + (seeds.size() > SEEDS ? ", .." : "") + ")";
    }

    private static String text(RaceComparison.Share share) {
        return String.format(
                Locale.ROOT,
                "%d, %.1f%% (%.1f to %.1f)",
                share.runs(),
                100 * share.share(),
                100 * share.low(),
                100 * share.high());
    }

    private static String names(List<Promise> promises) {
        return promises.isEmpty()
                ? "nothing"
                : promises.stream().map(Promise::name).collect(Collectors.joining(", "));
    }

    private static Map<String, Object> document(Line line) {
        Map<String, Object> finding = new LinkedHashMap<>();
        finding.put("class", line.kind());
        finding.put("signature", line.signature());
        finding.put("runs", line.runs());
        finding.put("seed", line.seed());
        finding.put("folder", line.folder());
        finding.put("fingerprint", line.fingerprint());
        finding.put("brokenPromises", line.brokenPromises());
        finding.put("shrunk", line.shrunk());
        finding.put("explored", line.explored());
        return finding;
    }

    @Override
    public List<String> lines() {
        List<String> text = new ArrayList<>();
        List<Column<RaceClass>> columns =
                new ArrayList<>(List.of(Column.text("runs", RaceClass::label), Column.number("", "%,d", this::count)));
        if (!plain.isEmpty()) {
            columns.add(Column.number("share", "%.1f%%", kind -> 100.0 * count(plain, kind) / plain.size()));
            columns.add(Column.number(
                    "95% interval",
                    kind -> String.format(
                            Locale.ROOT,
                            "%.1f to %.1f%%",
                            100 * share(kind).low(),
                            100 * share(kind).high())));
        }
        List<RaceClass> seen =
                Stream.of(RaceClass.values()).filter(kind -> count(kind) > 0).toList();
        Table.of(columns, seen).text().forEach(line -> text.add("  " + line));
        if (plain.isEmpty()) {
            text.add("  no shares: seeds from 2^40 on vary other seeds and are no independent draws");
        } else if (plain.size() < runs.size()) {
            text.add("  shares are of " + Amounts.count(plain.size(), "run") + "; the other "
                    + (runs.size() - plain.size()) + " vary seeds that had reached something new");
        }
        expected.ifPresent(each -> text.add("  " + each.words(runs, plain)));
        promises(text);
        reached(text);
        if (!lines.isEmpty()) {
            text.add("");
            text.add("  distinct failures");
        }
        for (Line line : lines) {
            text.add("  " + line.kind() + (line.signature().isEmpty() ? "" : ": " + line.signature()) + "; "
                    + Amounts.count(line.runs(), "run") + ", first seed " + line.seed()
                    + (line.brokenPromises().isEmpty()
                            ? ""
                            : "; " + plan.base().reconfiguration().scheme() + " promises otherwise: "
                                    + line.brokenPromises()));
            if (line.shrunk() != null) {
                text.add("    shrunk to " + line.shrunk().get("text"));
            }
            if (line.explored() != null) {
                text.add("    explored: " + line.explored().get("text"));
            }
            if (line.folder() != null) {
                text.add("    " + line.folder());
            }
        }
        if (compared != null) {
            compared(text);
        }
        return text;
    }
}

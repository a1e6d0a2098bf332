package org.reweave.emulator.cli.race;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.race.RaceClass;
import org.reweave.emulator.race.RacePlan;
import org.reweave.emulator.race.RaceRun;
import org.reweave.emulator.race.Wilson;
import org.reweave.emulator.run.SoftwareVersion;
import org.reweave.reconfig.spi.Promise;

/** The results of a race on the terminal and as JSON. */
final class RaceReport {
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

    private final RacePlan plan;
    private final List<RaceRun> runs;
    private final List<Line> lines;

    RaceReport(RacePlan plan, List<RaceRun> runs, List<Line> lines) {
        this.plan = plan;
        this.runs = runs;
        this.lines = lines;
    }

    private long count(RaceClass kind) {
        return runs.stream().filter(run -> run.verdict().kind() == kind).count();
    }

    /** For {@code --json} and {@code race.json}; the same whatever the number of threads. */
    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("scenario", plan.base().name());
        document.put("description", plan.base().description());
        document.put("software", SoftwareVersion.read());
        document.put("seed", plan.base().seed());
        document.put("runs", runs.size());
        Map<String, Object> classes = new LinkedHashMap<>();
        Map<String, Object> shares = new LinkedHashMap<>();
        for (RaceClass kind : RaceClass.values()) {
            classes.put(kind.label(), count(kind));
            shares.put(kind.label(), Wilson.of(count(kind), runs.size()));
        }
        document.put("classes", classes);
        document.put("shares", shares);
        document.put("interval", "95%, Wilson");
        List<Map<String, Object>> findings = new ArrayList<>();
        lines.forEach(line -> findings.add(document(line)));
        document.put("findings", findings);
        return document;
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

    /** What is printed. */
    List<String> text() {
        List<String> text = new ArrayList<>();
        for (RaceClass kind : RaceClass.values()) {
            if (count(kind) > 0) {
                Wilson share = Wilson.of(count(kind), runs.size());
                text.add(String.format(
                        Locale.ROOT,
                        "  %-15s %6d  %5.1f%%  (95%%: %.1f to %.1f%%)",
                        kind.label(),
                        count(kind),
                        100 * share.share(),
                        100 * share.low(),
                        100 * share.high()));
            }
        }
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
        return text;
    }
}

package org.reweave.emulator.cli.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.MeasureText;
import org.reweave.emulator.cli.common.OutcomeText;
import org.reweave.emulator.compare.ComparisonPlot;
import org.reweave.emulator.compare.Contender;
import org.reweave.emulator.compare.Measurement;
import org.reweave.emulator.compare.Plan;
import org.reweave.emulator.compare.Standing;
import org.reweave.emulator.compare.Trial;
import org.reweave.emulator.csv.CsvText;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.measure.Reading;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.run.SoftwareVersion;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.sweep.Estimate;

/** The results of a comparison: on the terminal, and as Markdown, HTML, CSV, JSON and a figure. */
final class CompareReport {
    private final Scenario base;
    private final Plan plan;
    private final Map<Trial, Measurement> results;
    private final List<Standing> standings;
    private final List<Table> tables;

    /** A line per measure, a column per scheme. */
    private record Table(String title, List<String> head, List<List<String>> rows) {}

    CompareReport(Scenario base, Plan plan, Map<Trial, Measurement> results) {
        this.base = base;
        this.plan = plan;
        this.results = results;
        this.standings = Standing.of(plan, results);
        this.tables = tables();
    }

    // ---- tables for people ----

    private List<Table> tables() {
        List<Table> all = new ArrayList<>();
        int contenders = plan.contenders().size();
        for (int group = 0; group < plan.groups().size(); group++) {
            List<Standing> own = standings.subList(group * contenders, (group + 1) * contenders);
            String label = own.get(0).group();
            all.add(values(label, own));
            if (contenders > 1) {
                all.add(differences(label, own));
            }
        }
        return all;
    }

    private Table values(String label, List<Standing> own) {
        List<List<String>> rows = new ArrayList<>();
        for (Measure measure : Measure.values()) {
            if (own.stream().anyMatch(one -> one.values().containsKey(measure))) {
                rows.add(row(
                        MeasureText.title(measure),
                        own,
                        one -> MeasureText.of(measure, one.values().get(measure))));
            }
        }
        byCause("before", own, Standing::dropsBefore, rows);
        byCause("after", own, Standing::dropsAfter, rows);
        rows.add(row("runs", own, CompareReport::outcomes));
        List<String> head = new ArrayList<>(List.of(label.isEmpty() ? "mean" : label));
        own.forEach(one -> head.add(one.contender()));
        return new Table("", head, rows);
    }

    private Table differences(String label, List<Standing> own) {
        List<Standing> others = own.subList(1, own.size());
        List<List<String>> rows = new ArrayList<>();
        for (Measure measure : Measure.values()) {
            if (others.stream().anyMatch(one -> one.differences().containsKey(measure))) {
                rows.add(row(MeasureText.title(measure), others, one -> {
                    Estimate difference = one.differences().get(measure);
                    String text = MeasureText.of(measure, difference);
                    return difference != null && difference.halfWidth() != null && !difference.contains(0)
                            ? text + " *"
                            : text;
                }));
            }
        }
        List<String> head = new ArrayList<>(List.of(label.isEmpty() ? "difference" : label));
        others.forEach(one -> head.add(one.contender() + " - " + own.get(0).contender()));
        return new Table("Differences, paired by seed; * = the 95% interval excludes 0", head, rows);
    }

    private static void byCause(
            String when, List<Standing> own, Function<Standing, Map<String, Double>> drops, List<List<String>> rows) {
        Set<String> causes = new TreeSet<>();
        own.forEach(one -> causes.addAll(drops.apply(one).keySet()));
        for (String cause : causes) {
            rows.add(row(
                    "drops " + when + ": " + cause,
                    own,
                    one -> String.format(Locale.ROOT, "%.1f", drops.apply(one).getOrDefault(cause, 0.0))));
        }
    }

    private static List<String> row(String title, List<Standing> own, Function<Standing, String> cell) {
        List<String> row = new ArrayList<>(List.of(title));
        own.forEach(one -> row.add(cell.apply(one)));
        return row;
    }

    private String subtitle() {
        return Amounts.count(plan.trials().size(), "run") + ": "
                + Amounts.count(plan.contenders().size(), "scheme") + ", "
                + Amounts.count(plan.seeds().size(), "seed")
                + (plan.seeds().size() > 1
                        ? "; +- is the 95% confidence interval over seeds (Student's t)"
                        : "; one seed has no confidence interval");
    }

    /** Why runs did not come to their own end. */
    private List<String> notes() {
        List<Reading> gaveUp = new ArrayList<>();
        int limited = 0;
        for (Measurement run : results.values()) {
            if (run.outcome().equals(Outcome.INCOMPLETE.label())) {
                if (run.values().getOrDefault(Measure.GIVEN_UP, 0.0) > 0) {
                    gaveUp.add(run.reading());
                } else {
                    limited++;
                }
            }
        }
        List<String> notes = new ArrayList<>();
        if (!gaveUp.isEmpty()) {
            notes.add(incomplete(gaveUp.size())
                    + OutcomeText.gaveUp(
                            sum(gaveUp, Measure.GIVEN_UP),
                            sum(gaveUp, Measure.RETRANSMITTED),
                            sum(gaveUp, Measure.DUPLICATES)));
        }
        if (limited > 0) {
            notes.add(incomplete(limited) + "run.limit came before the end: raise run.limit");
        }
        return notes;
    }

    /** How the runs of a scheme ended: {@code 9 completed + 1 incomplete}. */
    static String outcomes(Standing standing) {
        return standing.outcomes().entrySet().stream()
                .map(outcome -> outcome.getValue() + " " + outcome.getKey())
                .collect(Collectors.joining(" + "));
    }

    private static String incomplete(int runs) {
        return Amounts.count(runs, "run") + " incomplete: ";
    }

    private static long sum(List<Reading> readings, Measure measure) {
        return Math.round(readings.stream()
                .mapToDouble(reading -> reading.values().get(measure))
                .sum());
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(base.name() + ": " + base.description());
        lines.add("  " + subtitle());
        for (Table table : tables) {
            lines.add("");
            if (!table.title().isEmpty()) {
                lines.add("  " + table.title());
            }
            int[] widths = new int[table.head().size()];
            List<List<String>> all = new ArrayList<>(List.of(table.head()));
            all.addAll(table.rows());
            all.forEach(row -> {
                for (int i = 0; i < widths.length; i++) {
                    widths[i] = Math.max(widths[i], row.get(i).length());
                }
            });
            for (List<String> row : all) {
                StringBuilder line = new StringBuilder("  " + pad(row.get(0), -widths[0]));
                for (int i = 1; i < widths.length; i++) {
                    line.append("  ").append(pad(row.get(i), widths[i]));
                }
                lines.add(line.toString().stripTrailing());
            }
        }
        notes().forEach(note -> lines.addAll(List.of("", "  " + note)));
        return lines;
    }

    private static String pad(String text, int width) {
        return String.format("%" + width + "s", text);
    }

    String markdown() {
        StringBuilder text =
                new StringBuilder("# " + base.name() + "\n\n" + base.description() + ".\n" + subtitle() + ".\n");
        for (Table table : tables) {
            text.append('\n');
            if (!table.title().isEmpty()) {
                text.append(table.title().replace("*", "\\*")).append(".\n\n");
            }
            text.append("| ").append(String.join(" | ", table.head())).append(" |\n|---");
            text.append("|---:".repeat(table.head().size() - 1)).append("|\n");
            table.rows().forEach(row -> text.append("| ")
                    .append(String.join(" | ", row).replace("+-", "±").replace("*", "\\*"))
                    .append(" |\n"));
        }
        notes().forEach(note -> text.append('\n').append(note).append(".\n"));
        text.append('\n');
        for (Measure measure : Measure.values()) {
            text.append("- ")
                    .append(measure.title())
                    .append(": ")
                    .append(measure.meaning())
                    .append('\n');
        }
        return text.toString();
    }

    String page() {
        return ComparePage.of(
                base.name(),
                base.description(),
                subtitle().replace("+-", "±"),
                plan.contenders().size(),
                standings,
                notes(),
                figure().svg());
    }

    Figure figure() {
        return ComparisonPlot.of(base, plan, results, standings, base.name() + ": " + base.description(), subtitle());
    }

    // ---- for other programs ----

    /** A line per run. */
    String runsCsv() {
        List<String> columns = new ArrayList<>(List.of("group", "scheme", "seed", "outcome"));
        columns.addAll(Reading.columns(List.of(Measure.values())));
        columns.add("fingerprint");
        CsvText csv = new CsvText(columns);
        plan.groups().forEach(group -> plan.contenders().forEach(contender -> plan.trials(group, contender)
                .forEach(trial -> csv.row(runRow(group.label(), contender, trial)))));
        return csv.toString();
    }

    private List<Object> runRow(String group, Contender contender, Trial trial) {
        Measurement run = results.get(trial);
        List<Object> cells = new ArrayList<>(List.of(group, contender.label(), trial.seed(), run.outcome()));
        cells.addAll(run.reading().cells(List.of(Measure.values())));
        cells.add(run.fingerprint());
        return cells;
    }

    /** A line per scheme and group. {@code _ci95} is half the width of the interval. */
    String schemesCsv() {
        List<String> columns = new ArrayList<>(List.of("group", "scheme", "outcomes"));
        for (Measure measure : Measure.values()) {
            String column = measure.column();
            columns.addAll(List.of(column, column + "_ci95", column + "_difference", column + "_difference_ci95"));
        }
        CsvText csv = new CsvText(columns);
        for (Standing standing : standings) {
            List<Object> cells = new ArrayList<>(List.of(standing.group(), standing.contender(), outcomes(standing)));
            for (Measure measure : Measure.values()) {
                estimate(standing.values().get(measure), cells);
                estimate(standing.differences().get(measure), cells);
            }
            csv.row(cells);
        }
        return csv.toString();
    }

    private static void estimate(Estimate estimate, List<Object> cells) {
        cells.add(CsvText.decimals(estimate == null ? null : estimate.mean(), 6));
        cells.add(CsvText.decimals(estimate == null ? null : estimate.halfWidth(), 6));
    }

    /** For {@code --json} and {@code compare.json}; the same whatever the number of threads. */
    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("scenario", base.name());
        document.put("description", base.description());
        document.put("software", SoftwareVersion.read());
        document.put("seeds", plan.seeds());
        document.put("interval", "95%, Student's t over seeds; differences from the first scheme, paired by seed");
        document.put("standings", standings);
        return document;
    }
}

package org.reweave.emulator.cli.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.OutcomeText;
import org.reweave.emulator.cli.common.StudyReport;
import org.reweave.emulator.compare.ComparedRun;
import org.reweave.emulator.compare.ComparisonPlot;
import org.reweave.emulator.compare.Contender;
import org.reweave.emulator.compare.Measurement;
import org.reweave.emulator.compare.Plan;
import org.reweave.emulator.compare.Standing;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.measure.Reading;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.sweep.Estimate;
import org.reweave.emulator.sweep.Series;
import org.reweave.emulator.table.Cell;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;

/** The results of a comparison: on the terminal, and as Markdown, HTML, CSV, JSON and a figure. */
final class CompareReport implements StudyReport {
    private static final String DIFFERENCES = "Differences, paired by seed; * = the 95% interval excludes 0";

    /** @param group of the run's series */
    private record RunOf(Series group, Contender contender, ComparedRun run, Measurement measurement) {}

    private final Scenario base;
    private final List<String> sets;
    private final Plan plan;
    private final List<Measure> chosen;
    private final Map<ComparedRun, Measurement> results;
    private final List<Standing> standings;

    /** @param chosen measures that tables show, and the figure beside the courses; empty = tables show all */
    CompareReport(
            Scenario base, List<String> sets, Plan plan, List<Measure> chosen, Map<ComparedRun, Measurement> results) {
        this.base = base;
        this.sets = List.copyOf(sets);
        this.plan = plan;
        this.chosen = List.copyOf(chosen);
        this.results = results;
        this.standings = Standing.of(plan, results);
    }

    /** The standings by combination of the varied keys. */
    private List<List<Standing>> groups() {
        int contenders = plan.contenders().size();
        return IntStream.range(0, plan.groups().size())
                .mapToObj(group -> standings.subList(group * contenders, (group + 1) * contenders))
                .toList();
    }

    private String subtitle() {
        return Amounts.count(plan.runs().size(), "run") + ": "
                + Amounts.count(plan.contenders().size(), "scheme") + ", "
                + Amounts.count(plan.seeds().size(), "seed")
                + StudyReport.intervals(plan.seeds().size());
    }

    /** Why runs did not come to their own end, and which means are not of all runs. */
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
        if (CompareTables.hasPartialMeans(standings, chosen)) {
            notes.add(
                    "(N of M): so many of the runs have this value, and the mean is of them alone; a run whose change did"
                            + " not end, for example, has no end");
        }
        return notes;
    }

    private static String incomplete(int runs) {
        return Amounts.count(runs, "run") + " incomplete: ";
    }

    private static long sum(List<Reading> readings, Measure measure) {
        return Math.round(readings.stream()
                .mapToDouble(reading -> reading.values().get(measure))
                .sum());
    }

    @Override
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(title(), "  " + StudyReport.setup(base, sets), "  " + subtitle()));
        for (List<Standing> own : groups()) {
            lines.add("");
            CompareTables.values(own, chosen).text().forEach(line -> lines.add("  " + line));
            if (own.size() > 1) {
                lines.addAll(List.of("", "  " + DIFFERENCES));
                CompareTables.differences(own, chosen).text().forEach(line -> lines.add("  " + line));
            }
        }
        notes().forEach(note -> lines.addAll(List.of("", "  " + note)));
        return lines;
    }

    private String markdown() {
        StringBuilder text = new StringBuilder("# " + Cell.markdown(title()) + "\n\n"
                + Cell.markdown(StudyReport.setup(base, sets)) + ".\n" + Cell.markdown(subtitle()) + ".\n");
        for (List<Standing> own : groups()) {
            text.append('\n').append(CompareTables.values(own, chosen).markdown());
            if (own.size() > 1) {
                text.append('\n').append(Cell.markdown(DIFFERENCES)).append(".\n\n");
                text.append(CompareTables.differences(own, chosen).markdown());
            }
        }
        notes().forEach(note -> text.append('\n').append(note).append(".\n"));
        text.append('\n');
        for (Measure measure : Measure.values()) {
            text.append("- " + measure.title() + ": " + measure.meaning() + "\n");
        }
        return text.toString();
    }

    @Override
    public Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("compare.html", page());
        files.put("compare.md", markdown());
        files.put("compare.svg", figure().svg());
        files.put("compare.csv", figure().csv());
        files.put("schemes.csv", schemesCsv());
        files.put("runs.csv", runsCsv());
        return files;
    }

    private String page() {
        return ComparePage.of(
                title(),
                StudyReport.setup(base, sets),
                subtitle().replace("+-", "±"),
                groups(),
                chosen,
                notes(),
                figure());
    }

    private Figure figure() {
        List<String> lines = List.of(StudyReport.setup(base, sets), subtitle());
        return ComparisonPlot.of(base, plan, results, standings, chosen, title(), lines);
    }

    private String title() {
        return StudyReport.fabric(base) + ": "
                + plan.contenders().stream().map(Contender::label).collect(Collectors.joining(", "));
    }

    /** A line per run. */
    private String runsCsv() {
        List<Column<RunOf>> columns = new ArrayList<>(List.of(
                Column.text("group", run -> run.group().label()),
                Column.text("scheme", run -> run.contender().label()),
                Column.number("seed", run -> run.run().seed()),
                Column.text("outcome", run -> run.measurement().outcome())));
        Reading.columns(List.of(Measure.values()))
                .forEach(
                        column -> columns.add(column.of(run -> run.measurement().reading())));
        columns.add(Column.text("fingerprint", run -> run.measurement().fingerprint()));
        List<RunOf> runs = new ArrayList<>();
        plan.groups().forEach(group -> plan.contenders().forEach(contender -> plan.runs(group, contender)
                .forEach(run -> runs.add(new RunOf(group, contender, run, results.get(run))))));
        return Table.of(columns, runs).csv();
    }

    /** A line per scheme and group. {@code _ci95} is half the width of the interval. */
    private String schemesCsv() {
        List<Column<Standing>> columns = new ArrayList<>(List.of(
                Column.text("group", Standing::group),
                Column.text("scheme", Standing::contender),
                Column.text("outcomes", one -> OutcomeText.counts(one.outcomes()))));
        for (Measure measure : Measure.values()) {
            String heading = measure.column();
            columns.addAll(Estimate.columns(heading, one -> one.values().get(measure)));
            columns.addAll(Estimate.columns(
                    heading + "_difference", one -> one.differences().get(measure)));
        }
        return Table.of(columns, standings).csv();
    }

    @Override
    public Map<String, Object> document() {
        Map<String, Object> document = StudyReport.document(base);
        document.put("seeds", plan.seeds());
        document.put("interval", "95%, Student's t over seeds; differences from the first scheme, paired by seed");
        document.put("standings", standings);
        return document;
    }

    @Override
    public boolean isGood() {
        return results.values().stream().allMatch(Measurement::isCompleted);
    }
}

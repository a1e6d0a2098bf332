package org.reweave.emulator.cli.compare;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.reweave.emulator.cli.common.MeasureText;
import org.reweave.emulator.cli.common.OutcomeText;
import org.reweave.emulator.compare.Standing;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.sweep.Estimate;
import org.reweave.emulator.table.Cell;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;

/** The tables of a comparison: a line per measure, a column per scheme. */
final class CompareTables {
    /** Measures that belong together, by the title of their part, in the order of the table. */
    static final Map<String, List<Measure>> PARTS = parts();

    /** One line of a table: a title with its explanation, and a cell for each scheme. */
    private record Line(String title, String meaning, Function<Standing, Cell> cell) {}

    private CompareTables() {}

    private static Map<String, List<Measure>> parts() {
        Map<String, List<Measure>> parts = new LinkedHashMap<>();
        parts.put(
                "The change",
                part(Measure.DETECTION, Measure.PAST_TRAFFIC, Measure.TOKENS, Measure.TOKEN_WAITS, Measure.TOKEN_WAIT));
        parts.put("Losses", part(Measure.DROPS_BEFORE, Measure.REVISITING));
        parts.put("Traffic", part(Measure.LATENCY_BEFORE, Measure.ACCEPTED, Measure.TOKEN_LATENCY, Measure.FAIRNESS));
        parts.put("Control and transport", part(Measure.SMPS, Measure.GIVEN_UP));
        return parts;
    }

    /** @param chosen measures; empty = all of them, in their parts */
    private static Map<String, List<Measure>> parts(List<Measure> chosen) {
        return chosen.isEmpty() ? PARTS : Map.of("Chosen measures", chosen);
    }

    private static List<Measure> part(Measure from, Measure to, Measure... more) {
        List<Measure> measures = new ArrayList<>(EnumSet.range(from, to));
        measures.addAll(List.of(more));
        return List.copyOf(measures);
    }

    /** Means of the schemes of one group; in HTML with the differences from the first scheme below them. */
    static Table values(List<Standing> own, List<Measure> chosen) {
        Map<String, List<Line>> parts = new LinkedHashMap<>();
        parts.put("", List.of(new Line("runs", "", one -> {
            Cell cell = Cell.of(OutcomeText.counts(one.outcomes()));
            return one.outcomes().keySet().equals(Set.of(Outcome.COMPLETED.label())) ? cell : cell.style("doubtful");
        })));
        parts(chosen).forEach((title, measures) -> {
            List<Line> lines = lines(measures, Standing::values, own, measure -> {
                double largest = own.stream()
                        .map(one -> one.values().get(measure))
                        .mapToDouble(value -> value == null ? 0 : value.mean())
                        .max()
                        .orElse(0);
                return one -> value(measure, one, largest);
            });
            if (measures.contains(Measure.DROPS_BEFORE)) {
                causes("before", own, Standing::dropsBefore, lines);
                causes("after", own, Standing::dropsAfter, lines);
            }
            if (!lines.isEmpty()) {
                parts.put(title, lines);
            }
        });
        return table("mean", own, Standing::contender, parts);
    }

    /** Differences of all other schemes of a group from the first one. */
    static Table differences(List<Standing> own, List<Measure> chosen) {
        List<Standing> others = own.subList(1, own.size());
        List<Line> lines = lines(
                chosen.isEmpty() ? List.of(Measure.values()) : chosen,
                Standing::differences,
                others,
                measure -> one -> Cell.of(difference(measure, one)));
        String first = " - " + own.get(0).contender();
        return table("difference", others, one -> one.contender() + first, Map.of("", lines));
    }

    /** A line for each measure that one of the schemes has. */
    private static List<Line> lines(
            List<Measure> measures,
            Function<Standing, Map<Measure, Estimate>> estimates,
            List<Standing> own,
            Function<Measure, Function<Standing, Cell>> cells) {
        List<Line> lines = new ArrayList<>();
        for (Measure measure : measures) {
            if (own.stream().anyMatch(one -> estimates.apply(one).containsKey(measure))) {
                lines.add(new Line(MeasureText.title(measure), measure.meaning(), cells.apply(measure)));
            }
        }
        return lines;
    }

    private static Table table(
            String heading, List<Standing> own, Function<Standing, String> title, Map<String, List<Line>> parts) {
        String group = own.get(0).group();
        List<Column<Line>> columns = new ArrayList<>();
        columns.add(Column.text(group.isEmpty() ? heading : group, line -> Cell.of(line.title())
                .hint(line.meaning())
                .html(Cell.escape(line.title()).replace(", us", ", µs"))));
        own.forEach(one ->
                columns.add(Column.number(title.apply(one), line -> line.cell().apply(one))));
        return Table.inParts(columns, parts);
    }

    private static Cell value(Measure measure, Standing standing, double largest) {
        Estimate value = standing.values().get(measure);
        if (value == null) {
            return Cell.of("-").style("muted");
        }
        Cell cell = Cell.of(text(measure, value, standing)).bar(value.mean(), largest);
        Estimate difference = standing.differences().get(measure);
        return difference == null ? cell : cell.html(html(cell.text()) + below(measure, difference, standing));
    }

    private static String below(Measure measure, Estimate difference, Standing standing) {
        String text = (difference.mean() > 0 ? "+" : "") + html(text(measure, difference, standing));
        return "<small>" + (isSure(difference) ? "<b>" + text + "</b>" : text) + "</small>";
    }

    private static String html(String text) {
        return Cell.escape(text).replace("+-", "±");
    }

    private static String difference(Measure measure, Standing standing) {
        Estimate difference = standing.differences().get(measure);
        return text(measure, difference, standing) + (difference != null && isSure(difference) ? " *" : "");
    }

    /** A mean, with the number of runs that have a value where others of the scheme have none. */
    private static String text(Measure measure, Estimate estimate, Standing standing) {
        boolean ofAll = estimate == null || estimate.samples() == standing.runs();
        return MeasureText.of(measure, estimate)
                + (ofAll ? "" : " (" + estimate.samples() + " of " + standing.runs() + ")");
    }

    /** Whether a mean of one of the shown measures, or a difference, is of fewer runs than there are. */
    static boolean hasPartialMeans(List<Standing> standings, List<Measure> chosen) {
        return standings.stream().anyMatch(one -> Stream.of(one.values(), one.differences())
                .flatMap(estimates -> estimates.entrySet().stream())
                .filter(estimate -> chosen.isEmpty() || chosen.contains(estimate.getKey()))
                .anyMatch(estimate -> estimate.getValue().samples() < one.runs()));
    }

    /** Whether the 95% interval excludes 0. */
    private static boolean isSure(Estimate difference) {
        return difference.halfWidth() != null && !difference.contains(0);
    }

    private static void causes(
            String when, List<Standing> own, Function<Standing, Map<String, Double>> drops, List<Line> lines) {
        Set<String> causes = new TreeSet<>();
        own.forEach(one -> causes.addAll(drops.apply(one).keySet()));
        for (String cause : causes) {
            Function<Standing, Double> mean = one -> drops.apply(one).getOrDefault(cause, 0.0);
            double largest = own.stream().mapToDouble(mean::apply).max().orElse(0);
            lines.add(new Line("drops " + when + ": " + cause, "packets lost, by cause", one -> Cell.of(
                            String.format(Locale.ROOT, "%.1f", mean.apply(one)))
                    .bar(mean.apply(one), largest)));
        }
    }
}

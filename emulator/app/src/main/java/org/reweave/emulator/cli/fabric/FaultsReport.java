package org.reweave.emulator.cli.fabric;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.reweave.emulator.plot.Axis;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.plot.Panel;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;
import org.reweave.routing.verify.ConfidenceInterval;
import org.reweave.routing.verify.FaultCount;
import org.reweave.routing.verify.PairFigures;

/** The result of {@code reweave faults} as a table with bars, as CSV and as a figure. */
final class FaultsReport {
    private static final int BAR = 20;
    /** Columns for people. */
    private static final List<Column<FaultCount>> COUNTS = List.of(
            Column.number("faults", FaultCount::faults),
            Column.number("combinations", "%,d", FaultCount::combinations),
            Column.number("judged", "%,d", FaultCount::evaluated),
            Column.number("tolerated", "%,d", FaultCount::tolerated),
            Column.number("not tolerated", "%,d", FaultCount::notTolerated),
            Column.number("disconnected", "%,d", FaultCount::disconnected),
            Column.text("", count -> "|" + "#".repeat((int) Math.round(BAR * count.share()))),
            Column.number("share", "%.4f%%", count -> 100 * count.share()),
            Column.number("interval", FaultsReport::interval),
            Column.number("hops", "%.3f", FaultCount::hopsMean),
            Column.number("most", FaultCount::hopsMax),
            Column.number("VLs", FaultCount::vls),
            Column.number("SLs", FaultCount::sls),
            Column.number("LIDs", FaultCount::lids));

    private static final List<Column<FaultCount>> PAIRS = List.of(
            Column.number("faults", FaultCount::faults),
            Column.number("fraction", "%.3f%%", count -> 100 * count.pairs().faultFraction()),
            Column.number("delivered", "%.4f%%", count -> 100 * count.pairs().ofWorking()),
            Column.number("interval", count -> interval(count.pairs().ofWorkingInterval())),
            Column.number("of connected", "%.4f%%", count -> 100 * count.pairs().ofConnected()),
            Column.number("interval", count -> interval(count.pairs().ofConnectedInterval())),
            Column.number("mean links", "%.4f", count -> count.pairs().linksMean()),
            Column.number("most", count -> count.pairs().linksMax()));

    private FaultsReport() {}

    static String table(FaultsCommand.Document document) {
        List<FaultCount> counts = document.counts();
        List<String> lines = new ArrayList<>();
        lines.add(format(
                "%s under %s: sets of failed %s, of %d that may fail; seed %d; %.2f s",
                document.fabric(),
                document.method(),
                elements(document),
                document.elements(),
                document.seed(),
                document.computeSeconds()));
        lines.add("");
        lines.addAll(Table.of(COUNTS, counts).text());
        List<FaultCount> withPairs =
                counts.stream().filter(count -> count.pairs() != null).toList();
        if (!withPairs.isEmpty()) {
            lines.addAll(List.of("", "pairs of NICs whose switches work, over all sets judged"));
            lines.addAll(Table.of(PAIRS, withPairs).text());
            lines.add("");
        }
        counts.forEach(count -> count.figures().forEach((name, values) -> {
            StringBuilder line = new StringBuilder(format("%d faults, %s:", count.faults(), name));
            values.forEach((key, share) -> line.append(format("  %s: %.7f%%", key, 100 * share)));
            lines.add(line.toString());
        }));
        counts.forEach(
                count -> count.examples().forEach(example -> lines.add("not tolerated: " + String.join(" ", example))));
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }

    private static String elements(FaultsCommand.Document document) {
        return document.element().equals("link") ? "links" : "switches";
    }

    /**
     * The document with each method's own figures among a count's fields: {@code pathsWithIntermediates} beside
     * {@code tolerated}.
     */
    static ObjectNode json(FaultsCommand.Document document) {
        ObjectNode root = JsonMapper.builder().build().valueToTree(document);
        for (JsonNode count : root.withArray("counts")) {
            ObjectNode fields = (ObjectNode) count;
            fields.setAll((ObjectNode) fields.remove("figures"));
        }
        return root;
    }

    private static String interval(FaultCount count) {
        return count.exhaustive()
                ? "all sets"
                : format(
                        "%.4f..%.4f (%.0f%%)",
                        count.interval().low(),
                        count.interval().high(),
                        100 * count.interval().confidence());
    }

    private static String interval(ConfidenceInterval interval) {
        return interval.confidence() == 1 ? "all sets" : format("%.5f..%.5f", interval.low(), interval.high());
    }

    static String csv(FaultsCommand.Document document) {
        List<Column<FaultCount>> columns = new ArrayList<>(List.of(
                Column.text("fabric", count -> document.fabric()),
                Column.text("method", count -> document.method()),
                Column.text("element", count -> document.element()),
                Column.number("seed", count -> document.seed()),
                Column.number("faults", FaultCount::faults),
                Column.number("combinations", FaultCount::combinations),
                Column.number("evaluated", FaultCount::evaluated),
                Column.text("exhaustive", FaultCount::exhaustive),
                Column.number("tolerated", FaultCount::tolerated),
                Column.number("not_tolerated", FaultCount::notTolerated),
                Column.number("disconnected", FaultCount::disconnected),
                Column.number("cyclic", FaultCount::cyclic),
                Column.decimals("share", 9, FaultCount::share),
                Column.decimals("low", 9, count -> count.interval().low()),
                Column.decimals("high", 9, count -> count.interval().high()),
                Column.decimals("confidence", 2, count -> count.interval().confidence()),
                Column.decimals("hops_mean", 6, FaultCount::hopsMean),
                Column.number("hops_max", FaultCount::hopsMax),
                Column.number("pairs_lost", FaultCount::pairsLost),
                Column.number("vls", FaultCount::vls),
                Column.number("sls", FaultCount::sls),
                Column.number("lids", FaultCount::lids)));
        share("pair", PairFigures::ofWorking, PairFigures::ofWorkingInterval, columns);
        share("connected_pair", PairFigures::ofConnected, PairFigures::ofConnectedInterval, columns);
        Column<PairFigures> mean = Column.decimals("links_mean", 6, PairFigures::linksMean);
        Column<PairFigures> most = Column.number("links_max", PairFigures::linksMax);
        columns.add(mean.of(FaultCount::pairs));
        columns.add(most.of(FaultCount::pairs));
        return Table.of(columns, document.counts()).csv();
    }

    private static void share(
            String name,
            Function<PairFigures, Double> share,
            Function<PairFigures, ConfidenceInterval> interval,
            List<Column<FaultCount>> columns) {
        List<Column<PairFigures>> three = List.of(
                Column.decimals(name + "_share", 9, share),
                Column.decimals(name + "_low", 9, pairs -> interval.apply(pairs).low()),
                Column.decimals(
                        name + "_high", 9, pairs -> interval.apply(pairs).high()));
        three.forEach(column -> columns.add(column.of(FaultCount::pairs)));
    }

    /** Share tolerated over faults with its intervals. The share's axis begins at the lowest interval's decile. */
    static Figure figure(FaultsCommand.Document document) {
        List<Panel.Point> points = new ArrayList<>();
        double least = 100;
        int most = 1;
        for (FaultCount c : document.counts()) {
            double low = 100 * c.interval().low();
            points.add(new Panel.Point(
                    c.faults(), 100 * c.share(), low, 100 * c.interval().high(), Panel.Mark.FULL));
            least = Math.min(least, low);
            most = Math.max(most, c.faults());
        }
        double floor = Math.max(0, 10 * Math.floor(least / 10 - 1e-9));
        String elements = elements(document);
        Axis counts = new Axis(0, most, false);
        Panel.Dimension across = new Panel.Dimension("failed " + elements, counts, counts.wholeTicks());
        Panel.Dimension up = new Panel.Dimension("tolerated sets, %", new Axis(floor, 100, false));
        String title = document.fabric() + ": share of sets of failed " + elements + " that " + document.method()
                + " tolerates";
        double confidence = document.counts().stream()
                .mapToDouble(c -> c.interval().confidence())
                .min()
                .orElse(1);
        String line = confidence == 1
                ? "all sets were judged"
                : format("bars: %.0f%% confidence intervals; seed %d", 100 * confidence, document.seed());
        Panel panel = new Panel("", across, up, List.of(new Panel.Series("", points)), false);
        return new Figure(title, List.of(line), List.of(panel));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}

package org.reweave.emulator.cli.fabric;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.reweave.emulator.csv.CsvText;
import org.reweave.emulator.plot.Axis;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.plot.Panel;
import org.reweave.routing.verify.ConfidenceInterval;
import org.reweave.routing.verify.FaultCount;
import org.reweave.routing.verify.PairFigures;

/** The result of {@code reweave faults} as a table with bars, as CSV and as a figure. */
final class FaultsReport {
    private static final int BAR = 20;
    private static final List<String> COLUMNS = List.of(
            "fabric",
            "method",
            "element",
            "seed",
            "faults",
            "combinations",
            "evaluated",
            "exhaustive",
            "tolerated",
            "not_tolerated",
            "disconnected",
            "cyclic",
            "share",
            "low",
            "high",
            "confidence",
            "hops_mean",
            "hops_max",
            "pairs_lost",
            "vls",
            "sls",
            "lids",
            "pair_share",
            "pair_low",
            "pair_high",
            "connected_pair_share",
            "connected_pair_low",
            "connected_pair_high",
            "links_mean",
            "links_max");

    private FaultsReport() {}

    static String table(FaultsCommand.Document document) {
        StringBuilder text = new StringBuilder();
        text.append(format(
                "%s under %s: sets of failed %s, of %d that may fail; seed %d; %.2f s%n%n",
                document.fabric(),
                document.method(),
                document.element().equals("link") ? "links" : "switches",
                document.elements(),
                document.seed(),
                document.computeSeconds()));
        text.append(format(
                "%6s  %18s  %10s  %10s  %13s  %12s  %-21s  %9s  %22s  %6s  %4s  %3s  %3s  %4s%n",
                "faults",
                "combinations",
                "judged",
                "tolerated",
                "not tolerated",
                "disconnected",
                "",
                "share",
                "interval",
                "hops",
                "most",
                "VLs",
                "SLs",
                "LIDs"));
        for (FaultCount count : document.counts()) {
            text.append(row(count));
        }
        if (document.counts().stream().anyMatch(count -> count.pairs() != null)) {
            text.append(pairs(document));
        }
        for (FaultCount count : document.counts()) {
            text.append(figures(count));
        }
        for (FaultCount count : document.counts()) {
            for (List<String> example : count.examples()) {
                text.append(format("not tolerated: %s%n", String.join(" ", example)));
            }
        }
        return text.toString();
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

    private static String figures(FaultCount count) {
        StringBuilder text = new StringBuilder();
        count.figures().forEach((name, values) -> {
            text.append(format("%d faults, %s:", count.faults(), name));
            values.forEach((key, share) -> text.append(format("  %s: %.7f%%", key, 100 * share)));
            text.append(format("%n"));
        });
        return text.toString();
    }

    private static String row(FaultCount count) {
        int filled = (int) Math.round(BAR * count.share());
        String interval = count.exhaustive()
                ? "all sets"
                : format(
                        "%.4f..%.4f (%.0f%%)",
                        count.interval().low(),
                        count.interval().high(),
                        100 * count.interval().confidence());
        return format(
                "%6d  %,18d  %,10d  %,10d  %,13d  %,12d  %-21s  %8.4f%%  %22s  %6.3f  %4d  %3d  %3d  %4d%n",
                count.faults(),
                count.combinations(),
                count.evaluated(),
                count.tolerated(),
                count.notTolerated(),
                count.disconnected(),
                "|" + "#".repeat(filled),
                100 * count.share(),
                interval,
                count.hopsMean(),
                count.hopsMax(),
                count.vls(),
                count.sls(),
                count.lids());
    }

    private static String pairs(FaultsCommand.Document document) {
        StringBuilder text = new StringBuilder(format(
                "%npairs of NICs whose switches work, over all sets judged%n%6s  %8s  %10s  %17s  %12s  %17s  %10s  %4s%n",
                "faults", "fraction", "delivered", "interval", "of connected", "interval", "mean links", "most"));
        for (FaultCount count : document.counts()) {
            PairFigures pairs = count.pairs();
            if (pairs != null) {
                text.append(format(
                        "%6d  %7.3f%%  %9.4f%%  %17s  %11.4f%%  %17s  %10.4f  %4d%n",
                        count.faults(),
                        100 * pairs.faultFraction(),
                        100 * pairs.ofWorking(),
                        interval(pairs.ofWorkingInterval()),
                        100 * pairs.ofConnected(),
                        interval(pairs.ofConnectedInterval()),
                        pairs.linksMean(),
                        pairs.linksMax()));
            }
        }
        return text.append('\n').toString();
    }

    private static String interval(ConfidenceInterval interval) {
        return interval.confidence() == 1 ? "all sets" : format("%.5f..%.5f", interval.low(), interval.high());
    }

    static String csv(FaultsCommand.Document document) {
        CsvText text = new CsvText(COLUMNS);
        for (FaultCount c : document.counts()) {
            List<Object> cells = new ArrayList<>(List.of(
                    document.fabric(),
                    document.method(),
                    document.element(),
                    document.seed(),
                    c.faults(),
                    c.combinations(),
                    c.evaluated(),
                    c.exhaustive(),
                    c.tolerated(),
                    c.notTolerated(),
                    c.disconnected(),
                    c.cyclic(),
                    CsvText.decimals(c.share(), 9),
                    CsvText.decimals(c.interval().low(), 9),
                    CsvText.decimals(c.interval().high(), 9),
                    CsvText.decimals(c.interval().confidence(), 2),
                    CsvText.decimals(c.hopsMean(), 6),
                    c.hopsMax(),
                    c.pairsLost(),
                    c.vls(),
                    c.sls(),
                    c.lids()));
            cells.addAll(cells(c.pairs()));
            text.row(cells);
        }
        return text.toString();
    }

    private static List<?> cells(PairFigures pairs) {
        if (pairs == null) {
            return Collections.nCopies(8, null);
        }
        return List.of(
                CsvText.decimals(pairs.ofWorking(), 9),
                CsvText.decimals(pairs.ofWorkingInterval().low(), 9),
                CsvText.decimals(pairs.ofWorkingInterval().high(), 9),
                CsvText.decimals(pairs.ofConnected(), 9),
                CsvText.decimals(pairs.ofConnectedInterval().low(), 9),
                CsvText.decimals(pairs.ofConnectedInterval().high(), 9),
                CsvText.decimals(pairs.linksMean(), 6),
                pairs.linksMax());
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
        String elements = document.element().equals("link") ? "links" : "switches";
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
        Panel panel = new Panel("", across, up, List.of(new Panel.Series("", points, null)), false);
        return new Figure(title, List.of(line), List.of(panel));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}

package org.reweave.emulator.cli.fabric;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.reweave.routing.verify.ConfidenceInterval;
import org.reweave.routing.verify.FaultCount;
import org.reweave.routing.verify.PairFigures;

/** The result of {@code reweave faults} as a table with bars, as CSV and as a self-contained SVG. */
final class FaultsReport {
    private static final int BAR = 20;
    private static final int WIDTH = 640;
    private static final int HEIGHT = 400;
    private static final int MARGIN = 50;

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
        StringBuilder text = new StringBuilder(
                "fabric,method,element,seed,faults,combinations,evaluated,exhaustive,tolerated,"
                        + "notTolerated,disconnected,cyclic,share,low,high,confidence,hopsMean,hopsMax,pairsLost,vls,sls,lids,"
                        + "pairShare,pairLow,pairHigh,connectedPairShare,connectedPairLow,connectedPairHigh,linksMean,linksMax\n");
        for (FaultCount c : document.counts()) {
            text.append(format(
                    "\"%s\",%s,%s,%d,%d,%d,%d,%b,%d,%d,%d,%d,%.9f,%.9f,%.9f,%.2f,%.6f,%d,%d,%d,%d,%d%s\n",
                    document.fabric().replace("\"", "\"\""),
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
                    c.share(),
                    c.interval().low(),
                    c.interval().high(),
                    c.interval().confidence(),
                    c.hopsMean(),
                    c.hopsMax(),
                    c.pairsLost(),
                    c.vls(),
                    c.sls(),
                    c.lids(),
                    csv(c.pairs())));
        }
        return text.toString();
    }

    private static String csv(PairFigures pairs) {
        if (pairs == null) {
            return ",".repeat(8);
        }
        return format(
                ",%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.6f,%d",
                pairs.ofWorking(),
                pairs.ofWorkingInterval().low(),
                pairs.ofWorkingInterval().high(),
                pairs.ofConnected(),
                pairs.ofConnectedInterval().low(),
                pairs.ofConnectedInterval().high(),
                pairs.linksMean(),
                pairs.linksMax());
    }

    /**
     * Share tolerated over faults, the interval as a bar at each point. The share axis starts at the lowest interval's
     * decile.
     */
    static String svg(FaultsCommand.Document document) {
        double least = 1;
        int most = 1;
        for (FaultCount c : document.counts()) {
            least = Math.min(least, c.interval().low());
            most = Math.max(most, c.faults());
        }
        double floor = Math.max(0, Math.floor(least * 10 - 1e-9) / 10);
        StringBuilder text = new StringBuilder(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n"
                        + "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>%n<text x=\"%d\" y=\"20\">%s: share of sets"
                        + " of failed %s that %s tolerates</text>%n",
                WIDTH,
                HEIGHT,
                WIDTH,
                HEIGHT,
                MARGIN,
                document.fabric().replace("&", "&amp;").replace("<", "&lt;"),
                document.element().equals("link") ? "links" : "switches",
                document.method()));
        for (int step = 0; step <= 5; step++) {
            double share = floor + (1 - floor) * step / 5;
            text.append(format(
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"5\" y=\"%.1f\">%.1f%%</text>%n",
                    MARGIN, WIDTH - 20, y(share, floor), y(share, floor), y(share, floor) + 4, 100 * share));
        }
        StringBuilder line = new StringBuilder();
        for (FaultCount c : document.counts()) {
            double x = MARGIN + 10 + (WIDTH - MARGIN - 40.0) * c.faults() / most;
            line.append(format("%.1f,%.1f ", x, y(c.share(), floor)));
            text.append(format(
                    "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#888\" stroke-width=\"3\"/>"
                            + "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>%n",
                    x,
                    x,
                    y(c.interval().low(), floor),
                    y(c.interval().high(), floor),
                    x,
                    HEIGHT - MARGIN + 18,
                    c.faults()));
        }
        text.append(format(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"#06c\"/>%n",
                line.toString().trim()));
        return text.append(format("<text x=\"%d\" y=\"%d\">faults</text>%n</svg>%n", WIDTH / 2, HEIGHT - 10))
                .toString();
    }

    private static double y(double share, double floor) {
        return HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (share - floor) / (1 - floor);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}

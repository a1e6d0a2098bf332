package org.reweave.emulator.reproduce.thesis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.Effort;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

/**
 * How long the methods compute on 2-D tori, and how nearly exponential that is in the radix. Source: thesis §8.1.7,
 * Fig. 8.3 (TFTR); §8.2.4, Fig. 8.9 (TFTR, SPFTR); §8.3.6, Fig. 8.16 (all four).
 */
final class RoutingTime implements Computation {
    private static final String SECONDS = "computing time, seconds";

    /** Correlations that Fig. 8.16 prints, for SPFTR for a radix above 9. */
    private static final Map<String, String> CORRELATIONS =
            Map.of("tftr", "0.9996", "updown", "0.994", "rftr", "0.996", "spftr", "0.995");

    /** Which figure. */
    enum Figure {
        TFTR("8.3", "§8.1.7"),
        SPFTR("8.9", "§8.2.4"),
        ALL("8.16", "§8.3.6");

        private final String number;
        private final String section;

        Figure(String number, String section) {
            this.number = number;
            this.section = section;
        }

        private List<String> methods() {
            return switch (this) {
                case TFTR -> List.of("tftr");
                case SPFTR -> List.of("tftr", "spftr");
                case ALL -> List.of("tftr", "updown", "rftr", "spftr");
            };
        }
    }

    private final Figure figure;

    RoutingTime(Figure figure) {
        this.figure = figure;
    }

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "thesis-fig-" + figure.number,
                "computing time on 2-D tori: " + String.join(", ", figure.methods()),
                "thesis " + figure.section + ", Fig. " + figure.number,
                Tag.STAT,
                "this machine's clock; a minute",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        Map<String, List<double[]>> points = new LinkedHashMap<>(); // by method: (radix, seconds)
        List<PaperRow> rows = new ArrayList<>();
        int[] sizes = settings.effort()
                .pick(new int[] {4, 5, 6}, new int[] {4, 5, 6, 7, 8, 10}, new int[] {4, 5, 6, 7, 8, 9, 10, 12, 14, 20});
        progress.start(
                described().title(), (long) sizes.length * figure.methods().size());
        for (String method : figure.methods()) {
            List<double[]> curve = new ArrayList<>();
            for (int size : sizes) {
                int most = method.equals("tftr")
                        ? settings.effort().pick(5, 8, 10)
                        : settings.effort().pick(6, 10, 20);
                if (size <= most) {
                    double seconds = seconds(method, size, settings);
                    curve.add(new double[] {size, seconds});
                    rows.add(row(method, size, seconds, settings));
                }
                progress.done(1);
            }
            points.put(method, curve);
        }
        points.forEach((method, curve) -> {
            if (figure == Figure.ALL) {
                rows.add(PaperRow.in("correlation of log time with the radix", method, "2-D tori")
                        .printed(CORRELATIONS.get(method))
                        .ours(correlation(curve)));
            }
        });
        return new Computed("radix", rows, remarks());
    }

    private static double seconds(String method, int size, Settings settings) {
        ComputingTimes times = new ComputingTimes(settings);
        String torus = size + "x" + size;
        Fabric fabric = FabricGenerators.parse("torus:" + torus);
        int rounds = method.equals("tftr") ? 1 : settings.effort().pick(1, 5, 5);
        return switch (method) {
            case "updown" -> times.upDown(fabric, rounds);
            case "rftr" -> times.rftr(fabric, 1, settings.effort().pick(3, 50, 200))[0];
            default -> times.median(rounds, round -> ThesisTable.tables(torus, method, Map.of()));
        };
    }

    private static PaperRow row(String method, int size, double seconds, Settings settings) {
        PaperRow row = PaperRow.in(SECONDS, method, size + "x" + size).at(size).ours(seconds);
        if (method.equals("tftr") && size == 10) {
            return row.note("the thesis: an hour on a 3.06 GHz Xeon");
        }
        return method.equals("spftr") && size == 20 && settings.effort() == Effort.FULL
                ? row.printed("<10").tag(Tag.STAT)
                : row;
    }

    /** Pearson's, of the radix and the logarithm of the time; 0 when all times are equal. */
    static double correlation(List<double[]> points) {
        double n = points.size();
        double x = 0;
        double y = 0;
        for (double[] point : points) {
            x += point[0] / n;
            y += StrictMath.log(point[1]) / n;
        }
        double xx = 0;
        double yy = 0;
        double xy = 0;
        for (double[] point : points) {
            double dy = StrictMath.log(point[1]) - y;
            xx += (point[0] - x) * (point[0] - x);
            yy += dy * dy;
            xy += (point[0] - x) * dy;
        }
        return yy == 0 ? 0 : xy / StrictMath.sqrt(xx * yy);
    }

    private List<String> remarks() {
        return List.of(
                "The figure is lost. Medians on this machine, one thread, after a warm-up; nothing but growth can be compared with"
                        + " the thesis' processors (3.06 GHz Xeon, 1.4 GHz Opteron).",
                "The text says that TFTR's time is exponential in the radix: an hour for 10x10, and more than a week for 20x20, which"
                        + " SPFTR does in less than 10 seconds. Ours is no search over all paths: 10x10 takes seconds.");
    }
}

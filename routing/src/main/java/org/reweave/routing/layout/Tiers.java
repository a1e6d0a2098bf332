package org.reweave.routing.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.reweave.routing.topology.Fabric;

/**
 * Trees and Clos networks, generated ones and those of files: tiers below each other, switches with NICs at the bottom.
 */
final class Tiers {
    /** Switches side by side at most; a larger tier has several rows. */
    private static final int WIDEST = 64;
    /** Passes in which each tier is put into the order of its neighbours. */
    private static final int PASSES = 8;

    private Tiers() {}

    /**
     * The tier of each switch, 0 for those with NICs: the distance to the nearest of these. Where that makes no tree, a
     * few NICs at the top may be why, as service nodes often are: then 0 for switches with more than a quarter of the
     * NICs that one has at most. Empty when the fabric is no tree of tiers either way: links join switches of one tier,
     * or some switch is cut off.
     */
    static int[] of(Fabric fabric) {
        int[] nics = new int[fabric.switchCount()];
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int at = fabric.attachedSwitch(fabric.nicDevice(nic));
            if (at >= 0) {
                nics[at]++;
            }
        }
        int[] tiers = of(fabric, nics, 0);
        return tiers.length > 0
                ? tiers
                : of(fabric, nics, Arrays.stream(nics).max().orElse(0) / 4);
    }

    /** @param few a switch of the lowest tier has more NICs than that */
    private static int[] of(Fabric fabric, int[] nics, int few) {
        int[] tiers = new int[fabric.switchCount()];
        Arrays.fill(tiers, -1);
        List<Integer> reached = new ArrayList<>();
        for (int at = 0; at < nics.length; at++) {
            if (nics[at] > few) {
                tiers[at] = 0;
                reached.add(at);
            }
        }
        for (int i = 0; i < reached.size(); i++) {
            for (int peer : Neighbours.of(fabric, reached.get(i))) {
                if (tiers[peer] < 0) {
                    tiers[peer] = tiers[reached.get(i)] + 1;
                    reached.add(peer);
                }
            }
        }
        boolean tree = reached.size() == tiers.length && Arrays.stream(tiers).anyMatch(tier -> tier > 0);
        for (int link = 0; tree && link < fabric.linkCount(); link++) {
            tree = !fabric.isTrunk(link) || tiers[fabric.linkDevice(link, 0)] != tiers[fabric.linkDevice(link, 1)];
        }
        return tree ? tiers : new int[0];
    }

    static Places places(Fabric fabric, int[] tiers) {
        int top = Arrays.stream(tiers).max().orElse(0);
        List<List<Integer>> rows = new ArrayList<>();
        for (int tier = 0; tier <= top; tier++) {
            rows.add(new ArrayList<>());
        }
        for (int s = 0; s < tiers.length; s++) {
            rows.get(tiers[s]).add(s);
        }
        int columns = Math.min(WIDEST, rows.stream().mapToInt(List::size).max().orElse(1));
        double[] x = new double[tiers.length];
        double[] y = new double[tiers.length];
        rows.forEach(row -> spread(row, columns, x));
        for (int pass = 0; pass < PASSES; pass++) {
            for (int tier = 0; tier <= top; tier++) {
                order(fabric, rows.get(pass % 2 == 0 ? tier : top - tier), x, columns);
            }
        }
        double between = Math.max(1.5, columns / 3.5 / Math.max(1, top));
        double height = 0;
        for (int tier = top; tier >= 0; tier--) {
            List<Integer> row = rows.get(tier);
            int lines = (row.size() + columns - 1) / columns;
            for (int i = 0; i < row.size(); i++) {
                y[row.get(i)] = height + i % lines;
            }
            height += lines - 1 + between;
        }
        return new Places(x, y, null);
    }

    /** Puts a tier into the order of the means of its neighbours' places; ties stay as they were. */
    private static void order(Fabric fabric, List<Integer> row, double[] x, int columns) {
        double[] wish = new double[x.length];
        for (int s : row) {
            wish[s] = Arrays.stream(Neighbours.of(fabric, s))
                    .mapToDouble(peer -> x[peer])
                    .average()
                    .orElse(x[s]);
        }
        row.sort(Comparator.comparingDouble(s -> Math.rint(wish[s] * 1e6)));
        spread(row, columns, x);
    }

    private static void spread(List<Integer> row, int columns, double[] x) {
        for (int i = 0; i < row.size(); i++) {
            x[row.get(i)] = (i + 0.5) * columns / row.size();
        }
    }
}

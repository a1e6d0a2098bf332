package org.reweave.routing.io;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricMetrics;
import org.reweave.routing.topology.Shape;

/** Last step of {@link IbnetdiscoverReader}: looks at the finished fabric for links and cables that stand out. */
final class FabricReview {
    private static final int ENOUGH_HOSTS = 3; // to say what is usual at a switch

    private final Dump dump;
    private final Fabric fabric;
    private final int[] deviceLines;
    private final IntArrayList linkLines;
    private final long[] fastest; // by switch, kbit/s; 0 = unknown
    private final int[] widest; // by switch

    /**
     * @param deviceLines where each device is described
     * @param linkLines where each link is first listed
     */
    FabricReview(Dump dump, Fabric fabric, int[] deviceLines, IntArrayList linkLines) {
        this.dump = dump;
        this.fabric = fabric;
        this.deviceLines = deviceLines;
        this.linkLines = linkLines;
        this.fastest = new long[fabric.switchCount()];
        this.widest = new int[fabric.switchCount()];
    }

    void review() {
        if (fabric.nicCount() == 0) {
            dump.note(0, FileFinding.Kind.NO_NICS, "no NIC: nothing can send or receive");
        }
        learnCapabilities();
        for (int link = 0; link < fabric.linkCount(); link++) {
            if (fabric.isTrunk(link)) {
                reviewTrunk(link);
            }
        }
        reviewHostLinks();
        reviewParallelCables();
        reviewParts();
    }

    /**
     * Learns each switch's fastest rate and width: a switch that runs a rate on one of its links can run that rate on
     * all.
     */
    private void learnCapabilities() {
        for (int end = 0; end < 2 * fabric.linkCount(); end++) {
            int device = fabric.linkDevice(end >> 1, end & 1);
            LinkRate rate = fabric.linkRate(end >> 1);
            if (rate != null && fabric.isSwitch(device)) {
                fastest[device] = Math.max(fastest[device], rate.kbps());
                widest[device] = Math.max(widest[device], rate.width());
            }
        }
    }

    private void reviewTrunk(int link) {
        int a = fabric.linkDevice(link, 0);
        int b = fabric.linkDevice(link, 1);
        LinkRate rate = fabric.linkRate(link);
        if (rate != null && rate.kbps() < Math.min(fastest[a], fastest[b])) {
            dump.note(
                    linkLines.getInt(link),
                    FileFinding.Kind.DOWN_TRAINED,
                    "link " + fabric.linkTitle(link) + " runs at " + rate
                            + ", though both switches run others faster: down-trained");
        }
    }

    private void reviewHostLinks() {
        long usualOfAll = usual(hostLinks(-1));
        for (int s = 0; s < fabric.switchCount(); s++) {
            IntArrayList links = hostLinks(s);
            long usual = links.size() >= ENOUGH_HOSTS ? usual(links) : usualOfAll;
            for (int link : links) {
                LinkRate rate = fabric.linkRate(link);
                String where = "host link " + fabric.linkTitle(link) + " runs at " + rate;
                if (rate.width() < widest[s]) {
                    dump.note(
                            linkLines.getInt(link),
                            FileFinding.Kind.DOWN_TRAINED,
                            where + " on a switch with links of width " + widest[s] + ": down-trained");
                } else if (rate.kbps() < usual) {
                    dump.note(
                            linkLines.getInt(link),
                            FileFinding.Kind.SLOW_HOST_LINK,
                            where + ", slower than is usual there: an older adapter, or down-trained");
                }
            }
        }
    }

    /** Host links with a rate, of one switch or (-1) of all. */
    private IntArrayList hostLinks(int switchDevice) {
        IntArrayList links = new IntArrayList();
        if (switchDevice >= 0) {
            for (int port = 1; port <= fabric.portCount(switchDevice); port++) {
                addIfHostLink(links, fabric.link(switchDevice, port));
            }
            return links;
        }
        for (int link = 0; link < fabric.linkCount(); link++) {
            addIfHostLink(links, link);
        }
        return links;
    }

    private void addIfHostLink(IntArrayList links, int link) {
        if (link >= 0 && !fabric.isTrunk(link) && fabric.linkRate(link) != null) {
            links.add(link);
        }
    }

    /** The median rate in kbit/s; 0 without links. */
    private long usual(IntArrayList links) {
        long[] rates = links.intStream()
                .mapToLong(link -> fabric.linkRate(link).kbps())
                .sorted()
                .toArray();
        return rates.length == 0 ? 0 : rates[rates.length / 2];
    }

    /**
     * Where most joined pairs have m cables, a pair with fewer than m but at least m/2 misses some. A pair with less
     * than half is taken to be built that way. On a known Clos network the usual number is that of the same two levels.
     */
    private void reviewParallelCables() {
        Map<Integer, Map<Long, IntArrayList>> byLevelAndPair = new TreeMap<>();
        for (int link = 0; link < fabric.linkCount(); link++) {
            if (fabric.isTrunk(link)) {
                int a = fabric.linkDevice(link, 0);
                int b = fabric.linkDevice(link, 1);
                byLevelAndPair
                        .computeIfAbsent(level(a, b), level -> new TreeMap<>())
                        .computeIfAbsent((long) Math.min(a, b) << 32 | Math.max(a, b), pair -> new IntArrayList())
                        .add(link);
            }
        }
        byLevelAndPair.values().forEach(byPair -> reviewParallelCables(byPair.values()));
    }

    private int level(int a, int b) {
        boolean clos = fabric.shape().family() == Shape.Family.CLOS;
        return clos ? Math.min(fabric.coordinate(a, 0), fabric.coordinate(b, 0)) : 0;
    }

    private void reviewParallelCables(Collection<IntArrayList> linksByPair) {
        Map<Integer, Integer> pairsByCables = new HashMap<>();
        linksByPair.forEach(links -> pairsByCables.merge(links.size(), 1, Integer::sum));
        int usual = pairsByCables.entrySet().stream()
                .filter(entry -> 2 * entry.getValue() > linksByPair.size())
                .mapToInt(Map.Entry::getKey)
                .findFirst()
                .orElse(0);
        linksByPair.stream()
                .filter(links -> links.size() < usual && 2 * links.size() >= usual)
                .forEach(links -> missingCable(links, usual));
    }

    private void missingCable(IntArrayList links, int usual) {
        int link = links.getInt(0);
        dump.note(
                linkLines.getInt(link),
                FileFinding.Kind.MISSING_CABLE,
                fabric.deviceTitle(fabric.linkDevice(link, 0)) + " and "
                        + fabric.deviceTitle(fabric.linkDevice(link, 1)) + " are joined by " + links.size()
                        + " of the usual " + usual + " cables");
    }

    private void reviewParts() {
        FabricMetrics metrics = FabricMetrics.of(fabric);
        int[] size = new int[metrics.components()];
        int[] first = new int[metrics.components()];
        Arrays.fill(first, -1);
        BitSet hasNic = new BitSet();
        for (int device = 0; device < fabric.deviceCount(); device++) {
            int part = metrics.component(device);
            size[part]++;
            first[part] = first[part] < 0 ? device : first[part];
            hasNic.set(part, hasNic.get(part) || !fabric.isSwitch(device));
        }
        for (int part = 1; part < size.length; part++) {
            dump.note(
                    deviceLines[first[part]],
                    FileFinding.Kind.DISCONNECTED,
                    "no link joins " + fabric.deviceTitle(first[part])
                            + (size[part] > 1 ? " and " + (size[part] - 1) + " more devices" : "") + " to "
                            + fabric.deviceTitle(0)
                            + (hasNic.get(part) ? "" : "; there is no NIC among them"));
        }
    }
}

package org.reweave.routing.io;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.Shape;

/**
 * Second step of {@link IbnetdiscoverReader}: puts the two halves of each cable together and makes the {@link Fabric}.
 */
final class DumpLinker {
    /** One end of a cable; a map key. */
    private record End(String id, int port) {}

    private final Dump dump;
    private final FabricBuilder builder;
    private final boolean shaped;
    private final Map<String, FabricBuilder.Node> placed = new HashMap<>();
    private final Set<End> linked = new HashSet<>();
    private final Map<End, Dump.Port> claimedFromOneSide = new HashMap<>();
    private final DumpLids lids;
    private final IntArrayList switchLines = new IntArrayList();
    private final IntArrayList nicLines = new IntArrayList();
    private final IntArrayList linkLines = new IntArrayList();
    private int unrated;
    private int firstUnratedLine;

    private DumpLinker(Dump dump) {
        this.dump = dump;
        Shape shape = DumpShape.of(dump);
        this.shaped = shape.family() != Shape.Family.IRREGULAR;
        this.builder = new FabricBuilder(dump.source, shape);
        this.lids = new DumpLids(dump, builder);
    }

    static ImportResult link(Dump dump) {
        describeMentionedCas(dump);
        DumpLinker linker = new DumpLinker(dump);
        linker.placeNodes();
        for (Dump.Node node : dump.nodes.values()) {
            for (Dump.Port port : node.ports().values()) {
                linker.cable(node, port);
            }
        }
        Fabric fabric = linker.build();
        IntArrayList deviceLines = new IntArrayList(linker.switchLines);
        deviceLines.addAll(linker.nicLines);
        new FabricReview(dump, fabric, deviceLines.toIntArray(), linker.linkLines).review();
        List<FileFinding> findings = new ArrayList<>(dump.findings);
        findings.sort(Comparator.comparingInt(FileFinding::line));
        return new ImportResult(fabric, findings);
    }

    /**
     * A CA that only switches mention gets the section they imply. A switch is refused: its other links would be
     * missing.
     */
    private static void describeMentionedCas(Dump dump) {
        Map<String, Dump.Node> implied = new HashMap<>();
        for (Dump.Node node : List.copyOf(dump.nodes.values())) {
            for (Dump.Port port : node.ports().values()) {
                if (dump.nodes.containsKey(port.peerId()) && !implied.containsKey(port.peerId())) {
                    continue;
                }
                if (!port.peerId().startsWith("H-")) {
                    throw dump.refuse(
                            port.line(),
                            "\"" + port.peerId() + "\" is mentioned but has no section",
                            "a Switch line for it; the file may be cut short");
                }
                Dump.Node known = implied.get(port.peerId());
                if (known == null) {
                    dump.note(
                            port.line(),
                            FileFinding.Kind.NOT_DESCRIBED,
                            port.peerId() + " is mentioned here but has no section of its own");
                }
                int ports = Math.max(port.peerPort(), known == null ? 1 : known.portCount());
                Dump.Node ca = new Dump.Node(
                        Dump.Kind.CA,
                        port.peerId(),
                        ports,
                        port.peerDescription(),
                        0,
                        0,
                        port.line(),
                        null,
                        known == null ? new TreeMap<>() : known.ports());
                ca.ports()
                        .putIfAbsent(
                                port.peerPort(),
                                new Dump.Port(
                                        port.peerPort(),
                                        node.id(),
                                        port.number(),
                                        port.peerLid(),
                                        0,
                                        node.lid(),
                                        null,
                                        port.rate(),
                                        port.latencyPs(),
                                        port.line()));
                implied.put(ca.id(), ca);
                dump.nodes.put(ca.id(), ca);
            }
        }
    }

    private void placeNodes() {
        Map<String, Dump.Node> byName = new HashMap<>();
        for (Dump.Node node : dump.nodes.values()) {
            if (isPseudo(node)) {
                dump.note(
                        node.line(),
                        FileFinding.Kind.PSEUDO_CA,
                        node.id() + " is an aggregation node inside a switch, not a host; left out");
                continue;
            }
            String name = name(node);
            Dump.Node other = byName.putIfAbsent(name, node);
            if (other != null) {
                throw dump.refuse(
                        node.line(),
                        "a device is named '" + LineCursor.shown(name) + "' as in line " + other.line(),
                        "every name once");
            }
            if (node.kind() == Dump.Kind.SWITCH) {
                int[] coordinates = shaped ? node.coordinates() : new int[0];
                placed.put(node.id(), builder.addSwitch(name, node.portCount(), coordinates));
                describe(node, name);
                switchLines.add(node.line());
                continue;
            }
            placed.put(node.id(), builder.addNic(name, node.portCount()));
            describe(node, name);
            nicLines.add(node.line());
            if (node.kind() == Dump.Kind.ROUTER) {
                dump.note(node.line(), FileFinding.Kind.ROUTER, node.id() + " is a router; taken as a NIC");
            }
        }
    }

    /** Our own exporter writes a node id without a description as its own description. */
    private void describe(Dump.Node node, String name) {
        String text = node.description() == null ? "" : SyntheticIds.unescaped(node.description());
        if (!text.isBlank() && !text.equals(name) && !SyntheticIds.isSynthetic(node.id())) {
            builder.describe(placed.get(node.id()), text);
        }
    }

    /** SHARP's aggregation nodes have no sign of their own but their description. */
    private static boolean isPseudo(Dump.Node node) {
        return node.kind() == Dump.Kind.CA
                && node.description() != null
                && !SyntheticIds.isSynthetic(node.id())
                && node.description().toLowerCase(Locale.ROOT).contains("aggregation node");
    }

    private static String name(Dump.Node node) {
        boolean named = SyntheticIds.isSynthetic(node.id())
                && node.description() != null
                && !node.description().isEmpty();
        return named ? SyntheticIds.unescaped(node.description()) : node.id();
    }

    private void cable(Dump.Node node, Dump.Port port) {
        Dump.Node peer = dump.nodes.get(port.peerId());
        if (port.peerPort() > peer.portCount()) {
            throw dump.refuse(
                    port.line(),
                    "found port " + port.peerPort() + " of \"" + peer.id() + "\"",
                    "1 to " + peer.portCount() + ", as line " + peer.line() + " says");
        }
        Dump.Port back = peer.ports().get(port.peerPort());
        checkAgreement(node, port, peer, back);
        lids.mention(port, peer);
        if (linked.contains(new End(peer.id(), port.peerPort()))) {
            return;
        }
        linked.add(new End(node.id(), port.number()));
        if (node.id().equals(peer.id())) {
            dump.note(
                    port.line(),
                    FileFinding.Kind.LOOPBACK,
                    "ports " + port.number() + " and " + port.peerPort() + " of " + node.id()
                            + " are cabled to each other; left out");
            return;
        }
        if (!placed.containsKey(node.id()) || !placed.containsKey(peer.id())) {
            return; // a pseudo-CA
        }
        if (back == null) {
            dump.note(
                    port.line(),
                    FileFinding.Kind.MISSING_REVERSE,
                    "port " + port.number() + " of " + node.id() + " leads to port " + port.peerPort() + " of "
                            + peer.id() + ", which does not list it; taken as a link");
        }
        long latency = Math.max(port.latencyPs(), back == null ? -1 : back.latencyPs());
        builder.connect(
                placed.get(node.id()),
                port.number(),
                placed.get(peer.id()),
                port.peerPort(),
                rate(port, back),
                latency);
        linkLines.add(port.line());
        lids.wired(node, port.number());
        lids.wired(peer, port.peerPort());
    }

    private void checkAgreement(Dump.Node node, Dump.Port port, Dump.Node peer, Dump.Port back) {
        String here = "port " + port.number() + " of \"" + node.id() + "\" leads to port " + port.peerPort() + " of \""
                + peer.id() + "\"";
        if (back != null && (!back.peerId().equals(node.id()) || back.peerPort() != port.number())) {
            throw dump.refuse(
                    port.line(),
                    here + ", but that leads to port " + back.peerPort() + " of \"" + back.peerId() + "\" in line "
                            + back.line(),
                    "both ends of a cable to agree");
        }
        Dump.Port other =
                back != null ? null : claimedFromOneSide.putIfAbsent(new End(peer.id(), port.peerPort()), port);
        if (other != null) {
            throw dump.refuse(
                    port.line(), here + ", and so does another port in line " + other.line(), "one cable in a port");
        }
    }

    private LinkRate rate(Dump.Port port, Dump.Port back) {
        LinkRate here = rate(port);
        LinkRate there = back == null || back.rate() == null || back.rate().equals(port.rate()) ? here : rate(back);
        if (here == null && there == null) {
            firstUnratedLine = unrated++ == 0 ? port.line() : firstUnratedLine;
        }
        if (here == null || there == null || here.equals(there)) {
            return here == null ? there : here;
        }
        LinkRate lower = here.kbps() <= there.kbps() ? here : there;
        dump.note(
                port.line(),
                FileFinding.Kind.RATES_DISAGREE,
                "this end runs at " + here + ", line " + back.line() + " says " + there + "; " + lower + " is taken");
        return lower;
    }

    private LinkRate rate(Dump.Port port) {
        if (port.rate() == null) {
            return null;
        }
        try {
            return LinkRate.parse(port.rate());
        } catch (IllegalArgumentException e) {
            dump.note(
                    port.line(),
                    FileFinding.Kind.UNKNOWN_RATE,
                    "rate '" + LineCursor.shown(port.rate())
                            + "' is not WIDTHxSPEED such as 4xQDR; the link has no rate");
            return null;
        }
    }

    private Fabric build() {
        if (unrated > 0 && unrated < linkLines.size()) { // a file that states no rate at all is not odd
            dump.note(
                    firstUnratedLine,
                    FileFinding.Kind.NO_RATE,
                    unrated + " of " + linkLines.size() + " links have no rate, this one first");
        }
        lids.finish(placed);
        try {
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw dump.refuse(0, e.getMessage(), "a fabric whose devices and LIDs fit one subnet");
        }
    }
}

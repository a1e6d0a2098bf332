package org.reweave.routing.io;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reweave.routing.topology.FabricBuilder;

/** The LIDs of a {@link Dump}: a device's own line counts, else the LID that the other end of a cable gives. */
final class DumpLids {
    private record Owner(String id, int port, int line) {
        @Override
        public String toString() {
            return id + (port > 0 ? " port " + port : "");
        }
    }

    private record WiredCaPort(Dump.Node node, int port) {}

    private final Dump dump;
    private final FabricBuilder builder;
    private final Map<String, Integer> mentioned = new HashMap<>(); // by id for switches, id and port for CAs
    private final List<WiredCaPort> wired = new ArrayList<>();
    private final Map<Integer, Owner> owners = new HashMap<>();
    private int missing;
    private int firstMissingLine;

    DumpLids(Dump dump, FabricBuilder builder) {
        this.dump = dump;
        this.builder = builder;
    }

    /** Notes the LID that a port line gives for the device at the other end. */
    void mention(Dump.Port port, Dump.Node peer) {
        int own = own(peer, port.peerPort());
        if (port.peerLid() == 0) {
            return;
        }
        if (own == 0) {
            mentioned.putIfAbsent(key(peer, port.peerPort()), port.peerLid());
        } else if (own != port.peerLid()) {
            dump.note(
                    port.line(),
                    FileFinding.Kind.LIDS_DISAGREE,
                    "this line gives " + peer.id() + " LID " + port.peerLid() + ", its own section says " + own
                            + ", which is taken");
        }
    }

    /** A port has a link: on a CA, it needs a LID. */
    void wired(Dump.Node node, int port) {
        if (node.kind() != Dump.Kind.SWITCH) {
            wired.add(new WiredCaPort(node, port));
        }
    }

    /**
     * Hands the LIDs to the builder.
     *
     * @param placed what the builder knows, by id
     */
    void finish(Map<String, FabricBuilder.Node> placed) {
        for (Dump.Node node : dump.nodes.values()) {
            if (node.kind() == Dump.Kind.SWITCH) {
                builder.switchLid(placed.get(node.id()), claim(node, 0, node.line(), node.lmc()));
            }
        }
        for (WiredCaPort at : wired) {
            Dump.Port port = at.node().ports().get(at.port());
            int line = port == null ? at.node().line() : port.line();
            int lid = claim(at.node(), at.port(), line, port == null ? 0 : port.ownLmc());
            builder.nicLid(placed.get(at.node().id()), at.port(), lid);
        }
        if (missing > 0) {
            dump.note(
                    firstMissingLine,
                    FileFinding.Kind.NO_LID,
                    missing + " switches or NIC ports have no LID, this one first;" + " they get the lowest free ones");
        }
    }

    private int claim(Dump.Node node, int port, int line, int lmc) {
        int own = own(node, port);
        int lid = own > 0 ? own : mentioned.getOrDefault(key(node, port), 0);
        Owner owner = new Owner(node.id(), port, line);
        if (lid == 0) {
            firstMissingLine = missing++ == 0 ? line : Math.min(firstMissingLine, line);
            return 0;
        }
        Owner other = owners.putIfAbsent(lid, owner);
        if (other != null) {
            throw dump.refuse(
                    line,
                    owner + " has LID " + lid + ", which " + other + " already has in line " + other.line(),
                    "every LID once");
        }
        if (lmc > 0) {
            dump.note(
                    line,
                    FileFinding.Kind.SEVERAL_LIDS,
                    owner + " has " + (1 << lmc) + " LIDs (lmc " + lmc + "); only " + lid + " is kept");
        }
        return lid;
    }

    private static int own(Dump.Node node, int port) {
        if (node.kind() == Dump.Kind.SWITCH) {
            return node.lid();
        }
        Dump.Port line = node.ports().get(port);
        return line == null ? 0 : line.ownLid();
    }

    private static String key(Dump.Node node, int port) {
        return node.kind() == Dump.Kind.SWITCH ? node.id() : node.id() + "#" + port;
    }
}

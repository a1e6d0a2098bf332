package org.reweave.routing.io;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.reweave.routing.topology.Addressing;
import org.reweave.routing.topology.GeneratorArguments;

/**
 * A fabric as a graph file gives it, and its way into a {@link Dump}. Where edges have no ports, they take the lowest
 * free ones in the order of the file. Where nodes have no kind, those of one link are NICs and the others switches,
 * which is a finding.
 */
final class GraphDump {
    /** A node; what the file does not give is null, 0 or empty. */
    static final class Node {
        final String name;
        final int line;
        Dump.Kind kind;
        int ports;
        int lid;
        int[] coordinates;
        String description;

        Node(String name, int line) {
            this.name = name;
            this.line = line;
            this.kind = name.matches("S-[0-9a-f]{16}")
                    ? Dump.Kind.SWITCH
                    : name.matches("H-[0-9a-f]{16}") ? Dump.Kind.CA : null;
        }
    }

    /**
     * An undirected edge.
     *
     * @param portA 0 = not given
     * @param rate null = not given
     * @param latencyPs picoseconds; -1 = not given
     */
    record Edge(Node a, int portA, Node b, int portB, String rate, long latencyPs, int line) {}

    private final Dump dump;
    private final Map<String, Node> nodes = new HashMap<>();
    private final List<Node> inOrder = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();

    GraphDump(String source) {
        this.dump = new Dump(source);
    }

    Dump dump() {
        return dump;
    }

    /** The node of a name, which is made where it is new. */
    Node node(String name, int line) {
        return nodes.computeIfAbsent(name, unknown -> {
            Node node = new Node(unknown, line);
            inOrder.add(node);
            return node;
        });
    }

    void edge(Edge edge) {
        edges.add(edge);
    }

    List<Node> nodes() {
        return inOrder;
    }

    /** Puts the graph together. */
    ImportResult link() {
        if (inOrder.isEmpty()) {
            throw dump.refuse(0, "the graph has no node", "switches and NICs");
        }
        int[] degree = new int[inOrder.size()];
        Map<Node, Integer> number = new HashMap<>();
        inOrder.forEach(node -> number.put(node, number.size()));
        for (Edge edge : edges) {
            degree[number.get(edge.a())]++;
            degree[number.get(edge.b())]++;
        }
        int guessed = 0;
        for (Node node : inOrder) {
            if (node.kind == null) {
                node.kind = degree[number.get(node)] == 1 ? Dump.Kind.CA : Dump.Kind.SWITCH;
                guessed++;
            }
        }
        if (guessed > 0) {
            dump.note(
                    0,
                    FileFinding.Kind.KIND_BY_LINKS,
                    guessed + " nodes are not said to be switches or NICs; those of one link are taken as NICs,"
                            + " the others as switches");
        }
        Map<Node, TreeMap<Integer, Edge>> ports = new HashMap<>();
        inOrder.forEach(node -> ports.put(node, new TreeMap<>()));
        for (Edge edge : edges) {
            claim(ports, edge.a(), edge.portA(), edge);
            claim(ports, edge.b(), edge.portB(), edge);
        }
        List<Edge> ported = new ArrayList<>();
        for (Edge edge : edges) {
            int a = edge.portA() > 0 ? edge.portA() : free(ports, edge.a(), edge);
            int b = edge.portB() > 0 ? edge.portB() : free(ports, edge.b(), edge);
            ported.add(new Edge(edge.a(), a, edge.b(), b, edge.rate(), edge.latencyPs(), edge.line()));
        }
        for (Node node : inOrder) {
            int most = ports.get(node).isEmpty() ? 1 : ports.get(node).lastKey();
            dump.nodes.put(
                    node.name,
                    new Dump.Node(
                            node.kind,
                            node.name,
                            Math.max(node.ports, most),
                            node.description,
                            node.kind == Dump.Kind.SWITCH ? node.lid : 0,
                            0,
                            node.line,
                            node.coordinates));
        }
        for (Edge edge : ported) {
            half(edge.a(), edge.portA(), ports.get(edge.a()).firstKey(), edge.b(), edge.portB(), edge);
            half(edge.b(), edge.portB(), ports.get(edge.b()).firstKey(), edge.a(), edge.portA(), edge);
        }
        return DumpLinker.link(dump);
    }

    private void claim(Map<Node, TreeMap<Integer, Edge>> ports, Node node, int port, Edge edge) {
        if (port == 0) {
            return;
        }
        Edge other = ports.get(node).putIfAbsent(port, edge);
        if (other != null) {
            throw dump.refuse(
                    edge.line(),
                    "two links in port " + port + " of '" + LineCursor.shown(node.name) + "'",
                    "one cable in a port");
        }
    }

    private int free(Map<Node, TreeMap<Integer, Edge>> ports, Node node, Edge edge) {
        for (int port = 1; port <= GeneratorArguments.MAX_PORTS; port++) {
            if (ports.get(node).putIfAbsent(port, edge) == null) {
                return port;
            }
        }
        throw dump.refuse(
                edge.line(),
                "'" + LineCursor.shown(node.name) + "' has more than " + GeneratorArguments.MAX_PORTS + " links",
                "switches of at most " + GeneratorArguments.MAX_PORTS + " ports");
    }

    /** @param lowest the node's lowest port with a link: the one that the LID of a NIC is for */
    private void half(Node node, int port, int lowest, Node peer, int peerPort, Edge edge) {
        int ownLid = node.kind != Dump.Kind.SWITCH && port == lowest ? node.lid : 0;
        dump.nodes
                .get(node.name)
                .ports()
                .put(
                        port,
                        new Dump.Port(
                                port,
                                peer.name,
                                peerPort,
                                ownLid,
                                0,
                                0,
                                null,
                                edge.rate(),
                                edge.latencyPs(),
                                edge.line()));
    }

    /** A LID from a file's number. */
    int lid(long number, int line) {
        if (number < 1 || number > Addressing.LID24.largest()) {
            throw dump.refuse(line, "found LID " + number, "a unicast LID, 1 to " + Addressing.LID24.largest());
        }
        return (int) number;
    }

    /** A port, or a number of ports, from a file's text. */
    int port(String text, int line) {
        if (!text.matches("\\d{1,3}")
                || Integer.parseInt(text) < 1
                || Integer.parseInt(text) > GeneratorArguments.MAX_PORTS) {
            throw dump.refuse(
                    line,
                    "found '" + LineCursor.shown(text) + "' as a port",
                    "a number from 1 to " + GeneratorArguments.MAX_PORTS);
        }
        return Integer.parseInt(text);
    }
}

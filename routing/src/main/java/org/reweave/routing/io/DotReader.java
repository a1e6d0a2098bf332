package org.reweave.routing.io;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads Graphviz graphs, as {@link DotWriter} writes them and as other tools do: {@code kind=switch} or
 * {@code kind=nic}, else the form of a node id ({@code S-..}, {@code H-..}), else boxes are switches where some nodes
 * are boxes and some are not; {@code taillabel} and {@code headlabel} are ports, {@code label} a link's rate. In a
 * digraph with ports an edge and its reverse are one link; without ports a digraph that has both is refused. Source:
 * the DOT language, graphviz.org/doc/info/lang.html.
 */
final class DotReader implements FabricReader {
    private static final Pattern HEAD =
            Pattern.compile("(?is)\\s*(?:(?://[^\\n]*|#[^\\n]*|/\\*.*?\\*/)\\s*)*(strict\\s+)?(di)?graph\\b[^{]*\\{.*");
    private static final int LOOKED_AT = 1 << 16;
    private static final int DEEPEST = 50;
    private static final Set<String> BOXES = Set.of("box", "rect", "rectangle", "square", "record", "box3d");

    @Override
    public String name() {
        return "dot";
    }

    @Override
    public String summary() {
        return "Graphviz graphs, as --export writes them";
    }

    @Override
    public boolean accepts(String file, byte[] bytes) {
        return HEAD.matcher(MarkedText.of(bytes, Math.min(bytes.length, LOOKED_AT)))
                .matches();
    }

    @Override
    public ImportResult read(String file, byte[] bytes) {
        return new Parse(file, MarkedText.of(bytes, bytes.length)).graph();
    }

    /** @param quoted so that {@code "->"} is a name */
    private record Token(String text, boolean quoted, int line) {
        boolean is(String symbol) {
            return !quoted && text.equals(symbol);
        }

        boolean isWord(String word) {
            return !quoted && text.equalsIgnoreCase(word);
        }
    }

    private static final class Parse {
        private final GraphDump graph;
        private final String text;
        private final Map<GraphDump.Node, String> shapes = new HashMap<>();
        private final List<GraphDump.Edge> edges = new ArrayList<>();
        private int at;
        private int line = 1;
        private Token next;
        private boolean directed;

        Parse(String file, String text) {
            this.graph = new GraphDump(file);
            this.text = text;
            this.next = scan();
        }

        ImportResult graph() {
            if (next.isWord("strict")) {
                take();
            }
            directed = next.isWord("digraph");
            take();
            if (!next.is("{")) {
                take();
            }
            body(Map.of(), Map.of(), 0);
            if (!next.text().isEmpty()) {
                throw refuse("the end of the file after the graph");
            }
            boolean isTold = shapes.values().stream().anyMatch(BOXES::contains)
                    && graph.nodes().stream().anyMatch(node -> !BOXES.contains(shapes.getOrDefault(node, "ellipse")));
            for (GraphDump.Node node : graph.nodes()) {
                if (node.kind == null && isTold) {
                    node.kind = BOXES.contains(shapes.getOrDefault(node, "ellipse")) ? Dump.Kind.SWITCH : Dump.Kind.CA;
                }
            }
            links();
            return graph.link();
        }

        /** Hands over each link once. */
        private void links() {
            Set<List<Object>> seen = new HashSet<>();
            for (GraphDump.Edge edge : edges) {
                boolean isPorted = edge.portA() > 0 && edge.portB() > 0;
                List<Object> back = isPorted
                        ? List.of(edge.b(), edge.portB(), edge.a(), edge.portA())
                        : List.of(edge.b(), edge.a());
                if (directed && seen.contains(back)) {
                    if (isPorted) {
                        continue;
                    }
                    throw graph.dump()
                            .refuse(
                                    edge.line(),
                                    "a digraph with edges both ways between '" + LineCursor.shown(edge.a().name)
                                            + "' and '" + LineCursor.shown(edge.b().name)
                                            + "', and no ports: one cable or two",
                                    "taillabel and headlabel, or a graph");
                }
                seen.add(
                        isPorted
                                ? List.of(edge.a(), edge.portA(), edge.b(), edge.portB())
                                : List.of(edge.a(), edge.b()));
                graph.edge(edge);
            }
        }

        /** A list of statements in braces; gives the nodes in it. */
        private List<GraphDump.Node> body(Map<String, String> nodes, Map<String, String> links, int depth) {
            if (depth > DEEPEST) {
                throw refuse("subgraphs at most " + DEEPEST + " deep");
            }
            Map<String, String> ofNodes = new HashMap<>(nodes);
            Map<String, String> ofEdges = new HashMap<>(links);
            List<GraphDump.Node> inside = new ArrayList<>();
            expect("{");
            while (!next.is("}")) {
                if (next.text().isEmpty() && !next.quoted()) {
                    throw refuse("'}' at the end of the graph; the file is cut short");
                } else if (next.is(";") || next.is(",")) {
                    take();
                } else if (next.isWord("graph") || next.isWord("node") || next.isWord("edge")) {
                    Token what = take();
                    Map<String, String> given = attributes();
                    if (what.isWord("node")) {
                        ofNodes.putAll(given);
                    } else if (what.isWord("edge")) {
                        ofEdges.putAll(given);
                    }
                } else {
                    statement(ofNodes, ofEdges, inside, depth);
                }
            }
            take();
            return inside;
        }

        private void statement(
                Map<String, String> ofNodes, Map<String, String> ofEdges, List<GraphDump.Node> inside, int depth) {
            int from = next.line();
            List<List<GraphDump.Node>> chain = new ArrayList<>();
            chain.add(operand(ofNodes, ofEdges, depth));
            if (next.is("=")) { // an attribute of the graph, whose name was no node
                take();
                take();
                return;
            }
            while (next.is("--") || next.is("->")) {
                take();
                chain.add(operand(ofNodes, ofEdges, depth));
            }
            Map<String, String> given = attributes();
            for (List<GraphDump.Node> nodes : chain) {
                inside.addAll(nodes);
            }
            if (chain.size() == 1) {
                chain.get(0).forEach(node -> describe(node, given));
                return;
            }
            Map<String, String> all = new HashMap<>(ofEdges);
            all.putAll(given);
            for (int i = 1; i < chain.size(); i++) {
                for (GraphDump.Node a : chain.get(i - 1)) {
                    for (GraphDump.Node b : chain.get(i)) {
                        edges.add(new GraphDump.Edge(
                                a,
                                port(all.get("taillabel"), from),
                                b,
                                port(all.get("headlabel"), from),
                                rate(all),
                                -1,
                                from));
                    }
                }
            }
        }

        private int port(String label, int at) {
            return label == null ? 0 : graph.port(label.strip(), at);
        }

        private static String rate(Map<String, String> attributes) {
            String label = attributes.getOrDefault("label", "");
            return label.matches("\\d{1,2}x[A-Z]+\\d*") ? label : null;
        }

        private void describe(GraphDump.Node node, Map<String, String> attributes) {
            String kind = attributes.get("kind");
            if (kind != null) {
                node.kind = switch (kind) {
                    case "switch" -> Dump.Kind.SWITCH;
                    case "nic" -> Dump.Kind.CA;
                    default -> throw refuse("kind = switch or nic, not '" + LineCursor.shown(kind) + "'");
                };
            }
            if (attributes.containsKey("shape")) {
                shapes.put(node, attributes.get("shape"));
            }
            String label = attributes.get("label");
            if (label != null && !label.isBlank() && !label.equals("\\N")) {
                node.description = label;
            }
        }

        /** A node, or the nodes of a subgraph. */
        private List<GraphDump.Node> operand(Map<String, String> ofNodes, Map<String, String> ofEdges, int depth) {
            if (next.isWord("subgraph")) {
                take();
                if (!next.is("{")) {
                    take();
                }
            }
            if (next.is("{")) {
                return body(ofNodes, ofEdges, depth + 1);
            }
            Token name = take();
            if (!name.quoted() && !name.text().matches("[\\w.\\-\\x80-\\uffff]+")) {
                throw refuse("a node instead of '" + LineCursor.shown(name.text()) + "'");
            }
            if (next.is("=")) {
                return List.of();
            }
            while (next.is(":")) { // a place on the node's border, which is no port of a switch
                take();
                take();
            }
            int before = graph.nodes().size();
            GraphDump.Node node = graph.node(name.text(), name.line());
            if (graph.nodes().size() > before) {
                describe(node, ofNodes);
            }
            return List.of(node);
        }

        private Map<String, String> attributes() {
            Map<String, String> all = new HashMap<>();
            while (next.is("[")) {
                take();
                while (!next.is("]")) {
                    if (next.is(";") || next.is(",")) {
                        take();
                        continue;
                    }
                    String name = take().text();
                    String value = "true";
                    if (next.is("=")) {
                        take();
                        value = take().text();
                    }
                    all.put(name, value);
                }
                take();
            }
            return all;
        }

        private void expect(String symbol) {
            if (!next.is(symbol)) {
                throw refuse("'" + symbol + "'");
            }
            take();
        }

        private Token take() {
            Token taken = next;
            if (taken.text().isEmpty() && !taken.quoted()) {
                throw refuse("'}' at the end of the graph; the file is cut short");
            }
            next = scan();
            return taken;
        }

        private FabricFormatException refuse(String expected) {
            String found = next.text().isEmpty() ? "the file ends" : "found '" + LineCursor.shown(next.text()) + "'";
            return graph.dump().refuse(next.line(), found, expected);
        }

        private Token scan() {
            skip();
            if (at >= text.length()) {
                return new Token("", false, line);
            }
            int begun = line;
            char c = text.charAt(at);
            if (c == '"') {
                return new Token(quoted(), true, begun);
            }
            if (c == '<') {
                return new Token(html(), true, begun);
            }
            if (text.startsWith("--", at) || text.startsWith("->", at)) {
                at += 2;
                return new Token(text.substring(at - 2, at), false, begun);
            }
            if ("{}[]=;,:".indexOf(c) >= 0) {
                at++;
                return new Token(String.valueOf(c), false, begun);
            }
            int from = at;
            while (at < text.length()
                    && !Character.isWhitespace(text.charAt(at))
                    && "{}[]=;,:\"<".indexOf(text.charAt(at)) < 0
                    && !(at > from && (text.startsWith("--", at) || text.startsWith("->", at)))) {
                at++;
            }
            return new Token(text.substring(from, at), false, begun);
        }

        private void skip() {
            while (at < text.length()) {
                char c = text.charAt(at);
                boolean lineStart = at == 0 || text.charAt(at - 1) == '\n';
                if (c == '\n' || Character.isWhitespace(c) || c == '\ufeff') {
                    line += c == '\n' ? 1 : 0;
                    at++;
                } else if (text.startsWith("//", at) || (c == '#' && lineStart)) {
                    int end = text.indexOf('\n', at);
                    at = end < 0 ? text.length() : end;
                } else if (text.startsWith("/*", at)) {
                    int end = text.indexOf("*/", at);
                    String comment = text.substring(at, end < 0 ? text.length() : end);
                    line += (int) comment.chars().filter(one -> one == '\n').count();
                    at = end < 0 ? text.length() : end + 2;
                } else {
                    return;
                }
            }
        }

        /** The inverse of what {@link DotWriter} quotes. */
        private String quoted() {
            StringBuilder out = new StringBuilder();
            for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
                char c = text.charAt(at);
                line += c == '\n' ? 1 : 0;
                boolean escaped = c == '\\' && at + 1 < text.length() && "\"\\n".indexOf(text.charAt(at + 1)) >= 0;
                if (escaped) {
                    at++;
                    out.append(text.charAt(at) == 'n' ? '\n' : text.charAt(at));
                } else {
                    out.append(c);
                }
            }
            at++;
            return out.toString();
        }

        private String html() {
            int depth = 0;
            int from = at;
            do {
                char c = text.charAt(at++);
                depth += c == '<' ? 1 : c == '>' ? -1 : 0;
                line += c == '\n' ? 1 : 0;
            } while (depth > 0 && at < text.length());
            return text.substring(from, at);
        }
    }
}

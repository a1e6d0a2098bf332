package org.reweave.routing.io;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads GraphML, as {@link GraphMlWriter} writes it and as other tools do: a node's {@code name} is its data of that
 * name, else its id; {@code kind} is {@code switch} or {@code nic}. DTDs and external entities are refused.
 */
final class GraphMlReader implements FabricReader {
    private static final int LOOKED_AT = 4096;

    @Override
    public String name() {
        return "graphml";
    }

    @Override
    public String summary() {
        return "GraphML, as --export writes it";
    }

    @Override
    public boolean accepts(String file, byte[] bytes) {
        String head = MarkedText.of(bytes, Math.min(bytes.length, LOOKED_AT));
        return head.stripLeading().startsWith("<") && head.contains("<graphml");
    }

    @Override
    public ImportResult read(String file, byte[] bytes) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        Parse parse = new Parse(file);
        try {
            // What the text says of its encoding is no longer so once an editor has written it in UTF-16.
            XMLStreamReader xml = MarkedText.isWide(bytes)
                    ? factory.createXMLStreamReader(new StringReader(MarkedText.of(bytes, bytes.length)))
                    : factory.createXMLStreamReader(new ByteArrayInputStream(bytes));
            while (xml.hasNext()) {
                int event = xml.next();
                if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
                    throw parse.graph.dump().refuse(line(xml), "found a DTD or an entity", "plain GraphML");
                } else if (event == XMLStreamConstants.START_ELEMENT) {
                    parse.begin(xml);
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    parse.end(xml.getLocalName());
                }
            }
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNumber();
            String reason = String.valueOf(e.getMessage()).replaceAll("(?s).*Message: ", "");
            throw new FabricFormatException(file, Math.max(line, 0), LineCursor.shown(reason), "well-formed XML");
        }
        return parse.result();
    }

    private static int line(XMLStreamReader xml) {
        return Math.max(xml.getLocation().getLineNumber(), 0);
    }

    /** The content that has been read so far. */
    private static final class Parse {
        private final GraphDump graph;
        private final Map<String, String> attributeOfKey = new HashMap<>();
        private final Map<String, GraphDump.Node> byId = new HashMap<>();
        private final Map<String, String> data = new HashMap<>(); // of the open node or edge, or of the graph
        private String id;
        private String source;
        private String target;
        private String open = "graph";
        private int openLine;

        Parse(String file) {
            this.graph = new GraphDump(file);
        }

        void begin(XMLStreamReader xml) throws XMLStreamException {
            switch (xml.getLocalName()) {
                case "key" -> {
                    String name = xml.getAttributeValue(null, "attr.name");
                    attributeOfKey.put(xml.getAttributeValue(null, "id"), name == null ? "" : name);
                }
                case "node", "edge" -> {
                    open = xml.getLocalName();
                    openLine = line(xml);
                    data.clear();
                    id = xml.getAttributeValue(null, "id");
                    source = xml.getAttributeValue(null, "source");
                    target = xml.getAttributeValue(null, "target");
                }
                case "hyperedge" -> throw graph.dump().refuse(line(xml), "found a hyperedge", "links with two ends");
                case "data" -> {
                    String key = xml.getAttributeValue(null, "key");
                    int line = line(xml);
                    String text = SyntheticIds.unescaped(xml.getElementText());
                    String name = attributeOfKey.getOrDefault(key, "");
                    if (open.equals("graph") && name.equals("shape")) {
                        graph.dump().shape = text.strip();
                        graph.dump().shapeLine = line;
                    }
                    data.put(name, text);
                }
                default -> {}
            }
        }

        void end(String element) {
            if (element.equals("node")) {
                node();
                open = "graph";
            } else if (element.equals("edge")) {
                edge();
                open = "graph";
            }
        }

        private void node() {
            String name = data.getOrDefault("name", id);
            if (id == null || name == null || name.isBlank() || byId.containsKey(id)) {
                throw graph.dump().refuse(openLine, "a node without an id or a name of its own", "every id once");
            }
            int before = graph.nodes().size();
            GraphDump.Node node = graph.node(name, openLine);
            if (graph.nodes().size() == before) {
                throw graph.dump()
                        .refuse(openLine, "a second node is named '" + LineCursor.shown(name) + "'", "every name once");
            }
            byId.put(id, node);
            String kind = data.get("kind");
            if (kind != null) {
                node.kind = switch (kind) {
                    case "switch" -> Dump.Kind.SWITCH;
                    case "nic" -> Dump.Kind.CA;
                    default ->
                        throw graph.dump().refuse(openLine, "kind '" + LineCursor.shown(kind) + "'", "switch or nic");
                };
            }
            node.description = data.get("description");
            node.ports = data.containsKey("ports") ? graph.port(data.get("ports"), openLine) : 0;
            node.lid = data.containsKey("lid") ? graph.lid(number("lid"), openLine) : 0;
            node.coordinates = data.containsKey("coordinates") ? DumpParser.numbers(data.get("coordinates")) : null;
        }

        private void edge() {
            GraphDump.Node a = byId.get(source);
            GraphDump.Node b = byId.get(target);
            if (a == null || b == null) {
                throw graph.dump()
                        .refuse(
                                openLine,
                                "an edge to '" + LineCursor.shown(String.valueOf(a == null ? source : target)) + "'",
                                "the id of a node above it");
            }
            graph.edge(new GraphDump.Edge(
                    a,
                    data.containsKey("sourcePort") ? graph.port(data.get("sourcePort"), openLine) : 0,
                    b,
                    data.containsKey("targetPort") ? graph.port(data.get("targetPort"), openLine) : 0,
                    data.get("rate"),
                    data.containsKey("latencyPs") ? number("latencyPs") : -1,
                    openLine));
        }

        private long number(String name) {
            String text = data.get(name).strip();
            if (!text.matches("\\d{1,15}")) {
                throw graph.dump()
                        .refuse(openLine, "found '" + LineCursor.shown(text) + "' as " + name, "a whole number");
            }
            return Long.parseLong(text);
        }

        ImportResult result() {
            return graph.link();
        }
    }
}

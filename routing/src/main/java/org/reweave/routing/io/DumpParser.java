package org.reweave.routing.io;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.reweave.routing.topology.GeneratorArguments;

/** First step of {@link IbnetdiscoverReader}: lines to {@link Dump} sections. */
final class DumpParser {
    /** Own comment lines of {@link IbnetdiscoverWriter}. */
    static final String SHAPE = "# reweave shape ";

    static final String COORDINATES = "# reweave coordinates ";

    private static final int MAX_JUNK_FINDINGS = 20;
    private static final List<String> GUID_KEYS = List.of("switchguid=", "caguid=", "rtguid=");
    private static final List<String> OTHER_KEYS = List.of("vendid=", "devid=", "sysimgguid=");

    private static final Pattern WITHOUT_TABS = Pattern.compile("(Switch|Ca|Hca|Rt)(\\d+)\\s*\"");

    private final Dump dump;
    private final Map<String, Integer> guidLine = new HashMap<>();
    private Dump.Node node;
    private String pendingGuid; // a guid line whose node line has not come yet
    private int pendingLine;
    private String openKey; // the last key=value line since a node line
    private int[] pendingCoordinates;
    private int junkLines;
    private int sharedGuids;
    private String firstSharedGuid;
    private int firstSharedLine;
    private int firstWithoutTabs;

    private DumpParser(String source) {
        this.dump = new Dump(source);
    }

    static Dump parse(BoundedLines lines) throws IOException {
        DumpParser parser = new DumpParser(lines.source());
        boolean isBlank = true;
        for (String line = lines.next(); line != null; line = lines.next()) {
            isBlank &= line.isBlank();
            parser.line(lines.number(), line.strip());
        }
        if (isBlank) {
            throw new FabricFormatException(lines.source(), 0, "the file is empty", "the output of ibnetdiscover");
        }
        parser.end(lines.number());
        return parser.dump;
    }

    private void line(int number, String line) {
        if (line.startsWith("#")) {
            ownComment(number, line);
        } else if (isPortLine(line)) {
            port(new LineCursor(dump.source, number, line));
        } else if (nodeKind(line) != null) {
            node(nodeKind(line), new LineCursor(dump.source, number, line));
        } else if (startsWithAny(line, GUID_KEYS)) {
            guid(number, line);
            openKey = line;
        } else if (startsWithAny(line, OTHER_KEYS)) {
            node = null;
            openKey = line;
        } else if (WITHOUT_TABS.matcher(line).lookingAt()) {
            firstWithoutTabs = firstWithoutTabs == 0 ? number : firstWithoutTabs;
            String spaced = WITHOUT_TABS.matcher(line).replaceFirst("$1\t$2 \"");
            node(nodeKind(spaced), new LineCursor(dump.source, number, spaced));
        } else if (!line.isEmpty() && !line.startsWith("Chassis") && !line.startsWith("Non-Chassis")) {
            junk(number, line);
        }
    }

    private void end(int lastLine) {
        if (openKey != null) {
            throw dump.refuse(
                    lastLine,
                    "the file ends after '" + LineCursor.shown(openKey) + "'",
                    "the Switch or Ca line of that node; the file is cut short");
        }
        if (junkLines > MAX_JUNK_FINDINGS) {
            dump.note(0, FileFinding.Kind.JUNK_LINE, junkLines - MAX_JUNK_FINDINGS + " more lines belong to no dump");
        }
        if (firstWithoutTabs > 0) {
            dump.note(
                    firstWithoutTabs,
                    Finding.Kind.LOST_TABS,
                    "the file has lost its tabs; digits after the kind of a node are its number of ports");
        }
        if (sharedGuids > 0) {
            dump.note(
                    firstSharedLine,
                    FileFinding.Kind.SHARED_GUID,
                    firstSharedGuid + (sharedGuids > 1 ? ", and so for " + (sharedGuids - 1) + " more nodes" : "")
                            + "; a chassis gives its own for each of its switches, and node ids tell them apart");
        }
        if (dump.nodes.values().stream().noneMatch(n -> n.kind() == Dump.Kind.SWITCH)) {
            throw dump.refuse(
                    0,
                    "no Switch line in " + lastLine + " lines",
                    "the output of ibnetdiscover, with a switch at least");
        }
    }

    private void junk(int number, String line) {
        junkLines++;
        if (junkLines <= MAX_JUNK_FINDINGS) {
            dump.note(number, FileFinding.Kind.JUNK_LINE, "'" + LineCursor.shown(line) + "' belongs to no dump");
        }
    }

    private void ownComment(int number, String line) {
        if (line.startsWith(SHAPE)) {
            dump.shape = line.substring(SHAPE.length()).strip();
            dump.shapeLine = number;
        } else if (line.startsWith(COORDINATES)) {
            pendingCoordinates = numbers(line.substring(COORDINATES.length()).strip());
        }
    }

    /** Whole numbers separated by spaces; null when they are none. */
    static int[] numbers(String text) {
        try {
            return Arrays.stream(text.split(" +")).mapToInt(Integer::parseInt).toArray();
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static boolean startsWithAny(String line, List<String> keys) {
        return keys.stream().anyMatch(line::startsWith);
    }

    /**
     * {@code [number]..}, or something else in brackets before a quoted node id, which is then refused. A shell prompt
     * is no port.
     */
    private static boolean isPortLine(String line) {
        if (!line.startsWith("[")) {
            return false;
        }
        int close = line.indexOf(']');
        String inside = close < 0 ? line.substring(1) : line.substring(1, close);
        boolean number = !inside.isEmpty() && inside.chars().allMatch(c -> c >= '0' && c <= '9');
        return number || line.contains("\"S-") || line.contains("\"H-");
    }

    private static Dump.Kind nodeKind(String line) {
        int space = 0;
        while (space < line.length() && !Character.isWhitespace(line.charAt(space))) {
            space++;
        }
        String after = line.substring(space).strip();
        boolean plausible = line.indexOf('"') >= 0 || (!after.isEmpty() && Character.isDigit(after.charAt(0)));
        if (!plausible) {
            return null;
        }
        return switch (line.substring(0, space)) {
            case "Switch" -> Dump.Kind.SWITCH;
            case "Ca", "Hca" -> Dump.Kind.CA;
            case "Rt" -> Dump.Kind.ROUTER;
            default -> null;
        };
    }

    private void guid(int number, String line) {
        String value = line.substring(line.indexOf('=') + 1);
        int end = 0;
        while (end < value.length() && Character.digit(value.charAt(end), 16) >= 0
                || end == 1 && value.startsWith("0x")) {
            end++;
        }
        String digits = value.substring(0, end);
        boolean ended = end == value.length() || value.charAt(end) == '(' || Character.isWhitespace(value.charAt(end));
        if (!digits.startsWith("0x") || digits.length() < 3 || digits.length() > 18 || !ended) {
            throw dump.refuse(
                    number,
                    "found '" + LineCursor.shown(line) + "'",
                    "a GUID such as switchguid=0x2c9000100d0(2c9000100d0)");
        }
        if (pendingGuid != null) {
            throw dump.refuse(
                    number,
                    "found '" + LineCursor.shown(line) + "' after " + pendingGuid + " in line " + pendingLine,
                    "the Switch or Ca line of that node first");
        }
        String canonical = Long.toHexString(Long.parseUnsignedLong(digits.substring(2), 16));
        if (guidLine.putIfAbsent(canonical, number) != null) {
            sharedGuids++;
            firstSharedGuid = sharedGuids == 1
                    ? "GUID 0x" + canonical + " was already given in line " + guidLine.get(canonical)
                    : firstSharedGuid;
            firstSharedLine = sharedGuids == 1 ? number : firstSharedLine;
        }
        pendingGuid = line.substring(0, line.indexOf('=') + 1) + digits;
        pendingLine = number;
        node = null;
    }

    private void node(Dump.Kind kind, LineCursor cursor) {
        cursor.accept(
                kind == Dump.Kind.SWITCH
                        ? "Switch"
                        : kind == Dump.Kind.ROUTER ? "Rt" : cursor.next('H') ? "Hca" : "Ca");
        cursor.skipSpace();
        int ports = cursor.number("the number of ports", 1, GeneratorArguments.MAX_PORTS);
        cursor.skipSpace();
        cursor.expect('"', "before the node id");
        String id = cursor.until('"', "after the node id");
        if (id.isBlank()) {
            throw cursor.refuse("a node id between the quotes");
        }
        Comment comment = Comment.of(dump, cursor);
        int lid = comment.lid(comment.tail);
        int lmc = comment.number(comment.tail, "lmc", 7);
        Dump.Node described =
                new Dump.Node(kind, id, ports, comment.description, lid, lmc, cursor.line(), pendingCoordinates);
        Dump.Node other = dump.nodes.putIfAbsent(id, described);
        if (other != null) {
            throw dump.refuse(
                    cursor.line(),
                    "node \"" + id + "\" was already described in line " + other.line(),
                    "every node once");
        }
        node = described;
        pendingGuid = null;
        openKey = null;
        pendingCoordinates = null;
    }

    private void port(LineCursor cursor) {
        if (node == null) {
            throw dump.refuse(
                    cursor.line(),
                    "found a port before any Switch or Ca line",
                    "the node it belongs to; the file is cut");
        }
        cursor.expect('[', "before a port");
        int number = cursor.number("a port of \"" + node.id() + "\"", 1, node.portCount());
        cursor.expect(']', "after the port");
        skipExternalPortAndGuid(cursor);
        if (cursor.atEnd() || cursor.next('#')) {
            return; // wired to nothing
        }
        cursor.expect('"', "before the node id at the other end");
        String peer = cursor.until('"', "after the node id at the other end");
        cursor.expect('[', "before the port at the other end");
        int peerPort = cursor.number("the port at the other end", 1, GeneratorArguments.MAX_PORTS);
        cursor.expect(']', "after the port at the other end");
        skipExternalPortAndGuid(cursor);
        String simulated = IbsimRates.read(cursor);
        Comment comment = Comment.of(dump, cursor);
        Dump.Port port = new Dump.Port(
                number,
                peer,
                peerPort,
                comment.lid(comment.head),
                comment.number(comment.head, "lmc", 7),
                comment.lid(comment.tail),
                comment.description,
                comment.rate() == null ? simulated : comment.rate(),
                comment.latencyPs(),
                cursor.line());
        Dump.Port other = node.ports().putIfAbsent(number, port);
        if (other != null) {
            throw dump.refuse(
                    cursor.line(),
                    "port " + number + " of \"" + node.id() + "\" was already given in line " + other.line(),
                    "every port once");
        }
    }

    /** {@code [ext 12]} of chassis groups and {@code (guid)} of CA ports. */
    private static void skipExternalPortAndGuid(LineCursor cursor) {
        cursor.skipSpace();
        if (cursor.accept("[ext")) {
            cursor.until(']', "after the external port");
            cursor.skipSpace();
        }
        if (cursor.accept('(')) {
            cursor.until(')', "after the port GUID");
            cursor.skipSpace();
        }
    }
}

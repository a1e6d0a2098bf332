package org.reweave.routing.io;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reweave.routing.topology.Addressing;
import org.reweave.routing.topology.GeneratorArguments;

/**
 * Reads what {@code ibnetdiscover -p} prints: a line a port, with the port at the other end of its cable. Such a line
 * has the GUID of the port: that of a switch's port is the switch's own, that of an adapter's port is not the
 * adapter's. So each adapter port with a GUID of its own becomes a NIC, named {@code H-} and that GUID.
 */
final class PortsReportReader implements FabricReader {
    private static final int LOOKED_AT = 1 << 20; // progress of -s may come before the first port
    private static final int MOST_JUNK = 20;
    private static final String KIND = "(SW|CA|RT)\\s+(-?\\d{1,6})\\s+(\\d{1,3})\\s+0x([0-9a-fA-F]{1,16})";
    private static final Pattern PORT = Pattern.compile(KIND + "\\s+(\\d{1,2}x)\\s*(\\S+)\\s+(.*)");
    private static final Pattern CABLE = Pattern.compile("-\\s+" + KIND + "\\s+\\(\\s*'(.*?)'\\s+-\\s+'(.*)'\\s*\\)");
    private static final Pattern EMPTY = Pattern.compile("'(.*)'");

    /** One end of a cable as a line gives it. */
    private record End(Dump.Kind kind, int lid, int port, String id) {}

    /** A device while its ports come in. */
    private static final class Device {
        private final Dump.Kind kind;
        private final String description;
        private final int line;
        private final Map<Integer, Dump.Port> ports = new LinkedHashMap<>();
        private int lid;
        private int mostPort;

        Device(Dump.Kind kind, String description, int line) {
            this.kind = kind;
            this.description = description;
            this.line = line;
        }
    }

    @Override
    public String name() {
        return "ibnetdiscover-ports";
    }

    @Override
    public String summary() {
        return "what ibnetdiscover -p prints: a line a port";
    }

    @Override
    public boolean accepts(String file, byte[] bytes) {
        String head = new String(bytes, 0, Math.min(bytes.length, LOOKED_AT), StandardCharsets.ISO_8859_1);
        return !head.contains("switchguid=")
                && head.lines().anyMatch(line -> PORT.matcher(line.strip()).matches());
    }

    @Override
    public ImportResult read(String file, byte[] bytes) {
        Dump dump = new Dump(file);
        Map<String, Device> devices = new LinkedHashMap<>();
        List<String> junk = new ArrayList<>();
        try (BoundedLines lines =
                BoundedLines.of(file, new ByteArrayInputStream(bytes), BoundedLines.Limits.DESCRIPTION)) {
            for (String next = lines.next(); next != null; next = lines.next()) {
                String line = next.strip();
                Matcher port = PORT.matcher(line);
                if (port.matches()) {
                    port(dump, devices, port, lines.number());
                } else if (!line.isEmpty() && !line.startsWith("#") && !line.startsWith("DR path")) {
                    junk.add(line);
                    if (junk.size() <= MOST_JUNK) {
                        dump.note(
                                lines.number(),
                                FileFinding.Kind.JUNK_LINE,
                                "'" + LineCursor.shown(line) + "' is no line of a ports report");
                    }
                }
            }
        } catch (IOException e) {
            throw new FabricFormatException(file, 0, e.getMessage(), "the output of ibnetdiscover -p");
        }
        devices.forEach((id, device) -> {
            Dump.Node node = new Dump.Node(
                    device.kind,
                    id,
                    device.mostPort,
                    device.description,
                    device.kind == Dump.Kind.SWITCH ? device.lid : 0,
                    0,
                    device.line,
                    null);
            node.ports().putAll(device.ports);
            dump.nodes.put(id, node);
        });
        return DumpLinker.link(dump);
    }

    private static void port(Dump dump, Map<String, Device> devices, Matcher line, int number) {
        End own = end(dump, line, number);
        String rest = line.group(7);
        Matcher cable = CABLE.matcher(rest);
        Matcher empty = EMPTY.matcher(rest);
        if (!cable.matches() && !empty.matches()) {
            throw dump.refuse(
                    number,
                    "found '" + LineCursor.shown(rest) + "' after the rate",
                    "'- SW 142 36 0x.. ( 'description' - 'description' )', or a description alone");
        }
        String description = cable.matches() ? cable.group(5) : empty.group(1);
        Device device = devices.computeIfAbsent(own.id(), id -> new Device(own.kind(), description, number));
        device.lid = own.lid();
        device.mostPort = Math.max(device.mostPort, own.port());
        if (!cable.matches()) {
            return;
        }
        End peer = end(dump, cable, number);
        String speed = line.group(6).startsWith("?") ? null : line.group(5) + line.group(6);
        Dump.Port port = new Dump.Port(
                own.port(), peer.id(), peer.port(), own.lid(), 0, peer.lid(), cable.group(6), speed, -1, number);
        Dump.Port other = device.ports.putIfAbsent(own.port(), port);
        if (other != null) {
            throw dump.refuse(
                    number,
                    "port " + own.port() + " of \"" + own.id() + "\" was already given in line " + other.line(),
                    "every port once");
        }
    }

    private static End end(Dump dump, Matcher text, int number) {
        int lid = Integer.parseInt(text.group(2));
        int port = Integer.parseInt(text.group(3));
        if (port < 1 || port > GeneratorArguments.MAX_PORTS) {
            throw dump.refuse(number, "found port " + port, "a port, 1 to " + GeneratorArguments.MAX_PORTS);
        }
        boolean isAbsent = lid == -1 || lid == 0xffff;
        if (!isAbsent && (lid < 0 || lid > Addressing.LID16.largest())) {
            throw dump.refuse(number, "found LID " + lid, "a unicast LID, 1 to " + Addressing.LID16.largest());
        }
        Dump.Kind kind =
                switch (text.group(1)) {
                    case "SW" -> Dump.Kind.SWITCH;
                    case "CA" -> Dump.Kind.CA;
                    default -> Dump.Kind.ROUTER;
                };
        String digits = String.format("%016x", Long.parseUnsignedLong(text.group(4), 16));
        return new End(kind, isAbsent ? 0 : lid, port, (kind == Dump.Kind.SWITCH ? "S-" : "H-") + digits);
    }
}

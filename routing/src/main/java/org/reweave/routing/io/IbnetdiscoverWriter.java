package org.reweave.routing.io;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Shape;

/**
 * Writes a fabric as {@code ibnetdiscover} would print it. {@link IbsimNetWriter} has what {@code ibsim} wants besides.
 *
 * <p>{@link IbnetdiscoverReader} gives the same fabric back: devices in order, ports, links, rates, latencies, LIDs,
 * shape and coordinates; a second export is the same text. Only the links' numbers may differ, for the file has no
 * place for them. A device whose name is a node id keeps it (unless a NIC's GUID is a switch's too); any other gets a
 * node id of ours (see {@link SyntheticIds}) and its name in place of its description. Shape, coordinates and latencies
 * stand in comments that other tools skip.
 */
public final class IbnetdiscoverWriter {
    private static final int MAX_DEVICES_A_KIND = 1 << 16;

    private final Fabric fabric;
    private final IntFunction<String> portOptions;
    private final StringBuilder out = new StringBuilder();

    private IbnetdiscoverWriter(Fabric fabric, IntFunction<String> portOptions) {
        this.fabric = fabric;
        this.portOptions = portOptions;
    }

    /**
     * The file's text.
     *
     * @param remarks lines for the head of the file, without the leading {@code #}
     * @throws IllegalArgumentException for more than 65,536 switches or NICs, or a remark of several lines
     */
    public static String text(Fabric fabric, List<String> remarks) {
        return text(fabric, remarks, link -> "");
    }

    /** @param portOptions by link, what stands before the comment of its two port lines */
    static String text(Fabric fabric, List<String> remarks, IntFunction<String> portOptions) {
        fabric.requireShortLids("a file of ibnetdiscover");
        if (Math.max(fabric.switchCount(), fabric.nicCount()) > MAX_DEVICES_A_KIND) {
            throw new IllegalArgumentException(fabric.name() + ": " + fabric.switchCount() + " switches, "
                    + fabric.nicCount() + " NICs > " + MAX_DEVICES_A_KIND + " of a kind; export a smaller fabric");
        }
        IbnetdiscoverWriter writer = new IbnetdiscoverWriter(fabric, portOptions);
        writer.head(remarks);
        for (int device = 0; device < fabric.deviceCount(); device++) {
            writer.device(device);
        }
        return writer.out.toString();
    }

    public static String text(Fabric fabric) {
        return text(fabric, List.of());
    }

    /** Writes the text to a file, as UTF-8. */
    public static void write(Fabric fabric, Path file) throws IOException {
        Files.write(file, text(fabric).getBytes(StandardCharsets.UTF_8));
    }

    private void head(List<String> remarks) {
        out.append("#\n# Topology file: written by reweave from ")
                .append(SyntheticIds.escaped(fabric.name()))
                .append("\n#\n");
        for (String remark : remarks) {
            if (remark.indexOf('\n') >= 0 || remark.indexOf('\r') >= 0) {
                throw new IllegalArgumentException(
                        "remark '" + LineCursor.shown(remark) + "' has several lines; give them one by one");
            }
            out.append("# ").append(remark).append('\n');
        }
        Shape shape = fabric.shape();
        if (shape.family() != Shape.Family.IRREGULAR) {
            out.append(DumpParser.SHAPE)
                    .append(shape.family().name())
                    .append(' ')
                    .append(joined(shape.dimensions()))
                    .append('\n');
        }
    }

    private void device(int device) {
        boolean isSwitch = fabric.isSwitch(device);
        String guid = Long.toHexString(guid(device));
        out.append("\nvendid=0x0\ndevid=0x0\nsysimgguid=0x").append(guid).append('\n');
        if (isSwitch) {
            out.append("switchguid=0x").append(guid).append('(').append(guid).append(")\n");
            if (fabric.shape().family() != Shape.Family.IRREGULAR) {
                out.append(DumpParser.COORDINATES)
                        .append(joined(coordinates(device)))
                        .append('\n');
            }
            out.append("Switch\t")
                    .append(fabric.portCount(device))
                    .append(' ')
                    .append(quotedId(device))
                    .append("\t\t# ")
                    .append(description(device))
                    .append(" base port 0 lid ")
                    .append(fabric.switchLid(device))
                    .append(" lmc 0\n");
        } else {
            out.append("caguid=0x").append(guid).append('\n');
            out.append("Ca\t")
                    .append(fabric.portCount(device))
                    .append(' ')
                    .append(quotedId(device))
                    .append("\t\t# ")
                    .append(description(device))
                    .append('\n');
        }
        for (int port = 1; port <= fabric.portCount(device); port++) {
            if (fabric.link(device, port) >= 0) {
                port(device, port);
            }
        }
    }

    private void port(int device, int port) {
        int peer = fabric.peer(device, port);
        int peerPort = fabric.peerPort(device, port);
        int link = fabric.link(device, port);
        out.append('[').append(port).append(']').append(portGuid(device, port)).append("\t");
        out.append(quotedId(peer))
                .append('[')
                .append(peerPort)
                .append(']')
                .append(portGuid(peer, peerPort))
                .append(portOptions.apply(link))
                .append("\t\t# ");
        if (!fabric.isSwitch(device)) {
            out.append("lid ").append(fabric.nicLid(device, port)).append(" lmc 0 ");
        }
        int peerLid = fabric.isSwitch(peer) ? fabric.switchLid(peer) : fabric.nicLid(peer, peerPort);
        out.append(description(peer)).append(" lid ").append(peerLid);
        LinkRate rate = fabric.linkRate(link);
        if (rate != null) {
            out.append(' ').append(rate);
        }
        if (fabric.linkLatencyPs(link) >= 0) {
            out.append(" latency ").append(fabric.linkLatencyPs(link)).append("ps");
        }
        out.append('\n');
    }

    private String portGuid(int device, int port) {
        return fabric.isSwitch(device) ? "" : "(" + Long.toHexString(guid(device) + port) + ") ";
    }

    private String quotedId(int device) {
        return '"' + SyntheticIds.id(fabric.isSwitch(device), guid(device)) + '"';
    }

    /** {@code =} is escaped too, for {@code ibsim} looks for options up to the end of the line. */
    private String description(int device) {
        String described = fabric.description(device);
        boolean kept = !described.isEmpty()
                && !SyntheticIds.isSynthetic(SyntheticIds.id(fabric.isSwitch(device), guid(device)));
        String text = kept ? described : fabric.deviceName(device);
        return '"' + SyntheticIds.escaped(text).replace("=", "\\003d") + '"';
    }

    private long guid(int device) {
        return guid(fabric, device);
    }

    /** The node GUID that a device is written with. */
    static long guid(Fabric fabric, int device) {
        String name = fabric.deviceName(device);
        boolean isSwitch = fabric.isSwitch(device);
        boolean shared = !isSwitch && fabric.deviceByName(name.replaceFirst("^H-", "S-")) >= 0;
        if (SyntheticIds.isRealId(name, isSwitch) && !shared) {
            return Long.parseUnsignedLong(name.substring(2), 16);
        }
        return SyntheticIds.guid(isSwitch, isSwitch ? device : device - fabric.switchCount());
    }

    private int[] coordinates(int switchDevice) {
        int[] coordinates = new int[fabric.shape().dimensions().length];
        for (int d = 0; d < coordinates.length; d++) {
            coordinates[d] = fabric.coordinate(switchDevice, d);
        }
        return coordinates;
    }

    private static String joined(int[] numbers) {
        return Arrays.stream(numbers).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }
}

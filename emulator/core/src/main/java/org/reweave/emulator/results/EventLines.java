package org.reweave.emulator.results;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.link.PacketId;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.topology.Fabric;

/**
 * Events as lines of {@code events.jsonl}: devices by name, packets as {@code source#n}, arguments as {@link EventKind}
 * names them.
 */
public final class EventLines {
    /** Kinds whose port leads somewhere. */
    private static final Set<EventKind> HAS_PEER = EnumSet.of(
            EventKind.PORT_DOWN,
            EventKind.PORT_UP,
            EventKind.SEPARATOR_SENT,
            EventKind.SEPARATOR_ARRIVED,
            EventKind.SEPARATOR_LOST);

    private final Network network;
    private final String[] names;
    private final Scale scale;

    public EventLines(Network network) {
        this.network = network;
        this.names = network.names();
        this.scale = Scale.of(network);
    }

    /** One event, without a line break. */
    public String line(Event event) {
        return JsonText.line(fields(event));
    }

    /** The fields of a line, by name. */
    public Map<String, Object> fields(Event event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("cycle", event.cycle());
        fields.put("ns", nanoseconds(event));
        fields.put("device", device(event));
        fields.put("event", event.kind().label());
        fields.putAll(arguments(event));
        if (event.change() != 0) {
            fields.putIfAbsent("change", event.change());
        }
        return fields;
    }

    /** When it happened. */
    public double nanoseconds(Event event) {
        return scale.ns(event.cycle());
    }

    /** The name of the device where it happened. */
    public String device(Event event) {
        return name(event.device());
    }

    /** The name of a device. */
    public String name(int device) {
        return names[device];
    }

    /** The arguments of an event, by name. */
    public Map<String, Object> arguments(Event event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        List<String> arguments = event.kind().arguments();
        for (int i = 0; i < arguments.size(); i++) {
            fields.put(arguments.get(i), value(event.kind(), arguments.get(i), event.argument(i)));
        }
        if (HAS_PEER.contains(event.kind())) {
            fields.put("peer", peer(event));
        }
        return fields;
    }

    private Object value(EventKind kind, String argument, long value) {
        return switch (argument) {
            case "reporter", "target", "neighbour" -> names[(int) value];
            case "site" -> Site.of((int) value).label();
            case "up", "full", "late" -> value == 1;
            case "request" -> Smp.word((int) value);
            case "packet" -> packet(network, value);
            case "to" -> network.addressName(Math.toIntExact(value));
            case "cause" ->
                kind == EventKind.DROPPED ? DropCause.of((int) value).label() : value;
            default -> value;
        };
    }

    private String peer(Event event) {
        int port = (int) event.argument("port") - 1;
        int peer = network.wiring().peer(event.device(), port, event.cycle());
        return peer < 0 ? "" : names[peer] + "." + (network.wiring().peerPort(event.device(), port, event.cycle()) + 1);
    }

    /** {@code n0_3#17}: the packet's source and its number there, from 0. */
    public static String packet(Network network, long packet) {
        Fabric fabric = network.fabric();
        return fabric.deviceName(fabric.nicDevice(PacketId.nic(packet))) + "#" + PacketId.number(packet);
    }
}

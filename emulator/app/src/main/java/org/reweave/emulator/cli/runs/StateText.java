package org.reweave.emulator.cli.runs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.reweave.emulator.cli.common.Amounts;

/** A device's state, as {@code Rerun.describe} gives it, in lines for people: links that are idle are left out. */
final class StateText {
    private static final List<String> PLACE = List.of("cycle", "ns", "device", "kind", "ports");
    private static final int MOST_PACKETS = 3;

    private StateText() {}

    /** {@code 41.30 us (cycle 10,325)}. */
    static String time(double ns, long cycle) {
        return Amounts.time(ns) + " (cycle " + Amounts.count(cycle) + ")";
    }

    /** The head line, with name and time, and a line for each link and VL with something to tell. */
    static List<String> lines(Map<String, Object> state) {
        List<String> lines = new ArrayList<>();
        lines.add(state.get("device") + " at " + time((Double) state.get("ns"), (Long) state.get("cycle")) + ": "
                + head(state));
        for (Object port : (List<?>) state.get("ports")) {
            ports(map(port), lines);
        }
        return lines;
    }

    private static String head(Map<String, Object> state) {
        List<String> parts = new ArrayList<>();
        parts.add((String) state.get("kind"));
        state.forEach((key, value) -> {
            if (!PLACE.contains(key) && !(value instanceof Map<?, ?> empty && empty.isEmpty())) {
                parts.add(words(key) + " " + value(value));
            }
        });
        return String.join(", ", parts);
    }

    /** {@code smpsQueued} as {@code smps queued}. */
    private static String words(String key) {
        return key.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
    }

    private static String value(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<String> parts = new ArrayList<>();
            map.forEach((key, one) -> parts.add(words(key.toString()) + " " + value(one)));
            return "(" + String.join(", ", parts) + ")";
        }
        if (value instanceof List<?> list) {
            return list.isEmpty() ? "none" : list.toString();
        }
        return value.equals(Boolean.TRUE) ? "yes" : value.equals(Boolean.FALSE) ? "no" : value.toString();
    }

    private static void ports(Map<String, Object> port, List<String> lines) {
        boolean up = (Boolean) port.get("up");
        boolean isEmpty = port.get("peer").equals("");
        String place = String.format(
                Locale.ROOT,
                "  port %-3s %-13s %s",
                port.get("port"),
                isEmpty ? "without cable" : "to " + port.get("peer"),
                up || isEmpty ? "" : "DOWN ");
        int before = lines.size();
        for (Object one : (List<?>) port.get("vls")) {
            Map<String, Object> lane = map(one);
            List<String> parts = new ArrayList<>();
            packets("in", lane.get("input"), parts);
            packets("out", lane.get("output"), parts);
            if (lane.containsKey("takenFor")) {
                Map<String, Object> holder = map(lane.get("takenFor"));
                parts.add("taken for " + holder.get("packet") + " from port " + holder.get("fromPort") + " VL "
                        + holder.get("fromVl"));
            }
            if (lane.containsKey("receiving")) {
                parts.add("receiving " + lane.get("receiving"));
            }
            if (!Integer.valueOf(0).equals(lane.getOrDefault("separators", 0))) {
                parts.add(lane.get("separators") + " separators wait");
            }
            if (!parts.isEmpty()) {
                lines.add(place + "VL " + lane.get("vl") + "  " + credits(lane)
                        + (lane.containsKey("used") ? ", " + lane.get("used") + " used here" : "") + "; "
                        + String.join("; ", parts));
            }
        }
        if (!up && lines.size() == before) {
            lines.add(place.stripTrailing());
        }
    }

    private static String credits(Map<String, Object> lane) {
        return lane.containsKey("toldTo") ? "told to " + lane.get("toldTo") : lane.get("credits") + " credits";
    }

    private static void packets(String label, Object queue, List<String> parts) {
        if (!(queue instanceof List<?> list) || list.isEmpty()) {
            return;
        }
        List<String> words = new ArrayList<>();
        for (Object one : list.subList(0, Math.min(MOST_PACKETS, list.size()))) {
            Map<String, Object> packet = map(one);
            words.add(packet.get("packet") + " to " + packet.get("to")
                    + (packet.containsKey("outPort") ? " by port " + packet.get("outPort") : "") + " ("
                    + packet.get("state") + ")");
        }
        if (list.size() > MOST_PACKETS) {
            words.add(list.size() - MOST_PACKETS + " more");
        }
        parts.add(label + " " + String.join(", ", words));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}

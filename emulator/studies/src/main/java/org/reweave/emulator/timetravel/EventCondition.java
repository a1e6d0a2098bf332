package org.reweave.emulator.timetravel;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.model.NearestName;

/**
 * A condition on events, as {@code --break} has it: a kind, and values of the event's fields as {@code events.jsonl}
 * prints them, such as {@code dropped cause=dead-output} or {@code table switch=s3_4}.
 */
public final class EventCondition {
    /** Words for several kinds, or shorter ones. */
    private static final Map<String, Set<EventKind>> WORDS = words();

    private static final List<String> DEVICES = List.of("device", "switch", "nic");

    private final EventLines lines;
    private final Set<EventKind> kinds;
    private final Map<String, String> fields;

    private EventCondition(Network network, Set<EventKind> kinds, Map<String, String> fields) {
        this.lines = new EventLines(network);
        this.kinds = kinds;
        this.fields = fields;
    }

    private static Map<String, Set<EventKind>> words() {
        Map<String, Set<EventKind>> words = new LinkedHashMap<>();
        words.put("drop", EnumSet.of(EventKind.DROPPED, EventKind.DISCARDED));
        words.put("fault", EnumSet.of(EventKind.PORT_DOWN, EventKind.DEVICE_DOWN));
        words.put("table", EnumSet.of(EventKind.INSTALLED));
        for (EventKind kind : EventKind.values()) {
            words.put(kind.label(), EnumSet.of(kind));
        }
        return words;
    }

    /**
     * Reads a condition.
     *
     * @param option where it stands, for messages
     * @throws ScenarioException when there is no such event, field or device
     */
    public static EventCondition parse(String option, String text, Network network) {
        String[] parts = text.strip().split("\\s+");
        Set<EventKind> kinds = WORDS.get(parts[0]);
        if (kinds == null) {
            throw new ScenarioException(List.of(option + " '" + text + "': there is no event " + parts[0]
                    + "; the nearest one is " + NearestName.of(parts[0], List.copyOf(WORDS.keySet()))));
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (String part : List.of(parts).subList(1, parts.length)) {
            int sign = part.indexOf('=');
            String field = sign < 0 ? part : part.substring(0, sign);
            List<String> known = known(kinds);
            if (sign < 0 || !known.contains(field)) {
                throw new ScenarioException(List.of(option + " '" + text + "': " + part + " is no field=value of "
                        + parts[0] + "; its fields are " + String.join(", ", known)));
            }
            fields.put(field, part.substring(sign + 1));
            checkDevice(option, text, field, fields.get(field), network);
        }
        return new EventCondition(network, kinds, fields);
    }

    private static List<String> known(Set<EventKind> kinds) {
        return Stream.concat(DEVICES.stream(), kinds.stream().flatMap(kind -> kind.arguments().stream()))
                .distinct()
                .toList();
    }

    private static void checkDevice(String option, String text, String field, String value, Network network) {
        List<String> names = List.of(network.names());
        if (DEVICES.contains(field) && !names.contains(value)) {
            throw new ScenarioException(List.of(option + " '" + text + "': no device has the name " + value
                    + "; the nearest one is " + NearestName.of(value, names)));
        }
    }

    /** Whether an event fulfils it. */
    public boolean test(Event event) {
        if (!kinds.contains(event.kind())) {
            return false;
        }
        Map<String, Object> values = lines.arguments(event);
        return fields.entrySet().stream().allMatch(field -> field.getValue()
                .equals(
                        DEVICES.contains(field.getKey())
                                ? lines.device(event)
                                : String.valueOf(values.get(field.getKey()))));
    }

    /** The devices that an event concerns: its own, those at the ports that it names, and those that it names. */
    public static List<Integer> concerned(Event event, Network network) {
        List<Integer> devices = new ArrayList<>(List.of(event.device()));
        List<String> arguments = event.kind().arguments();
        int ports = network.wiring().ports(event.device());
        for (int i = 0; i < arguments.size(); i++) {
            int value = (int) event.argument(i);
            int device =
                    switch (arguments.get(i)) {
                        case "port", "inPort", "outPort" ->
                            value < 1 || value > ports
                                    ? -1
                                    : network.wiring().peer(event.device(), value - 1, event.cycle());
                        case "reporter", "target" -> value;
                        default -> -1;
                    };
            if (device >= 0 && !devices.contains(device)) {
                devices.add(device);
            }
        }
        return devices;
    }

    /** The event in a line of {@code events.jsonl}. */
    public String line(Event event) {
        return lines.line(event);
    }
}

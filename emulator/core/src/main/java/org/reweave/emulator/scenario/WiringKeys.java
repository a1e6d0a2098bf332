package org.reweave.emulator.scenario;

import static org.reweave.emulator.scenario.Key.optional;
import static org.reweave.emulator.scenario.Key.required;
import static org.reweave.emulator.scenario.Kinds.text;
import static org.reweave.emulator.scenario.Kinds.texts;
import static org.reweave.emulator.scenario.Kinds.whole;
import static org.reweave.emulator.scenario.Quantity.longDuration;

import java.util.List;
import java.util.Optional;

/** The lists {@code wiring} and {@code newcomers}, and the keys of their elements. */
final class WiringKeys {
    static final int MOST_PORTS = 254;
    private static final Keys<CableEvent> EVENT = new Keys<>();
    private static final Keys<Newcomer> DEVICE = new Keys<>();

    static final Key<CableEvent, Long> AT = EVENT.add(required(
            "at",
            longDuration(1),
            "when the cables of remove are pulled, and those of add plugged in; after run.limit never, which the run says",
            CableEvent::at));
    static final Key<CableEvent, Optional<List<String>>> REMOVE = EVENT.add(optional(
            "remove",
            texts("\"s0_0-s0_1\""),
            "links by their names at that time; what is on such a cable is lost, as on a failing link",
            event -> written(event.remove())));
    static final Key<CableEvent, Optional<List<String>>> ADD = EVENT.add(optional(
            "add",
            texts("\"s0_0.6-s2_2.6\""),
            "cables by the ports that they join, DEVICE.PORT-DEVICE.PORT; nobody is told: the manager discovers them",
            event -> written(event.add())));
    static final Key<CableEvent, Optional<Long>> TAKES = EVENT.add(optional(
            "takes",
            longDuration(1),
            "how much later than at the cables of add are plugged in; absent = at once",
            event -> event.takes() > 0 ? Optional.of(event.takes()) : Optional.empty()));
    static final Key<CableEvent, Optional<Long>> LATENCY = EVENT.add(optional(
            "latency",
            DeviceKeys.LATENCY.kind(),
            "propagation on the cables of add; absent = device.link.latency, or host-latency with a NIC at one end",
            CableEvent::latency));

    static final ListKeys<CableEvent> LIST =
            new ListKeys<>("wiring", EVENT.all(), "{ at = 1ms, add = \"s0_0.6-s2_2.6\" }");

    static final Key<Newcomer, Optional<String>> SWITCH = DEVICE.add(optional(
            "switch",
            text("\"s8\""),
            "name of a switch that has no cable at the start; this or nic",
            device -> device.isSwitch() ? Optional.of(device.name()) : Optional.empty()));
    static final Key<Newcomer, Optional<String>> NIC = DEVICE.add(optional(
            "nic",
            text("\"n8\""),
            "name of a NIC that has no cable at the start; this or switch",
            device -> device.isSwitch() ? Optional.empty() : Optional.of(device.name())));
    static final Key<Newcomer, Optional<Long>> PORTS = DEVICE.add(optional(
            "ports",
            whole(1, MOST_PORTS),
            "of that switch; a NIC has one",
            device -> device.isSwitch() ? Optional.of((long) device.ports()) : Optional.empty()));

    static final ListKeys<Newcomer> NEWCOMERS = new ListKeys<>("newcomers", DEVICE.all(), "{ switch = s8, ports = 6 }");

    private WiringKeys() {}

    private static Optional<List<String>> written(List<String> names) {
        return names.isEmpty() ? Optional.empty() : Optional.of(names);
    }

    /** Rules of one element of {@code wiring}. */
    static List<Rule> ofEvent() {
        return List.of(
                Rule.of(AT, List.of(REMOVE, ADD), WiringKeys::changesSomething),
                Rule.of(TAKES, List.of(ADD), in -> isOnlyWrittenWithAdd(in, TAKES)),
                Rule.of(LATENCY, List.of(ADD), in -> isOnlyWrittenWithAdd(in, LATENCY)));
    }

    private static void changesSomething(Values in) {
        if (in.get(REMOVE).isEmpty() && in.get(ADD).isEmpty()) {
            throw new Refusal("changes nothing", "write for example " + LIST.example());
        }
    }

    private static void isOnlyWrittenWithAdd(Values in, Key<?, ? extends Optional<?>> key) {
        if (in.get(key).isPresent() && in.get(ADD).isEmpty()) {
            throw new Refusal("is of cables that are plugged in, and none is", "write add or leave it out");
        }
    }

    /** Rules of one element of {@code newcomers}. */
    static List<Rule> ofNewcomer() {
        return List.of(
                Rule.of(SWITCH, List.of(PORTS), WiringKeys::hasPorts),
                Rule.of(PORTS, List.of(NIC), WiringKeys::isNotOfNic));
    }

    private static void hasPorts(Values in) {
        if (in.get(PORTS).isEmpty()) {
            throw new Refusal("has no ports", "write how many, for example ports = 6");
        }
    }

    private static void isNotOfNic(Values in) {
        if (in.get(NIC).isPresent() && in.get(PORTS).isPresent()) {
            throw new Refusal("is of a NIC, which has one port", "leave it out");
        }
    }

    static Recabling recabling(int sparePorts, List<Values> newcomers, List<Values> events) {
        return new Recabling(
                sparePorts,
                newcomers.stream().map(WiringKeys::newcomer).toList(),
                events.stream().map(WiringKeys::event).toList());
    }

    private static Newcomer newcomer(Values in) {
        boolean isSwitch = in.get(SWITCH).isPresent();
        String name = in.get(SWITCH).or(() -> in.get(NIC)).orElseThrow();
        return new Newcomer(isSwitch, name, Math.toIntExact(in.get(PORTS).orElse(1L)));
    }

    private static CableEvent event(Values in) {
        return new CableEvent(
                in.get(AT),
                in.get(REMOVE).orElse(List.of()),
                in.get(ADD).orElse(List.of()),
                in.get(TAKES).orElse(0L),
                in.get(LATENCY));
    }
}

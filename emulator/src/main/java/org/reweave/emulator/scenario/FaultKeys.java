package org.reweave.emulator.scenario;

import static org.reweave.emulator.scenario.Key.optional;
import static org.reweave.emulator.scenario.Key.required;
import static org.reweave.emulator.scenario.Kinds.text;
import static org.reweave.emulator.scenario.Quantity.longDuration;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.scenario.PlannedFault.Element;

/** The list {@code faults}, and the keys of one element. */
final class FaultKeys {
    static final String PATH = "faults";

    static final Key<PlannedFault, Long> AT = required("at", longDuration(0), "when it fails", PlannedFault::at);
    static final Key<PlannedFault, Optional<Long>> UNTIL = optional(
            "until",
            longDuration(1),
            "when it works again; absent = never",
            fault -> fault.isRepaired() ? Optional.of(fault.until()) : Optional.empty());
    static final Key<PlannedFault, Optional<String>> LINK = optional(
            "link",
            text("\"s0_0-s0_1\""),
            "a link's name (S.PORT, S1-S2, S1-S2#2), or random: any between switches; this or switch",
            fault -> target(fault, Element.LINK));
    static final Key<PlannedFault, Optional<String>> SWITCH = optional(
            "switch",
            text("\"s0_0\""),
            "a switch's name, random, or most-trunks: the one with most links to other switches; this or link",
            fault -> target(fault, Element.SWITCH));

    static final List<Key<PlannedFault, ?>> ALL = List.of(AT, UNTIL, LINK, SWITCH);

    private FaultKeys() {}

    private static Optional<String> target(PlannedFault fault, Element element) {
        return fault.element() == element ? Optional.of(fault.target()) : Optional.empty();
    }

    /** The path of one element. */
    static String path(int index) {
        return PATH + "[" + index + "]";
    }

    /** Reads every element that is an object; what is not one is a problem. */
    static List<Values> read(ConfigValue faults, TimeBase time, Problems problems) {
        if (!(faults instanceof ConfigList list)) {
            problems.refuse(
                    PATH,
                    new Refusal(
                            "is " + Kinds.describe(faults) + ", not a list", "write [ { at = 1ms, link = random } ]"));
            return List.of();
        }
        List<Values> all = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof ConfigObject element) {
                all.add(new Reader(problems, element, path(i) + ".").read(ALL, time, List.of()));
            } else {
                String complaint = "is " + Kinds.describe(list.get(i)) + ", not an object";
                problems.refuse(path(i), new Refusal(complaint, "write { at = 1ms, link = random }"));
            }
        }
        return all;
    }

    static PlannedFault fault(Values in) {
        Element element = in.get(LINK).isPresent() ? Element.LINK : Element.SWITCH;
        String target = in.get(LINK).or(() -> in.get(SWITCH)).orElseThrow();
        return new PlannedFault(in.get(AT), in.get(UNTIL).orElse(PlannedFault.FOR_EVER), element, target);
    }

    static List<Object> write(List<PlannedFault> faults, TimeBase time) {
        List<Object> all = new ArrayList<>();
        for (PlannedFault fault : faults) {
            Map<String, Object> keys = new LinkedHashMap<>();
            ALL.forEach(key -> key.write(fault, time).ifPresent(value -> keys.put(key.path(), value)));
            all.add(keys);
        }
        return all;
    }
}

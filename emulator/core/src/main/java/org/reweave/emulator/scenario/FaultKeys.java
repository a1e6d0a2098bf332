package org.reweave.emulator.scenario;

import static org.reweave.emulator.scenario.Key.optional;
import static org.reweave.emulator.scenario.Key.required;
import static org.reweave.emulator.scenario.Kinds.choice;
import static org.reweave.emulator.scenario.Kinds.text;
import static org.reweave.emulator.scenario.Quantity.longDuration;

import java.util.List;
import java.util.Optional;
import org.reweave.emulator.scenario.PlannedFault.Element;

/** The list {@code faults}, and the keys of one element. */
final class FaultKeys {
    private static final Keys<PlannedFault> ELEMENT = new Keys<>();
    private static final String LOST = "lost";
    private static final String START = "start";

    static final Key<PlannedFault, Long> AT = ELEMENT.add(required(
            "at",
            longDuration(0),
            "when it fails; 0ns = it is not there at the start, and the first tables do without it",
            PlannedFault::at));
    static final Key<PlannedFault, Optional<Long>> UNTIL = ELEMENT.add(optional(
            "until",
            longDuration(1),
            "when it works again; absent = never",
            fault -> fault.isRepaired() ? Optional.of(fault.until()) : Optional.empty()));
    static final Key<PlannedFault, Optional<String>> LINK = ELEMENT.add(optional(
            "link",
            text("\"s0_0-s0_1\""),
            "a link's name (S.PORT, S1-S2, S1-S2#2) as it is cabled then, or random: any between switches; this or switch",
            fault -> target(fault, Element.LINK)));
    static final Key<PlannedFault, Optional<String>> SWITCH = ELEMENT.add(optional(
            "switch",
            text("\"s0_0\""),
            "a switch's name, random, or most-trunks: the one with most links to other switches; this or link",
            fault -> target(fault, Element.SWITCH)));

    static final Key<PlannedFault, Optional<String>> TABLES = ELEMENT.add(optional(
            "tables",
            choice(LOST, START),
            "of a switch that works again: lost, or those of the start of the run, as if read from its flash; the manager finds it as one that has none of its tables",
            fault -> fault.oldTables() ? Optional.of(START) : Optional.empty()));

    static final ListKeys<PlannedFault> LIST = new ListKeys<>("faults", ELEMENT.all(), "{ at = 1ms, link = random }");

    private FaultKeys() {}

    private static Optional<String> target(PlannedFault fault, Element element) {
        return fault.element() == element ? Optional.of(fault.target()) : Optional.empty();
    }

    static PlannedFault fault(Values in) {
        Element element = in.get(LINK).isPresent() ? Element.LINK : Element.SWITCH;
        String target = in.get(LINK).or(() -> in.get(SWITCH)).orElseThrow();
        return new PlannedFault(
                in.get(AT), in.get(UNTIL).orElse(PlannedFault.FOR_EVER), element, target, hasOldTables(in));
    }

    private static boolean hasOldTables(Values in) {
        return in.get(TABLES).filter(START::equals).isPresent();
    }

    static void tablesAreOfASwitchThatComesBack(Values in, Values scenario) {
        if (in.get(TABLES).isPresent() && in.get(LINK).isPresent()) {
            throw new Refusal("is of a switch, and a link has none", "leave it out");
        }
        if (in.get(TABLES).isPresent() && in.get(UNTIL).isEmpty()) {
            throw new Refusal("is of a switch that works again, and this one does not", "write until or leave it out");
        }
        if (hasOldTables(in) && in.get(AT) == 0) {
            throw new Refusal("has a switch come back that has not been there before", "raise at or write lost");
        }
        if (hasOldTables(in)
                && scenario.has(List.of(RunKeys.START))
                && scenario.get(RunKeys.START).equals(RunKeys.BARE)) {
            throw new Refusal("does not go with run.start = bare, where no switch has tables", "write lost");
        }
    }
}

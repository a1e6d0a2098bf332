package org.reweave.emulator.scenario;

import static org.reweave.emulator.scenario.Key.required;
import static org.reweave.emulator.scenario.Kinds.engine;
import static org.reweave.emulator.scenario.Kinds.options;
import static org.reweave.emulator.scenario.Kinds.text;
import static org.reweave.emulator.scenario.Quantity.longDuration;

import java.util.Optional;
import java.util.function.Function;
import org.reweave.routing.engine.spi.EngineOptions;

/** The list {@code reconfigure}, and the keys of one element. */
final class PlanKeys {
    private static final Keys<PlannedRouting> ELEMENT = new Keys<>();

    static final Key<PlannedRouting, Long> AT = ELEMENT.add(required(
            "at", longDuration(1), "when the manager begins; it finishes what it is doing first", PlannedRouting::at));
    static final Key<PlannedRouting, Optional<String>> ENGINE = ELEMENT.add(writtenAlways(
            "engine",
            engine(),
            "computes the new tables, and those after later faults; absent = reconfiguration.engine",
            plan -> plan.routing().engine()));
    static final Key<PlannedRouting, Optional<EngineOptions>> OPTIONS = ELEMENT.add(writtenAlways(
            "options",
            options(),
            "of that engine; absent = reconfiguration.engine-options if the engine is the same",
            plan -> plan.routing().options()));

    static final Key<PlannedRouting, Optional<String>> DRAIN = ELEMENT.add(Key.optional(
            "drain",
            text("\"s0_0-s0_1\""),
            "a link between switches, or a switch without NICs, that new tables lead around from then on although it works,"
                    + " so that it can be pulled without a loss",
            PlannedRouting::drain));
    static final Key<PlannedRouting, Optional<String>> RECOVER = ELEMENT.add(Key.optional(
            "recover",
            text("\"s0_0-s0_1\""),
            "what was drained before, and is used again if it works",
            PlannedRouting::recover));

    static final ListKeys<PlannedRouting> LIST =
            new ListKeys<>("reconfigure", ELEMENT.all(), "{ at = 1ms, options { root = s0_0 } }");

    private PlanKeys() {}

    private static <T> Key<PlannedRouting, Optional<T>> writtenAlways(
            String path, Kind<T> kind, String doc, Function<PlannedRouting, T> of) {
        return Key.optional(path, kind, doc, of.andThen(Optional::of));
    }

    /**
     * The routing of an element.
     *
     * @param scenario whose {@code reconfiguration} fills in what the element leaves out
     */
    static RoutingChoice routing(Values in, Values scenario) {
        String usual = scenario.get(RunKeys.NEW_ENGINE);
        String engine = in.get(ENGINE).orElse(usual);
        EngineOptions otherwise = engine.equals(usual) ? scenario.get(RunKeys.NEW_OPTIONS) : EngineOptions.none();
        return new RoutingChoice(engine, in.get(OPTIONS).orElse(otherwise));
    }

    static PlannedRouting plan(Values in, Values scenario) {
        return new PlannedRouting(in.get(AT), routing(in, scenario), in.get(DRAIN), in.get(RECOVER));
    }
}

package org.reweave.emulator.scenario;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.device.fabricswitch.Switching;
import org.reweave.emulator.lax.schedule.Schedule;
import org.reweave.emulator.time.FlitTime;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.model.NearestName;

/** Every rule between keys that needs no fabric. */
final class Rules {
    private static final long SLOWEST_CYCLES_PER_FLIT = 4096;

    /** Rules of the scenario as a whole. */
    static final List<Rule> SCENARIO = List.of(
            Rule.below(RunKeys.WARMUP, RunKeys.DURATION),
            Rule.atMost(RunKeys.DURATION, RunKeys.LIMIT),
            Rule.below(TrafficKeys.START, TrafficKeys.STOP),
            Rule.atMost(TrafficKeys.STOP, RunKeys.LIMIT),
            Rule.below(RunKeys.FAILING_FROM, RunKeys.FAILING_UNTIL),
            Rule.of(RunKeys.FAILING_UNTIL, List.of(RunKeys.FAILING_FROM), Rules::stopsAfterItsDefaultStart),
            Rule.atMost(RunKeys.FAILING_UNTIL, RunKeys.LIMIT),
            Rule.of(RunKeys.STEP, List.of(RunKeys.CUT_INTERVAL), Rules::stepDividesInterval),
            Rule.of(RunKeys.FILE, List.of(), Rules::fileExists),
            Rule.of(RunKeys.PLANNED, List.of(), in -> RunKeys.beginning(in)
                    .plan()
                    .ifPresent(Rules::mustExist)),
            Rule.of(DeviceKeys.RATE, List.of(DeviceKeys.PACKET), Rules::rateFitsCycle),
            holdsPacket(DeviceKeys.INPUT_BUFFER),
            holdsPacket(DeviceKeys.RECEIVE_BUFFER),
            Rule.below(DeviceKeys.HEADER, DeviceKeys.PACKET),
            Rule.atMost(DeviceKeys.ACK, DeviceKeys.PACKET),
            Rule.of(DeviceKeys.OUTPUT_BUFFER, List.of(DeviceKeys.PACKET), Rules::outputBufferHoldsPacket),
            Rule.of(DeviceKeys.TIMEOUT, List.of(DeviceKeys.MANAGER_LATENCY), Rules::timeoutCoversRoundTrip));

    private Rules() {}

    /** Rules of one element of {@code faults}. */
    static List<Rule> ofFault(Values scenario) {
        return List.of(
                Rule.of(FaultKeys.LINK, List.of(), Rules::linkCannotHaveMostTrunks),
                Rule.of(FaultKeys.AT, List.of(), in -> happensInTheRun(in, scenario)),
                Rule.of(FaultKeys.UNTIL, List.of(FaultKeys.AT), Rules::endsAfterItBegins),
                Rule.of(
                        FaultKeys.TABLES,
                        List.of(FaultKeys.AT, FaultKeys.UNTIL, FaultKeys.LINK),
                        in -> FaultKeys.tablesAreOfASwitchThatComesBack(in, scenario)));
    }

    /** The rule between start and stop is judged at start, if that is written. */
    private static void stopsAfterItsDefaultStart(Values in) {
        boolean startIsWritten = in.sources().keys().containsKey(RunKeys.FAILING_FROM.path());
        if (!startIsWritten && in.get(RunKeys.FAILING_UNTIL) <= in.get(RunKeys.FAILING_FROM)) {
            throw new Refusal("<= " + in.mention(RunKeys.FAILING_FROM), "raise it or write random-faults.start");
        }
    }

    /** Rules of one element of {@code reconfigure}. */
    static List<Rule> ofPlan(Values scenario) {
        return List.of(Rule.of(PlanKeys.AT, List.of(), in -> hasASchemeAndHappensInTheRun(in, scenario)));
    }

    private static void hasASchemeAndHappensInTheRun(Values in, Values scenario) {
        if (scenario.has(List.of(RunKeys.SCHEME))
                && scenario.get(RunKeys.SCHEME).equals(ReconfigurationChoice.NONE)) {
            throw new Refusal(
                    "plans a reconfiguration without a scheme", "write for example reconfiguration.scheme = ebrd");
        }
        if (scenario.has(List.of(RunKeys.LIMIT)) && in.get(PlanKeys.AT) >= scenario.get(RunKeys.LIMIT)) {
            throw new Refusal(">= " + scenario.mention(RunKeys.LIMIT), "lower it or raise run.limit");
        }
    }

    /**
     * Exactly one of two keys of an object must be there.
     *
     * @param path of the object
     * @param example of what could be written
     */
    static void exactlyOne(
            String path,
            Key<?, ? extends Optional<?>> a,
            Key<?, ? extends Optional<?>> b,
            Values in,
            String example,
            Problems problems) {
        if (!in.has(List.of(a, b))) {
            return;
        }
        boolean hasA = in.get(a).isPresent();
        boolean hasB = in.get(b).isPresent();
        if (hasA && hasB) {
            problems.refuse(in.path(b), new Refusal("excludes " + in.mention(a), "keep one"));
        } else if (!hasA && !hasB) {
            String complaint = "has neither " + lastPart(a.path()) + " nor " + lastPart(b.path());
            problems.refuseKey(path, complaint, "write for example " + example);
        }
    }

    /** Late frames are listed for the schedule that reads them. */
    static void onlyListed(Values in, Problems problems) {
        String schedule = in.get(RunKeys.SCHEDULE);
        if (!schedule.equals(Schedule.LISTED.label())) {
            problems.refuse(
                    in.path(RunKeys.SCHEDULE),
                    new Refusal(
                            "= " + schedule + " does not read the list " + LateKeys.LIST.path(),
                            "write run.lax.schedule = " + Schedule.LISTED.label() + ", or remove the list"));
        }
    }

    private static String lastPart(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /**
     * The engine's options are ones it knows.
     *
     * @param path of the options
     */
    static void knownOptions(
            String path, Key<?, String> engine, Key<?, EngineOptions> options, Values in, Problems problems) {
        if (!in.has(List.of(engine, options)) || !in.sources().keys().containsKey(path)) {
            return;
        }
        knownOptions(path, in.get(engine), in.get(options), problems);
    }

    /** The same for an element of {@code reconfigure}. */
    static void knownOptions(String path, Values plan, Values scenario, Problems problems) {
        if (plan.has(List.of(PlanKeys.ENGINE, PlanKeys.OPTIONS))
                && scenario.has(List.of(RunKeys.NEW_ENGINE, RunKeys.NEW_OPTIONS))
                && plan.get(PlanKeys.OPTIONS).isPresent()) {
            RoutingChoice routing = PlanKeys.routing(plan, scenario);
            knownOptions(path, routing.engine(), routing.options(), problems);
        }
    }

    private static void knownOptions(String path, String engine, EngineOptions options, Problems problems) {
        List<String> known = EngineRegistry.load().engine(engine).description().optionNames();
        for (String name : options.values().keySet()) {
            if (!known.contains(name)) {
                String complaint = "is not an option of " + engine;
                String remedy = known.isEmpty()
                        ? "it has none; remove it"
                        : "did you mean " + NearestName.of(name, known) + "?";
                problems.refuseKey(Sources.child(path, name), complaint, remedy);
            }
        }
    }

    private static void stepDividesInterval(Values in) {
        if (in.get(RunKeys.CUT_INTERVAL) % in.get(RunKeys.STEP) != 0) {
            throw new Refusal(
                    "does not divide " + in.mention(RunKeys.CUT_INTERVAL), "write auto, or choose both to fit");
        }
    }

    private static void fileExists(Values in) {
        if (in.get(RunKeys.FILE).isPresent()) {
            mustExist(RunKeys.fabricFile(in));
        }
    }

    static void mustExist(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new Refusal(
                    "does not exist (" + file + ")",
                    "correct the path, which is relative to the file that it stands in");
        }
    }

    /**
     * A packet takes at least a cycle, a flit not thousands: the cycle is neither too coarse nor absurdly fine for the
     * rate.
     */
    private static void rateFitsCycle(Values in) {
        Optional<LinkRate> rate = in.get(DeviceKeys.RATE);
        if (rate.isPresent()) {
            FlitTime flit = in.time().flitTime(rate.get());
            if (flit.numerator() / flit.denominator() > SLOWEST_CYCLES_PER_FLIT) {
                throw new Refusal(
                        "takes " + flit.cyclesFor(1) + " cycles per flit, more than " + SLOWEST_CYCLES_PER_FLIT,
                        "lengthen device.cycle or shorten device.flit");
            }
            if (isShorterThanACycle(flit, in.get(DeviceKeys.PACKET))) {
                throw new Refusal(
                        "sends " + in.mention(DeviceKeys.PACKET) + " in less than a cycle", "shorten device.cycle");
            }
        }
    }

    /** Whether a packet leaves faster than emulated time can tell. */
    static boolean isShorterThanACycle(FlitTime flit, long packetFlits) {
        return flit.fasterThan(new FlitTime(1, packetFlits));
    }

    private static Rule holdsPacket(Key<Scenario, Long> buffer) {
        return Rule.of(buffer, List.of(DeviceKeys.PACKET, DeviceKeys.CREDIT_UNIT, DeviceKeys.SWITCHING), in -> {
            if (in.get(DeviceKeys.SWITCHING).equals(Switching.WORMHOLE.label())) {
                return; // a flit is enough
            }
            long unit = in.get(DeviceKeys.CREDIT_UNIT);
            long needed = (in.get(DeviceKeys.PACKET) + unit - 1) / unit;
            if (in.get(buffer) / unit < needed) {
                Object least = buffer.kind().write(needed * unit, in.time());
                throw new Refusal(
                        "< " + least + ", the whole credits of " + in.mention(DeviceKeys.CREDIT_UNIT) + " that "
                                + in.mention(DeviceKeys.PACKET) + " takes",
                        "raise it");
            }
        });
    }

    private static void outputBufferHoldsPacket(Values in) {
        long buffer = in.get(DeviceKeys.OUTPUT_BUFFER);
        if (buffer != 0 && buffer < in.get(DeviceKeys.PACKET)) {
            throw new Refusal(
                    "< " + in.mention(DeviceKeys.PACKET), "raise it, or write 0flits for an input-queued switch");
        }
    }

    private static void timeoutCoversRoundTrip(Values in) {
        if (in.get(DeviceKeys.TIMEOUT) <= 2 * in.get(DeviceKeys.MANAGER_LATENCY)) {
            throw new Refusal(
                    "<= 2 x " + in.mention(DeviceKeys.MANAGER_LATENCY) + ", so no answer could be in time", "raise it");
        }
    }

    private static void linkCannotHaveMostTrunks(Values in) {
        if (in.get(FaultKeys.LINK).filter(PlannedFault.MOST_TRUNKS::equals).isPresent()) {
            throw new Refusal("describes a switch", "write switch = most-trunks");
        }
    }

    private static void happensInTheRun(Values in, Values scenario) {
        if (scenario.has(List.of(RunKeys.LIMIT)) && in.get(FaultKeys.AT) >= scenario.get(RunKeys.LIMIT)) {
            throw new Refusal(">= " + scenario.mention(RunKeys.LIMIT), "lower it or raise run.limit");
        }
    }

    private static void endsAfterItBegins(Values in) {
        Optional<Long> until = in.get(FaultKeys.UNTIL);
        if (until.isPresent() && until.get() <= in.get(FaultKeys.AT)) {
            throw new Refusal("<= " + in.mention(FaultKeys.AT), "raise it");
        }
    }
}

package org.reweave.emulator.scenario;

import static org.reweave.emulator.scenario.Key.key;
import static org.reweave.emulator.scenario.Key.optional;
import static org.reweave.emulator.scenario.Kinds.choice;
import static org.reweave.emulator.scenario.Kinds.file;
import static org.reweave.emulator.scenario.Kinds.fraction;
import static org.reweave.emulator.scenario.Kinds.number;
import static org.reweave.emulator.scenario.Kinds.whole;
import static org.reweave.emulator.scenario.Quantity.longDuration;
import static org.reweave.emulator.scenario.Quantity.picoseconds;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.reweave.emulator.traffic.InjectionProcesses;
import org.reweave.emulator.traffic.MessageSizes;
import org.reweave.emulator.traffic.Patterns;
import org.reweave.emulator.traffic.TrafficParameters;
import org.reweave.emulator.traffic.TrafficParameters.TraceChoice;

/** The keys of {@code traffic}: the messages that NICs send. */
final class TrafficKeys {
    private static final long MILLISECOND_PS = 1_000_000_000L;

    static final Keys<Scenario> KEYS = new Keys<>();

    static final Key<Scenario, String> PATTERN = KEYS.add(
            key("traffic.pattern", choice(List.copyOf(Patterns.names())), "whom a NIC sends to", s -> s.traffic()
                            .pattern())
                    .byDefault("uniform"));
    static final Key<Scenario, Optional<String>> TRACE_FILE = KEYS.add(optional(
            "traffic.trace.file",
            file("\"../traces/halo-exchange.csv\""),
            "a trace (CSV, netrace's or GOAL; gzip or not) that replaces pattern, load and sizes; relative as fabric.file is",
            s -> s.traffic().trace().map(TraceChoice::file)));
    static final Key<Scenario, Double> LOAD = KEYS.add(key(
                    "traffic.load",
                    fraction(),
                    "offered by each NIC, as a fraction of what its link carries",
                    (Scenario s) -> s.traffic().load())
            .unless(TRACE_FILE, "required, 0 with a trace", 0.0));
    static final Key<Scenario, String> PROCESS = KEYS.add(key(
                    "traffic.process",
                    choice(List.copyOf(InjectionProcesses.names())),
                    "when a NIC makes its messages",
                    s -> s.traffic().process())
            .byDefault("bernoulli"));
    static final Key<Scenario, Double> BURST = KEYS.add(
            key("traffic.burst", number(1, 1e6), "for bursty: mean number of messages of a burst", s -> s.traffic()
                            .burst())
                    .byDefault("10"));
    static final Key<Scenario, Long> MESSAGES = KEYS.add(key(
                    "traffic.messages",
                    whole(0, Integer.MAX_VALUE),
                    "that each NIC makes; the run ends once all NICs have made theirs and all are delivered; 0 = as many as fall before"
                            + " traffic.stop, which ends generation in any case",
                    s -> s.traffic().messages())
            .byDefault("0"));
    static final Key<Scenario, List<MessageSizes.Size>> SIZES = KEYS.add(key(
                    "traffic.sizes",
                    new SizesKind(),
                    "payload of the messages and their shares; [] = each fills a packet",
                    s -> s.traffic().sizes())
            .byDefault("[]"));
    static final Key<Scenario, Long> START = KEYS.add(
            key("traffic.start", longDuration(0), "first cycle of generation, time 0 of a trace", s -> s.traffic()
                            .start())
                    .byDefault("0ns"));
    static final Key<Scenario, Long> STOP = KEYS.add(key(
                    "traffic.stop",
                    longDuration(1),
                    "first cycle without generation; a trace goes on to its end",
                    (Scenario s) -> s.traffic().stop())
            .orElse("run.duration", List.of(RunKeys.DURATION), in -> in.get(RunKeys.DURATION)));
    static final Key<Scenario, Double> HOTSPOT_SHARE = KEYS.add(key(
                    "traffic.hotspot-share",
                    fraction(),
                    "for hotspot: fraction of the sources that send to the one destination",
                    s -> s.traffic().hotspotShare())
            .byDefault("0.1"));
    static final Key<Scenario, String> TRACE_FORMAT = KEYS.add(key(
                    "traffic.trace.format",
                    choice("auto", "csv", "goal"),
                    "how the trace is written; auto = GOAL if it begins with num_ranks",
                    ofTrace(TraceChoice::format, "auto"))
            .byDefault("auto"));
    static final Key<Scenario, String> TIME_UNIT = KEYS.add(key(
                    "traffic.trace.time-unit",
                    choice("auto", "ps", "ns", "us", "ms", "s", "cycle"),
                    "of a CSV trace's times; auto = as its column is called (t_ns, cycle)",
                    ofTrace(TraceChoice::timeUnit, "auto"))
            .byDefault("auto"));
    static final Key<Scenario, Double> SCALE = KEYS.add(key(
                    "traffic.trace.scale",
                    number(1e-6, 1e6),
                    "what the trace's times are multiplied by",
                    ofTrace(TraceChoice::scale, 1.0))
            .byDefault("1"));
    static final Key<Scenario, Long> TRACE_CYCLE = KEYS.add(key(
                    "traffic.trace.cycle",
                    picoseconds(1, MILLISECOND_PS),
                    "what a cycle is to a trace that counts in cycles",
                    (Scenario s) -> s.traffic()
                            .trace()
                            .map(TraceChoice::cyclePs)
                            .orElse(s.time().cyclePs()))
            .orElse("device.cycle", List.of(DeviceKeys.CYCLE), in -> in.get(DeviceKeys.CYCLE)));
    static final Key<Scenario, String> RANK_MAP = KEYS.add(key(
                    "traffic.trace.rank-map",
                    choice("in-order", "random", "by-nic"),
                    "which NIC is which rank: the participating NICs in order, or drawn by the seed; by-nic = rank n is NIC n, and sends nothing where faults cut it off",
                    ofTrace(TraceChoice::rankMap, "in-order"))
            .byDefault("in-order"));

    static final List<Rule> RULES = List.of(
            Rule.of(MESSAGES, List.of(LOAD), TrafficKeys::messagesNeedLoad),
            Rule.of(TRACE_FILE, List.of(LOAD, MESSAGES, SIZES), TrafficKeys::traceStandsAlone),
            Rule.of(TRACE_FILE, List.of(), in -> in.get(TRACE_FILE)
                    .ifPresent(name -> Rules.mustExist(RunKeys.file(TRACE_FILE, name, in)))));

    private TrafficKeys() {}

    private static <T> Function<Scenario, T> ofTrace(Function<TraceChoice, T> part, T otherwise) {
        return scenario -> scenario.traffic().trace().map(part).orElse(otherwise);
    }

    private static void traceStandsAlone(Values in) {
        if (in.get(TRACE_FILE).isEmpty()) {
            return;
        }
        if (in.get(LOAD) > 0) {
            throw new Refusal("excludes " + in.mention(LOAD), "keep one");
        }
        if (in.get(MESSAGES) > 0) {
            throw new Refusal("excludes " + in.mention(MESSAGES), "keep one");
        }
        if (!in.get(SIZES).isEmpty()) {
            throw new Refusal("excludes " + in.mention(SIZES), "keep one");
        }
    }

    private static void messagesNeedLoad(Values in) {
        if (in.get(MESSAGES) > 0 && in.get(TRACE_FILE).isEmpty() && in.get(LOAD) == 0) {
            throw new Refusal(
                    "is never reached at " + in.mention(LOAD),
                    "raise traffic.load above 0, or leave traffic.messages out");
        }
    }

    static TrafficParameters traffic(Values in) {
        Optional<TraceChoice> trace = in.get(TRACE_FILE)
                .map(name -> new TraceChoice(
                        RunKeys.file(TRACE_FILE, name, in).toString(),
                        in.get(TRACE_FORMAT),
                        in.get(TIME_UNIT),
                        in.get(SCALE),
                        in.get(TRACE_CYCLE),
                        in.get(RANK_MAP)));
        return new TrafficParameters(
                in.get(PATTERN),
                in.get(PROCESS),
                in.get(LOAD),
                in.get(START),
                in.get(STOP),
                in.get(HOTSPOT_SHARE),
                in.get(BURST),
                in.get(MESSAGES),
                in.get(SIZES),
                trace);
    }
}

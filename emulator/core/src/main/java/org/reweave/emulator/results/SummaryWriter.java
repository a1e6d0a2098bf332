package org.reweave.emulator.results;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleToLongFunction;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Deadlock;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.lax.Drift;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.network.Availability;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.Latencies;

/** Makes the {@link Summary} of a run from the results of its driver and its recorder. */
public final class SummaryWriter {
    /**
     * The identity of a run.
     *
     * @param id of the run
     * @param software version
     * @param command that started it; empty = unknown
     * @param branches cycles at which it was resumed, if it is lax
     */
    public record Identity(
            String id, String software, String driver, int threads, String command, List<Long> branches) {
        /** The identity of a run that was not started by a command. */
        public Identity(String id, String software, String driver, int threads) {
            this(id, software, driver, threads, "", List.of());
        }
    }

    private final Identity identity;
    private final Network network;
    private final RunRecorder recorder;
    private final Scale scale;

    public SummaryWriter(Identity identity, Network network, RunRecorder recorder) {
        this.identity = identity;
        this.network = network;
        this.recorder = recorder;
        this.scale = recorder.scale();
    }

    /** The summary of a run that ended, with any outcome. */
    public Summary summary(RunResult result, Summary.Cost cost) {
        return summary(result, null, cost);
    }

    /**
     * The summary of a run that broke off, up to its last cut.
     *
     * @param failure in one line
     */
    public Summary failed(String failure, Summary.Cost cost) {
        CutTotals last = recorder.series().last();
        return summary(
                new RunResult(Outcome.FAILED, false, Optional.empty(), 0, last, new Latencies(), Optional.empty()),
                failure,
                cost);
    }

    /** Summary of a run that the user stopped between two cuts, with the figures up to the last cut. */
    public Summary stopped(Summary.Cost cost) {
        CutTotals last = recorder.series().last();
        RunResult result =
                new RunResult(Outcome.INCOMPLETE, true, Optional.empty(), 0, last, new Latencies(), Optional.empty());
        return summary(result, null, false, cost);
    }

    private Summary summary(RunResult result, String failure, Summary.Cost cost) {
        return summary(result, failure, failure == null, cost);
    }

    /** @param complete whether the NICs have handed in what they measured */
    private Summary summary(RunResult result, String failure, boolean complete, Summary.Cost cost) {
        Scenario scenario = network.resolved().scenario();
        CutTotals last = result.last();
        return new Summary(
                identity.id(),
                scenario.name(),
                scenario.description(),
                scenario.parent().map(this::parent).orElse(null),
                identity.branches().isEmpty()
                        ? null
                        : identity.branches().stream()
                                .map(cycle -> new Summary.Branch(cycle, scale.ns(cycle)))
                                .toList(),
                identity.software(),
                SetupOf.run(network.resolved(), scale),
                scenario.seed(),
                identity.driver(),
                identity.threads(),
                result.outcome(),
                result.interrupted(),
                failure,
                result.fingerprint(),
                last.cycle(),
                scale.ns(1),
                scale.ns(last.cycle()),
                packets(last),
                messages(last, result.latencies(), complete),
                load(),
                latency(last, result.latencies(), complete),
                tokens(last),
                new Summary.Hops(perMeasured(last, Counter.MEASURED_HOPS)),
                recorder.reconfigurations(),
                result.deadlock().map(this::blocked).orElse(null),
                result.transientCycles(),
                availability(last.cycle()),
                result.drift().map(this::drift).orElse(null),
                cost);
    }

    private Summary.Parent parent(String text) {
        int sign = text.lastIndexOf('@');
        String cycle = text.substring(sign + 1);
        if (sign < 0 || !cycle.matches("\\d{1,18}")) {
            return new Summary.Parent(text, 0, 0);
        }
        return new Summary.Parent(text.substring(0, sign), Long.parseLong(cycle), scale.ns(Long.parseLong(cycle)));
    }

    private Summary.Drift drift(Drift drift) {
        Laxity laxity = network.resolved().scenario().run().laxity();
        Long slack = laxity.slack() == Laxity.UNLIMITED ? null : (Long) laxity.slack();
        Summary.Excess beyond = excess(drift.beyond());
        Summary.Excess lateness = excess(drift.lateness());
        return new Summary.Drift(
                laxity.step(),
                slack,
                laxity.islandSize(),
                drift.steps(),
                drift.beyond().count(),
                beyond,
                drift.records(),
                drift.lateness().count(),
                lateness,
                drift.cutsTooLate(),
                new Summary.DriftNs(scale.ns(laxity.step()), ns(slack), ns(beyond), ns(lateness)));
    }

    private static Summary.Excess excess(Drift.Distribution of) {
        return new Summary.Excess(of.mean(), of.percentile(50), of.percentile(99), of.max());
    }

    private Summary.ExcessNs ns(Summary.Excess of) {
        return new Summary.ExcessNs(scale.ns(of.mean()), scale.ns(of.p50()), scale.ns(of.p99()), scale.ns(of.max()));
    }

    private Summary.Availability availability(long cycles) {
        Availability all = network.availability(cycles);
        return new Summary.Availability(all.ofLinks(), all.ofSwitches(), all.failures());
    }

    private static Summary.Packets packets(CutTotals last) {
        Map<String, Long> dropped = new TreeMap<>();
        for (int i = 0; i < DropCause.count(); i++) {
            if (last.drops()[i] > 0) {
                dropped.put(DropCause.of(i).label(), last.drops()[i]);
            }
        }
        return new Summary.Packets(
                last.count(Counter.GENERATED),
                last.count(Counter.INJECTED),
                last.count(Counter.DELIVERED),
                dropped,
                last.inFlight(),
                last.queued(),
                last.count(Counter.DUPLICATES),
                last.count(Counter.OUT_OF_ORDER),
                last.count(Counter.RETRANSMITTED),
                last.count(Counter.ACKS_SENT));
    }

    /** @param distributions whether the latencies are known, not only their sums */
    private Summary.Messages messages(CutTotals last, Latencies latencies, boolean distributions) {
        long measured = last.count(Counter.MEASURED_MESSAGES);
        Double mean =
                measured == 0 ? null : (Double) ((double) last.count(Counter.MEASURED_MESSAGE_LATENCY) / measured);
        boolean known = distributions && measured > 0;
        boolean any = distributions && latencies.lastMessage() >= 0;
        return new Summary.Messages(
                last.count(Counter.MESSAGES_GENERATED),
                last.count(Counter.MESSAGES_DELIVERED),
                last.count(Counter.MESSAGES_UNDELIVERED),
                last.count(Counter.MESSAGES_LOCAL),
                latency(mean, known ? latencies::message : null, latencies.longestMessage()),
                latencies.reorderPeak(),
                any ? latencies.lastMessage() : null,
                any ? scale.ns(latencies.lastMessage()) : null);
    }

    /** Load of the cuts so far. */
    public Summary.Load load() {
        Optional<Interval> measured = recorder.measured();
        if (measured.isEmpty()) {
            return new Summary.Load(null, null, null, null, null, null);
        }
        long cycles = measured.get().cycles();
        long offered = measured.get().count(Counter.GENERATED_FLITS);
        long accepted = measured.get().count(Counter.DELIVERED_FLITS);
        return new Summary.Load(
                scale.fraction(offered, cycles),
                scale.fraction(accepted, cycles),
                scale.bytesPerNsPerSwitch(accepted, cycles),
                scale.flitsPerCyclePerNic(accepted, cycles),
                recorder.measuresFrom().getAsLong(),
                scale.ns(recorder.measuresFrom().getAsLong()));
    }

    /** @param distributions whether the latencies are known, not only their sums */
    private Summary.LatencyKinds latency(CutTotals last, Latencies latencies, boolean distributions) {
        long measured = last.count(Counter.MEASURED);
        boolean known = distributions && measured > 0;
        Double network = perMeasured(last, Counter.MEASURED_NETWORK_LATENCY);
        Double total = perMeasured(last, Counter.MEASURED_TOTAL_LATENCY);
        return new Summary.LatencyKinds(
                measured,
                latency(network, known ? latencies::network : null, latencies.longestNetwork()),
                latency(total, known ? latencies::total : null, latencies.longestTotal()));
    }

    private Summary.TokenWaits tokens(CutTotals last) {
        long heads = last.count(Counter.SEPARATOR_WAITS);
        if (heads == 0) {
            return null;
        }
        double mean = (double) last.count(Counter.SEPARATOR_WAIT) / heads;
        return new Summary.TokenWaits(heads, mean, new Summary.TokenWaitsNs(scale.ns(mean)));
    }

    /** @param percentiles null = they are not known */
    private Summary.Latency latency(Double mean, DoubleToLongFunction percentiles, long max) {
        if (percentiles == null) {
            return new Summary.Latency(
                    mean, null, null, null, null, new Summary.LatencyNs(ns(mean), null, null, null, null));
        }
        // A percentile stands for a bin of the histogram, whose end may lie beyond the exact maximum.
        long p50 = Math.min(percentiles.applyAsLong(50), max);
        long p99 = Math.min(percentiles.applyAsLong(99), max);
        long p999 = Math.min(percentiles.applyAsLong(99.9), max);
        return new Summary.Latency(
                mean, p50, p99, p999, max, new Summary.LatencyNs(ns(mean), ns(p50), ns(p99), ns(p999), ns(max)));
    }

    private Double ns(Number cycles) {
        return cycles == null ? null : (Double) scale.ns(cycles.doubleValue());
    }

    private static Double perMeasured(CutTotals last, Counter sum) {
        long measured = last.count(Counter.MEASURED);
        return measured == 0 ? null : (Double) ((double) last.count(sum) / measured);
    }

    private Summary.Blocked blocked(Deadlock deadlock) {
        return new Summary.Blocked(
                deadlock.formed(),
                deadlock.cycle(),
                deadlock.proven(),
                deadlock.members().stream()
                        .map(member -> new Summary.Member(
                                member.device(),
                                member.port(),
                                member.lane(),
                                member.atOutput() ? "output" : "input",
                                EventLines.packet(network, member.packet()),
                                member.marks()))
                        .toList(),
                new Summary.FoundAt(scale.ns(deadlock.formed()), scale.ns(deadlock.cycle())));
    }
}

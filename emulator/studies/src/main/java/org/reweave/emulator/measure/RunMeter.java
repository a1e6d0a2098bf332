package org.reweave.emulator.measure;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import org.reweave.emulator.device.manager.TablePacket;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.results.Interval;
import org.reweave.emulator.results.Reconfiguration;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.run.RunCut;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.LatencySeries;

/**
 * Takes the measures of one run. All changes of a run count as one reconfiguration: from the first fault, and the first
 * tables that are ready, to the last end. One meter serves one run.
 */
public final class RunMeter {
    private static final long NEVER = -1;
    private static final int WORST_STRETCH = 10; // cuts

    private final Scenario scenario;
    private final Map<Measure, Double> values = new EnumMap<>(Measure.class);
    private final Map<String, Long> dropsBefore = new TreeMap<>();
    private final Map<String, Long> dropsAfter = new TreeMap<>();
    private final RepeatedVisits revisits;
    private long found = NEVER;
    private long ready = NEVER;
    private long firstSeparator = NEVER;
    private long lastSeparator = NEVER;

    /** @param run of the sequential driver, which has not begun */
    public RunMeter(Run run) {
        this.scenario = run.network().resolved().scenario();
        this.revisits = new RepeatedVisits(run.network().fabric().switchCount());
        run.watch(this::follow).witness(revisits::at);
    }

    private void follow(RunCut cut) {
        cut.recorded().forEach(this::follow);
    }

    private void follow(Event event) {
        switch (event.kind()) {
            case CHANGE_FOUND -> found = found == NEVER ? event.cycle() : found;
            case TABLES_READY -> ready = ready == NEVER ? event.cycle() : ready;
            case SEPARATOR_SENT -> firstSeparator = firstSeparator == NEVER ? event.cycle() : firstSeparator;
            case SEPARATOR_ARRIVED -> lastSeparator = event.cycle();
            case DROPPED -> drop(DropCause.of((int) event.a()));
            case DISCARDED -> drop(DropCause.SCHEME);
            default -> {
                // not measured
            }
        }
    }

    private void drop(DropCause cause) {
        (ready == NEVER ? dropsBefore : dropsAfter).merge(cause.label(), 1L, Long::sum);
    }

    /** Measured values of a run that is over. */
    public Reading read(Run run, Summary summary) {
        Scale scale = run.recorder().scale();
        set(Measure.DROPS_BEFORE, (double) sum(dropsBefore));
        set(Measure.DROPS_AFTER, (double) sum(dropsAfter));
        set(Measure.DISCARDS, (double) summary.packets().dropped().getOrDefault(DropCause.SCHEME.label(), 0L));
        set(Measure.LATENCY_P99, summary.latency().total().ns().p99());
        set(Measure.LATENCY, summary.latency().total().ns().mean());
        set(Measure.NETWORK_LATENCY, summary.latency().network().ns().mean());
        set(Measure.ACCEPTED, summary.load().accepted());
        set(Measure.REVISITS, (double) revisits.visits());
        set(Measure.REVISITING, (double) revisits.packets());
        set(Measure.FAIRNESS, run.recorder().fairness());
        if (firstSeparator != NEVER && lastSeparator != NEVER) {
            set(Measure.TOKENS, scale.ns(lastSeparator - firstSeparator));
        }
        if (summary.tokens() != null) {
            set(Measure.TOKEN_WAITS, (double) summary.tokens().heads());
            set(Measure.TOKEN_WAIT, summary.tokens().ns().mean());
        }
        transport(summary);
        reconfiguration(summary.reconfigurations(), scale);
        during(run, summary.reconfigurations(), scale);
        List<String> failed = run.network().resolved().faults().stream()
                .sorted(Comparator.comparingLong(ResolvedScenario.ResolvedFault::at))
                .map(ResolvedScenario.ResolvedFault::name)
                .toList();
        return new Reading(values, failed, dropsBefore, dropsAfter);
    }

    private void transport(Summary summary) {
        if (scenario.nics().transport().endToEnd()) {
            set(Measure.RETRANSMITTED, (double) summary.packets().retransmitted());
            set(Measure.DUPLICATES, (double) summary.packets().duplicates());
            set(Measure.GIVEN_UP, (double) summary.messages().undelivered());
        }
    }

    private void set(Measure measure, Double value) {
        if (value != null) {
            values.put(measure, value);
        }
    }

    private static long sum(Map<String, Long> drops) {
        return drops.values().stream().mapToLong(Long::longValue).sum();
    }

    private void reconfiguration(List<Reconfiguration> changes, Scale scale) {
        if (changes.isEmpty()) {
            return;
        }
        Reconfiguration first = changes.get(0);
        long smps = changes.stream().mapToLong(Reconfiguration::smps).sum();
        set(Measure.SMPS, (double) smps);
        boolean alike = scenario.manager().tablePacket() != TablePacket.SIZED;
        set(
                Measure.SMP_BYTES,
                !alike
                        ? null
                        : (double) smps
                                * scenario.manager().smpFlits()
                                * scenario.time().flitBytes());
        if (first.detectedAt() == null) {
            return;
        }
        set(Measure.DETECTION, scale.ns(first.detectedAt() - first.faultAt()));
        if (found != NEVER) {
            set(Measure.DISCOVERY, scale.ns(found - first.detectedAt()));
            set(Measure.COMPUTATION, ready == NEVER ? null : (Double) scale.ns(ready - found));
        }
        Long end = endOf(changes);
        long from = ready == NEVER ? first.detectedAt() : ready;
        set(
                Measure.LAST_TABLE,
                since(
                        from,
                        latest(changes.stream()
                                .map(Reconfiguration::lastSwitchAt)
                                .toList()),
                        scale));
        set(
                Measure.LAST_NIC,
                since(
                        from,
                        latest(changes.stream().map(Reconfiguration::lastNicAt).toList()),
                        scale));
        set(Measure.COMPLETED, since(from, end, scale));
        set(Measure.WHOLE, since(first.faultAt(), end, scale));
    }

    /** When the last change was complete; null unless all are that were not ended by another. */
    private static Long endOf(List<Reconfiguration> changes) {
        List<Reconfiguration> kept =
                changes.stream().filter(change -> !change.abandoned()).toList();
        return kept.stream().allMatch(Reconfiguration::isComplete)
                ? latest(kept.stream().map(Reconfiguration::completedAt).toList())
                : null;
    }

    private static Long latest(List<Long> cycles) {
        return cycles.stream().filter(Objects::nonNull).max(Long::compare).orElse(null);
    }

    private static Double since(long from, Long to, Scale scale) {
        return to == null ? null : (Double) scale.ns(to - from);
    }

    // ---- load and latency around the change ----

    private void during(Run run, List<Reconfiguration> changes, Scale scale) {
        List<Interval> intervals = run.recorder().series().intervals();
        long warm = run.recorder().measuresFrom().orElse(0);
        if (changes.isEmpty()) {
            return;
        }
        long fault = changes.get(0).faultAt();
        Long end = endOf(changes);
        stretch(intervals, warm, fault, scale, Measure.LATENCY_BEFORE, Measure.LOAD_BEFORE);
        if (end != null && end > fault) {
            stretch(intervals, fault, end, scale, Measure.LATENCY_DELIVERED, Measure.LOAD_DURING);
            set(Measure.LOAD_LOWEST, lowest(intervals, fault, end, scale));
            LatencySeries generated = run.latencies().byGeneration();
            set(Measure.LATENCY_GENERATED, meanIn(generated, generated::total, fault, end, scale));
            set(
                    Measure.QUEUE_GENERATED,
                    meanIn(generated, bin -> generated.total(bin) - generated.network(bin), fault, end, scale));
            tokens(run, generated, fault, end, scale);
            pastTraffic(end, scale);
        }
    }

    private void tokens(Run run, LatencySeries generated, long from, long to, Scale scale) {
        long waited = run.recorder().series().last().count(Counter.SEPARATOR_WAIT);
        long packets = packetsIn(generated, from, to);
        if (waited > 0 && packets > 0) {
            set(Measure.TOKEN_LATENCY, scale.ns((double) waited / packets));
        }
    }

    /** Where generators fall silent before a change is over, what is accepted says nothing of the change. */
    private void pastTraffic(long end, Scale scale) {
        long stop = scenario.traffic().stop();
        if (scenario.traffic().endsOnTime() && stop < end) {
            set(Measure.PAST_TRAFFIC, scale.ns(end - stop));
            values.remove(Measure.LOAD_DURING);
            values.remove(Measure.LOAD_LOWEST);
        }
    }

    /** Adds a stretch: the cuts that end in (from, to]. */
    private void stretch(List<Interval> intervals, long from, long to, Scale scale, Measure latency, Measure load) {
        long cycles = 0;
        long flits = 0;
        long packets = 0;
        long sum = 0;
        for (Interval interval : intervals) {
            if (interval.to().cycle() > from && interval.to().cycle() <= to) {
                cycles += interval.cycles();
                flits += interval.count(Counter.DELIVERED_FLITS);
                packets += interval.count(Counter.DATA_DELIVERED);
                sum += interval.count(Counter.TOTAL_LATENCY);
            }
        }
        set(latency, packets == 0 ? null : (Double) scale.ns((double) sum / packets));
        set(load, cycles == 0 ? null : (Double) scale.fraction(flits, cycles));
    }

    private static Double lowest(List<Interval> intervals, long from, long to, Scale scale) {
        Double lowest = null;
        for (int i = 0; i + WORST_STRETCH <= intervals.size(); i++) {
            Interval all = new Interval(
                    intervals.get(i).from(),
                    intervals.get(i + WORST_STRETCH - 1).to());
            if (all.from().cycle() >= from && all.to().cycle() <= to) {
                double load = scale.fraction(all.count(Counter.DELIVERED_FLITS), all.cycles());
                lowest = lowest == null || load < lowest ? (Double) load : lowest;
            }
        }
        return lowest;
    }

    /** Mean over the packets of the bins that begin in [from, to). */
    private static Double meanIn(LatencySeries series, IntToLongFunction sumOf, long from, long to, Scale scale) {
        long packets = packetsIn(series, from, to);
        return packets == 0 ? null : (Double) scale.ns((double) sumIn(series, sumOf, from, to) / packets);
    }

    private static long packetsIn(LatencySeries series, long from, long to) {
        return sumIn(series, series::count, from, to);
    }

    /** Sum over the bins that begin in [from, to). */
    private static long sumIn(LatencySeries series, IntToLongFunction of, long from, long to) {
        long sum = 0;
        for (int bin = 0; bin < series.bins(); bin++) {
            long begin = bin * series.width();
            sum += begin >= from && begin < to ? of.applyAsLong(bin) : 0;
        }
        return sum;
    }
}

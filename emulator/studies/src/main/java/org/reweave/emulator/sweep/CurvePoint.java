package org.reweave.emulator.sweep;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.reweave.emulator.measure.Measure;

/**
 * One load of one series, over its seeds: means of the runs' values with 95% intervals. Latencies in nanoseconds.
 *
 * @param dropped packets of a run, mean
 * @param outcomes number of runs by outcome
 * @param measures of reconfigurations and what they cost, over the runs that have them; a measure that no run has is
 *     absent
 */
public record CurvePoint(
        BigDecimal load,
        Estimate offered,
        Estimate accepted,
        Latency network,
        Latency total,
        Estimate dropped,
        Map<String, Integer> outcomes,
        Map<Measure, Estimate> measures) {
    /** The means, over the seeds, of the runs' means and of their percentiles. */
    public record Latency(Estimate mean, Estimate p50, Estimate p99) {
        static Latency of(List<Sample> samples, Function<Sample, Sample.Latency> which) {
            return new Latency(
                    estimate(samples, sample -> which.apply(sample).mean()),
                    estimate(samples, sample -> which.apply(sample).p50()),
                    estimate(samples, sample -> which.apply(sample).p99()));
        }
    }

    static CurvePoint of(BigDecimal load, List<Sample> samples) {
        Map<String, Integer> outcomes = new TreeMap<>();
        samples.forEach(sample -> outcomes.merge(sample.outcome(), 1, Integer::sum));
        return new CurvePoint(
                load,
                estimate(samples, Sample::offered),
                estimate(samples, Sample::accepted),
                Latency.of(samples, Sample::network),
                Latency.of(samples, Sample::total),
                estimate(samples, Sample::dropped),
                outcomes,
                measures(samples));
    }

    private static Map<Measure, Estimate> measures(List<Sample> samples) {
        Map<Measure, Estimate> measures = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values()) {
            Estimate estimate =
                    estimate(samples, sample -> sample.reading().values().get(measure));
            if (estimate.mean() != null) {
                measures.put(measure, estimate);
            }
        }
        return measures;
    }

    /** An estimate over the runs that have the value. */
    private static Estimate estimate(List<Sample> samples, Function<Sample, Number> value) {
        List<Number> values = new ArrayList<>();
        for (Sample sample : samples) {
            Number one = value.apply(sample);
            if (one != null) {
                values.add(one);
            }
        }
        return Estimate.of(values);
    }

    /** Whether every run emptied the network. */
    public boolean completed() {
        return outcomes.keySet().equals(java.util.Set.of("completed"));
    }
}

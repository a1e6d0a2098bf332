package org.reweave.emulator.results;

import java.util.Optional;
import org.reweave.emulator.stats.Counter;

/**
 * A load above what the fabric takes. Looked at is the measured time before the first fault or planned change, or all
 * of the measured time of a run without any; it tells nothing where that time has fewer than {@value #FEWEST} cuts.
 *
 * @param offered fraction of what the NICs' links carry
 * @param accepted fraction of what the NICs' links carry
 * @param untilNs end of the time that was looked at
 */
public record Oversaturation(double offered, double accepted, double untilNs) {
    /** Cuts below which a difference may be that of packets under way. */
    static final int FEWEST = 20;

    /** Accepted of offered load below which the queues of NICs grow; noise of a few per cent is usual. */
    private static final double LEAST_SHARE = 0.95;

    /** @return empty where the load was accepted, or where too little was measured to tell */
    public static Optional<Oversaturation> of(Summary summary, RunRecorder recorder) {
        if (recorder.measuresFrom().isEmpty()) {
            return Optional.empty();
        }
        double end = summary.reconfigurations().stream()
                .map(change -> change.ns().faultAt())
                .filter(fault -> fault != null)
                .min(Double::compare)
                .orElse(summary.nanoseconds());
        long from = recorder.measuresFrom().getAsLong();
        Interval first = null;
        Interval last = null;
        int cuts = 0;
        for (Interval interval : recorder.series().intervals()) {
            boolean inside = interval.from().cycle() >= from
                    && recorder.scale().ns(interval.to().cycle()) <= end
                    && interval.count(Counter.GENERATED_FLITS) > 0;
            if (inside) {
                first = first == null ? interval : first;
                last = interval;
                cuts++;
            }
        }
        if (cuts < FEWEST) {
            return Optional.empty();
        }
        Interval all = new Interval(first.from(), last.to());
        double offered = recorder.scale().fraction(all.count(Counter.GENERATED_FLITS), all.cycles());
        double accepted = recorder.scale().fraction(all.count(Counter.DELIVERED_FLITS), all.cycles());
        return accepted < LEAST_SHARE * offered
                ? Optional.of(new Oversaturation(
                        offered, accepted, recorder.scale().ns(all.to().cycle())))
                : Optional.empty();
    }
}

package org.reweave.emulator.reproduce;

import java.util.function.Function;
import org.reweave.emulator.measure.Measure;

/**
 * A value that an experiment reads from each of its runs.
 *
 * @param title with its unit
 * @param of a run's value; null where the run has none
 */
public record RunValue(String title, Function<TrialResult, Double> of) {
    private static final double NANOS_PER_MICRO = 1000;

    /** A time in microseconds. */
    public static RunValue micros(String title, Measure measure) {
        return scaled(title, measure, 1 / NANOS_PER_MICRO);
    }

    public static RunValue plain(String title, Measure measure) {
        return scaled(title, measure, 1);
    }

    /** A measure in another unit. */
    public static RunValue scaled(String title, Measure measure, double factor) {
        return new RunValue(title, run -> {
            Double value = run.values().get(measure);
            return value == null ? null : (Double) (value * factor);
        });
    }

    /**
     * The same, of runs whose first new tables came before traffic had ended: where they came later, nothing happened
     * to traffic during the change.
     */
    public RunValue underTraffic() {
        return new RunValue(title, run -> {
            Double past = run.values().get(Measure.PAST_TRAFFIC);
            Double completed = run.values().get(Measure.COMPLETED);
            return past != null && completed != null && past > completed ? null : of.apply(run);
        });
    }

    /** All packets lost in the run, for each of the failed links. */
    public static RunValue lostPerFault(String title, int faults) {
        return new RunValue(
                title,
                run -> (run.values().get(Measure.DROPS_BEFORE) + run.values().get(Measure.DROPS_AFTER)) / faults);
    }

    /** 100 where the run ended in a deadlock, 0 elsewhere: the mean is the share of such runs in percent. */
    public static RunValue deadlocked(String title) {
        return new RunValue(title, run -> run.outcome().equals("deadlocked") ? 100.0 : 0.0);
    }
}

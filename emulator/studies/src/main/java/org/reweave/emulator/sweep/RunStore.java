package org.reweave.emulator.sweep;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.reweave.emulator.batch.BatchState;

/** The finished runs of a sweep; used by many threads at once. */
public final class RunStore {
    /** A finished run, as a sweep's state keeps it. */
    public record Entry(Point point, Sample sample) {
        public Entry {
            Objects.requireNonNull(point);
            Objects.requireNonNull(sample);
        }
    }

    private final Map<Point, Sample> samples = new ConcurrentHashMap<>();
    private final Consumer<Entry> fresh;

    /**
     * @param known finished runs
     * @param fresh receives every run that is finished from now on
     */
    public RunStore(List<Entry> known, Consumer<Entry> fresh) {
        known.forEach(entry -> samples.put(entry.point(), entry.sample()));
        this.fresh = fresh;
    }

    /** The kind of file that keeps finished runs. */
    public static BatchState.Kind<Entry> files() {
        return new BatchState.Kind<>("sweep", Entry.class);
    }

    /** The result of a point; null if it is not finished. */
    public Sample get(Point point) {
        return samples.get(point);
    }

    /** Finished runs. */
    public int size() {
        return samples.size();
    }

    /** Keeps a result. */
    public void add(Point point, Sample sample) {
        fresh.accept(new Entry(point, sample));
        samples.put(point, sample);
    }
}

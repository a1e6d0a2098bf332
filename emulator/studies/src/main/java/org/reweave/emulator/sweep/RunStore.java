package org.reweave.emulator.sweep;

import java.util.concurrent.ConcurrentHashMap;

/** A store of finished runs; used by many threads at once. */
public interface RunStore {
    /** The result of a point; null if it is not finished. */
    Sample get(Point point);

    /** Keeps a result. */
    void add(Point point, Sample sample);

    /** A store in memory. */
    static RunStore inMemory() {
        ConcurrentHashMap<Point, Sample> samples = new ConcurrentHashMap<>();
        return new RunStore() {
            @Override
            public Sample get(Point point) {
                return samples.get(point);
            }

            @Override
            public void add(Point point, Sample sample) {
                samples.put(point, sample);
            }
        };
    }
}

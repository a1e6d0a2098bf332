package org.reweave.emulator.sweep;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.batch.BatchState;

/** The finished runs of a sweep, in a file of its folder. */
public final class SweepState implements RunStore, Closeable {
    /** A line but the first. */
    record Entry(Point point, Sample sample) {
        Entry {
            Objects.requireNonNull(point);
            Objects.requireNonNull(sample);
        }
    }

    private final BatchState<Entry> file;
    private final Map<Point, Sample> samples = new ConcurrentHashMap<>();

    private SweepState(BatchState<Entry> file) {
        this.file = file;
        file.entries().forEach(entry -> samples.put(entry.point(), entry.sample()));
    }

    /**
     * Opens or begins the state in a folder, which is made if it is not there.
     *
     * @throws BatchState.RefusedException when it belongs to something else, is damaged, or is in use
     */
    public static SweepState open(Path folder, BatchIdentity identity) throws IOException, BatchState.RefusedException {
        return new SweepState(BatchState.open(folder, new BatchState.Kind<>("sweep", Entry.class), identity));
    }

    @Override
    public Sample get(Point point) {
        return samples.get(point);
    }

    /** Finished runs. */
    public int size() {
        return samples.size();
    }

    /**
     * Keeps a result; when this returns, a kill of the process does not lose it.
     *
     * @throws java.io.UncheckedIOException when it cannot be written
     */
    @Override
    public void add(Point point, Sample sample) {
        file.add(new Entry(point, sample));
        samples.put(point, sample);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

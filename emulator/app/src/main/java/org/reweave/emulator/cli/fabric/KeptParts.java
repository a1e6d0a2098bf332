package org.reweave.emulator.cli.fabric;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.batch.BatchState;
import org.reweave.routing.verify.FaultAnalysis;
import org.reweave.routing.verify.FaultCount;
import org.reweave.routing.verify.FaultPart;

/** Judged sets of {@code reweave faults} in a folder's state: an analysis that was broken off goes on from there. */
final class KeptParts implements Closeable {
    /** Sets of a part, where there are not too many parts. */
    private static final long SETS = 1024;
    /** Parts of one number of faults at most: a state has a limit. */
    private static final long MOST_PARTS = 1000;

    private final BatchState<FaultPart> state;

    private KeptParts(BatchState<FaultPart> state) {
        this.state = state;
    }

    /** How the state's lines are read. */
    static BatchState.Kind<FaultPart> files() {
        return new BatchState.Kind<>("fault analysis", FaultPart.class);
    }

    /** @throws BatchState.RefusedException when the folder belongs to something else */
    static KeptParts open(Path folder, BatchIdentity identity) throws IOException, BatchState.RefusedException {
        return new KeptParts(BatchState.open(folder, files(), identity));
    }

    /** Judges the sets of so many faults that are not kept yet. */
    FaultCount count(FaultAnalysis analysis, int faults, LongConsumer judged) {
        long sets = analysis.setCount(faults);
        long width = Math.max(SETS, (sets + MOST_PARTS - 1) / MOST_PARTS);
        Map<Long, FaultPart> known = new HashMap<>();
        state.entries().stream().filter(part -> part.faults() == faults).forEach(part -> known.put(part.from(), part));
        List<FaultPart> parts = new ArrayList<>();
        for (long from = 0; from < sets; from += width) {
            long to = Math.min(sets, from + width);
            FaultPart part = known.get(from);
            if (part == null || part.to() != to) {
                part = analysis.part(faults, from, to, judged);
                state.add(part);
            } else {
                judged.accept(to - from);
            }
            parts.add(part);
        }
        return analysis.count(faults, parts);
    }

    @Override
    public void close() throws IOException {
        state.close();
    }
}

package org.reweave.reconfig.paths;

import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.Map;

/** Rows of tables, of which equal ones are one array. Nobody changes an array that is shared. */
final class SharedRows {
    private final Map<LongBuffer, long[]> rows = new HashMap<>();

    /** The first row that was given and equals this one. */
    long[] share(long[] row) {
        return rows.computeIfAbsent(LongBuffer.wrap(row), key -> row);
    }
}

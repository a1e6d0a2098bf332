package org.reweave.emulator.traffic.trace;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Converts the numbers of a trace to the units of a run.
 *
 * @param cyclePs picoseconds per cycle of the run
 * @param flitBytes bytes per flit
 * @param traceCyclePs picoseconds per cycle of the trace, for traces that count in cycles
 * @param factor that all times are multiplied by
 */
public record TraceScale(long cyclePs, int flitBytes, long traceCyclePs, double factor) {
    /** The last cycle of a trace: times are kept in 42 bits. */
    static final long LAST_CYCLE = (1L << 42) - 1;

    private static final Map<String, Long> PICOSECONDS = new TreeMap<>(
            Map.of("ps", 1L, "ns", 1_000L, "us", 1_000_000L, "ms", 1_000_000_000L, "s", 1_000_000_000_000L));

    /** Picoseconds of a unit by its name: {@code ns}, or {@code cycle}. */
    Optional<Long> unit(String name) {
        return Optional.ofNullable(name.equals("cycle") ? Long.valueOf(traceCyclePs) : PICOSECONDS.get(name));
    }

    /**
     * A time of the trace in whole cycles of the run, rounded down.
     *
     * @return -1 when it is beyond {@link #LAST_CYCLE}
     */
    long cycles(BigDecimal time, long unitPs) {
        BigDecimal cycles = time.multiply(BigDecimal.valueOf(unitPs))
                .multiply(BigDecimal.valueOf(factor))
                .divide(BigDecimal.valueOf(cyclePs), 0, RoundingMode.FLOOR);
        return cycles.compareTo(BigDecimal.valueOf(LAST_CYCLE)) > 0 ? -1 : cycles.longValueExact();
    }

    /** Payload in whole flits, rounded up. */
    long flits(long bytes) {
        return (bytes + flitBytes - 1) / flitBytes;
    }
}

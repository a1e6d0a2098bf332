package org.reweave.emulator.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Optional;
import org.reweave.emulator.governor.ClusterSpread;
import org.reweave.emulator.results.Summary;

/** The costs of a run for this process, from the meter's construction on. */
final class CostMeter {
    private final long wall = System.nanoTime();
    private final long cpu = cpuNanos();

    CostMeter() {
        heapPools().forEach(MemoryPoolMXBean::resetPeakUsage);
    }

    /** @param spread over nodes, when the run was */
    Summary.Cost cost(long flitHops, long messages, Optional<ClusterSpread> spread) {
        long peak = heapPools().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
        return new Summary.Cost(
                (System.nanoTime() - wall) / 1e9,
                (cpuNanos() - cpu) / 1e9,
                flitHops,
                messages,
                peak,
                spread.orElse(null));
    }

    private static java.util.stream.Stream<MemoryPoolMXBean> heapPools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP);
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}

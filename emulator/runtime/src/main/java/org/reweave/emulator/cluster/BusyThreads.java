package org.reweave.emulator.cluster;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/** The processor time of the threads of a dispatcher. */
final class BusyThreads {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final String part;
    private final Map<Long, Long> nanosById = new HashMap<>(); // threads that have ended keep theirs

    /** @param dispatcher its path in the configuration, which its threads' names contain */
    BusyThreads(String dispatcher) {
        this.part = dispatcher;
        nanos();
    }

    /** The processor time of this process. */
    static long ofProcess() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Busy time, since their beginning, of all threads that the dispatcher has had at a call of this method. */
    long nanos() {
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().contains(part)) {
                long nanos = threads.getThreadCpuTime(thread.getThreadId());
                nanosById.merge(thread.getThreadId(), nanos, Math::max);
            }
        }
        return nanosById.values().stream().mapToLong(Long::longValue).sum();
    }
}

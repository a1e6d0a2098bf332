package org.reweave.emulator.campaign;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Tries mutants with one reader on the calling thread, and counts what came of them. */
final class Trial {
    private static final long MOST_CPU_NANOS = 2_000_000_000L;

    private final Target target;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long mutants;
    private long refused;
    private long nanos;
    private long bytes;
    private long allNanos;
    private long mostNanos;
    private long mostBytes;

    Trial(Target target) {
        this.target = target;
    }

    /** What is wrong with the way in which a mutant was treated; its stack trace is where. */
    static final class Complaint extends Exception {
        private static final long serialVersionUID = 1;

        Complaint(String message) {
            super(message);
        }

        Complaint(String message, Throwable cause) {
            super(message, cause);
            setStackTrace(cause.getStackTrace());
        }
    }

    /**
     * Tries a mutant, twice where the first time took too much: classes may have been loaded on the way.
     *
     * @throws Complaint when the mutant is neither read nor refused in one line, or takes too much time or memory
     */
    void of(byte[] mutant) throws Complaint {
        mutants++;
        boolean cheap = isCheap(mutant);
        if (!cheap) {
            cheap = isCheap(mutant);
        }
        if (!cheap) {
            throw new Complaint(
                    "takes " + nanos / 1_000_000 + " ms of processor time and " + (bytes >> 20) + " MiB, twice");
        }
        mostNanos = Math.max(mostNanos, nanos);
        mostBytes = Math.max(mostBytes, bytes);
    }

    private boolean isCheap(byte[] mutant) throws Complaint {
        long cpu = threads.getCurrentThreadCpuTime();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        read(mutant);
        nanos = threads.getCurrentThreadCpuTime() - cpu;
        bytes = threads.getCurrentThreadAllocatedBytes() - allocated;
        allNanos += nanos;
        return nanos <= MOST_CPU_NANOS && bytes <= target.mostBytes();
    }

    private void read(byte[] mutant) throws Complaint {
        try {
            target.reader().read(mutant);
        } catch (Throwable e) {
            if (!Targets.isRefusal(e)) {
                StackTraceElement[] at = e.getStackTrace();
                throw new Complaint("gives " + e + " at " + (at.length == 0 ? "?" : at[0].toString()), e);
            }
            refused++;
            if (!Targets.isOneLine(e)) {
                throw new Complaint("is refused with '" + e.getMessage() + "'", e);
            }
        }
    }

    /** What the mutants took, in words. */
    @Override
    public String toString() {
        return String.format(
                "%d mutants in %.1f s, %d refused, at most %d ms and %d MiB",
                mutants, allNanos / 1e9, refused, mostNanos / 1_000_000, mostBytes >> 20);
    }
}

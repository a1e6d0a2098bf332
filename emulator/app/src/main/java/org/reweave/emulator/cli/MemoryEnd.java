package org.reweave.emulator.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.reweave.emulator.actor.EndOfMemory;
import org.reweave.emulator.cli.common.ExitCode;

/**
 * Ends a process whose memory has ended, with one line, in whatever thread that is: what is acknowledged of a run is in
 * its folder, and a thread that is gone may be one that another waits for. All that this takes is made, loaded and
 * linked before.
 */
final class MemoryEnd {
    private static final byte[] LINE =
            "reweave: out of memory; give more, as in REWEAVE_JAVA_OPTS=-Xmx16g, or use a smaller fabric\n"
                    .getBytes(StandardCharsets.UTF_8);

    private static boolean isSaid;

    private final FileOutputStream stderr = new FileOutputStream(FileDescriptor.err);

    private MemoryEnd() {}

    static MemoryEnd prepared() {
        MemoryEnd prepared = new MemoryEnd();
        EndOfMemory.isReasonOf(new IllegalStateException("none"));
        Runtime.getRuntime().removeShutdownHook(new Thread()); // loads what a halt takes
        return prepared;
    }

    /**
     * Prints a line that says more than this class's own, which is left out then: while the process ends in its usual
     * way, other threads may still find no memory.
     */
    static void say(Runnable line) {
        synchronized (MemoryEnd.class) {
            line.run();
            isSaid = true;
        }
    }

    /** Does not return; only the first thread comes in. */
    void endProcess() {
        synchronized (MemoryEnd.class) {
            try {
                if (!isSaid) {
                    stderr.write(LINE);
                }
            } catch (IOException e) {
                // the exit code says enough
            } finally {
                Runtime.getRuntime().halt(ExitCode.INTERNAL_FAULT);
            }
        }
    }
}

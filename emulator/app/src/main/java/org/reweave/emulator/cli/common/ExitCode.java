package org.reweave.emulator.cli.common;

/** Exit codes of the process; scripts rely on them. */
public final class ExitCode {
    public static final int DONE = 0;
    /**
     * The command ran and its own checks failed: an undelivered message, a deadlock, a finding under {@code --check}.
     */
    public static final int CHECKS_FAILED = 1;
    /** Arguments or files are wrong. */
    public static final int BAD_INPUT = 2;
    /** A fault of ours, or of the machine. */
    public static final int INTERNAL_FAULT = 3;

    /** A node has lost its cluster, or its actor system has ended by itself. */
    public static final int NODE_LOST = 4;

    /** Ctrl-C stopped a run, whose results so far are kept; what shells report of a process that SIGINT ended. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}

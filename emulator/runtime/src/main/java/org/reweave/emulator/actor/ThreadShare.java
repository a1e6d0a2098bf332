package org.reweave.emulator.actor;

/** Whether islands take turns on the threads or each has one to itself, which decides how an island waits. */
enum ThreadShare {
    /** An island that waits leaves the thread to others at once, until there is much to do for it. */
    SHARED(false, 0),

    /**
     * Islands go on as early as they can, and tell each other of each step, so that those of several nodes compute at
     * the same time. One that waits goes to sleep at once: another process answers later than looks would find out, and
     * the thread that reads what it sends needs a processor.
     */
    NODE(true, 0),

    /**
     * As early, in one process. One that waits looks for what it waits for before it goes to sleep: the neighbours are
     * at work on other processors and need some microseconds, a wake-up by message takes tens of them.
     */
    OWN(true, 10_000); // looks; what other numbers cost: emulator/docs/performance.md

    private final boolean early;
    private final int patience;

    ThreadShare(boolean early, int patience) {
        this.early = early;
        this.patience = patience;
    }

    /** Thread share of a run in this process alone. */
    static ThreadShare of(int islands, int threads) {
        boolean own = islands > 1
                && islands <= threads
                && threads <= Runtime.getRuntime().availableProcessors();
        return own ? OWN : SHARED;
    }

    /** Thread share of a node's islands. */
    static ThreadShare ofNode(int islandsHere, int threads) {
        return islandsHere <= threads ? NODE : SHARED;
    }

    /** Whether an island goes on, and tells its neighbours of it, as soon as it can go any way at all. */
    boolean isEarly() {
        return early;
    }

    /** How often an island looks for promises before it goes to sleep. */
    int patience() {
        return patience;
    }
}

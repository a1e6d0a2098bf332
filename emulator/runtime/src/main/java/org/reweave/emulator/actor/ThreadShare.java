package org.reweave.emulator.actor;

/** Whether islands take turns on the threads or each has one to itself, which decides how an island waits. */
enum ThreadShare {
    /** An island that waits leaves the thread to others at once, until there is much to do for it. */
    SHARED(0),

    /**
     * Islands go on as early as they can, and tell each other of each step. One that waits looks for what it waits for
     * before it goes to sleep: the neighbours are at work on other processors and need some microseconds, a wake-up by
     * message takes tens of them.
     */
    OWN(10_000); // looks; what other numbers cost: emulator/docs/performance.md

    private final int patience;

    ThreadShare(int patience) {
        this.patience = patience;
    }

    /** Thread share of a run in this process alone. */
    static ThreadShare of(int islands, int threads) {
        boolean own = islands > 1
                && islands <= threads
                && threads <= Runtime.getRuntime().availableProcessors();
        return own ? OWN : SHARED;
    }

    /** How often an island looks for promises before it goes to sleep. */
    int patience() {
        return patience;
    }
}

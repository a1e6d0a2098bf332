package org.reweave.emulator.run;

/**
 * Follows a run from outside, for a terminal, a window or another program. A watcher is called by one thread at a time,
 * which need not be the one that executes the run; the run waits for a watcher that is slow. An exception thrown by a
 * watcher ends the run.
 */
@FunctionalInterface
public interface RunWatcher {
    /** The run has reached a cut; {@link Run#stop} called here ends it the same way every time. */
    void cut(RunCut cut);

    /** No cut follows; the results are written next. */
    default void over() {
        // most watchers end with the last cut
    }

    /**
     * The run broke off.
     *
     * @param remark what has become of its folder
     */
    default void broken(String remark) {
        // the exception that ends the run says why
    }
}

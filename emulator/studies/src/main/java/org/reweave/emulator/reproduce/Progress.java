package org.reweave.emulator.reproduce;

/** Is told how far a reproduction has come, from any thread. */
public interface Progress {
    /**
     * A stretch begins.
     *
     * @param units of work in it, at least 1
     */
    void start(String what, long units);

    /** Reports that so many more units of the stretch are done. */
    void done(long units);
}

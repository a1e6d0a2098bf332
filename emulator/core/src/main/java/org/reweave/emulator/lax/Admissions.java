package org.reweave.emulator.lax;

/**
 * Says how many frames an island admits before each step. The frames of a link are admitted in their order; never more
 * than the step needs, because a frame that comes earlier changes nothing. So a decision is described by the frames
 * that are missing.
 */
public interface Admissions {
    /**
     * The run begins at a checkpoint; once for each link, before the first step.
     *
     * @param missing frames of the link that the step before has done without
     */
    void resume(int link, long missing);

    /** A step comes next; called again while the step waits for frames. */
    void begin(long step);

    /**
     * Frames of a link without which the step must not be taken.
     *
     * @param needed frames that hold everything that arrives before the end of the step
     * @param latency of the link, in cycles
     */
    long least(int link, long step, long needed, int latency);

    /**
     * Frames of a link that are admitted before the step, counted from the beginning of the run.
     *
     * @param arrived frames that are there
     */
    long admitted(int link, long step, long needed, long arrived);

    /**
     * The step is about to be taken.
     *
     * @param missing frames that it would need and does without
     * @param state fingerprint of the device that the link leads to, before the step
     * @throws AdmissionException when this is not what was recorded
     */
    void note(int link, long step, long missing, long state);

    /** @return what has been noted since the last call, as {@link AdmissionRecord} packs it */
    long[] take();
}

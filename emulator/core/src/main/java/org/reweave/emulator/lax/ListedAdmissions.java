package org.reweave.emulator.lax;

import java.util.List;

/**
 * Admits all frames that a step needs, but for those that a scenario lists as late. A list may have gaps anywhere: a
 * step cannot give back what the step before it was given, so one more frame at most goes missing with each step.
 */
public final class ListedAdmissions implements Admissions {
    private static final long NONE = -1;

    private final List<List<LateFrames>> late; // by link
    private final LiveAdmissions notes;
    private final long[] missing; // by link
    private long begun = NONE;

    /**
     * @param late by link, numbered as {@link org.reweave.emulator.drive.Exits} does
     * @param laxity of the run
     */
    public ListedAdmissions(List<List<LateFrames>> late, Laxity laxity) {
        this.late = late.stream().map(List::copyOf).toList();
        this.notes = new LiveAdmissions(laxity);
        this.missing = new long[late.size()];
    }

    @Override
    public void resume(int link, long alreadyMissing) {
        missing[link] = alreadyMissing;
        notes.resume(link, alreadyMissing);
    }

    @Override
    public void begin(long step) {
        if (step == begun) {
            return;
        }
        begun = step;
        for (int link = 0; link < missing.length; link++) {
            long listed = 0;
            for (LateFrames one : late.get(link)) {
                if (one.step() <= step && step < one.end()) {
                    listed = Math.max(listed, one.frames());
                }
            }
            missing[link] = Math.min(listed, missing[link] + 1);
        }
    }

    @Override
    public long least(int link, long step, long needed, int latency) {
        return Math.max(0, needed - missing[link]);
    }

    @Override
    public long admitted(int link, long step, long needed, long arrived) {
        return Math.max(0, needed - missing[link]);
    }

    @Override
    public void note(int link, long step, long nowMissing, long state) {
        missing[link] = nowMissing; // fewer than listed where the link has not had so many frames
        notes.note(link, step, nowMissing, state);
    }

    @Override
    public long[] take() {
        return notes.take();
    }
}

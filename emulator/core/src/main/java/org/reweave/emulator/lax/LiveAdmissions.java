package org.reweave.emulator.lax;

import java.util.Arrays;

/** The frames that are there are admitted: the scheduler decides, within the slack. Changes are recorded. */
public final class LiveAdmissions implements Admissions {
    private final Laxity laxity;
    private final MissingFrames missing = new MissingFrames(); // at the last step
    private long[] records = new long[16];
    private int size;

    public LiveAdmissions(Laxity laxity) {
        this.laxity = laxity;
    }

    @Override
    public void resume(int link, long alreadyMissing) {
        missing.set(link, alreadyMissing);
    }

    @Override
    public void begin(long step) {
        // nothing is known of a step before it
    }

    @Override
    public long least(int link, long step, long needed, int latency) {
        return laxity.least(step, latency);
    }

    @Override
    public long admitted(int link, long step, long needed, long arrived) {
        return Math.min(needed, arrived);
    }

    @Override
    public void note(int link, long step, long nowMissing, long state) {
        if (nowMissing == missing.of(link)) {
            return;
        }
        missing.set(link, nowMissing);
        if (size == records.length) {
            records = Arrays.copyOf(records, 2 * size);
        }
        records[size++] = AdmissionRecord.place(step, link);
        records[size++] = AdmissionRecord.value(nowMissing, AdmissionRecord.check(step, link, nowMissing, state));
    }

    @Override
    public long[] take() {
        long[] taken = Arrays.copyOf(records, size);
        size = 0;
        return taken;
    }
}

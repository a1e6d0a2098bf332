package org.reweave.emulator.lax;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;

/**
 * Admits what a journal recorded. Records may be added by another thread, cut by cut, before the island reaches them.
 */
final class RecordedAdmissions implements Admissions {
    private static final long NONE = -1;

    private final long stepsOfCut;
    private final IntFunction<String> places;
    private final Queue<long[]> later = new ConcurrentLinkedQueue<>(); // records by cut
    private long[] records = new long[0]; // of the cut that the island is in
    private int next;
    private int first; // of the records of the step that comes next
    private long begun = NONE;
    private final MissingFrames missing = new MissingFrames();

    /**
     * @param stepsOfCut steps from one cut to the next
     * @param places the device and port of a link, in words
     */
    RecordedAdmissions(long stepsOfCut, IntFunction<String> places) {
        this.stepsOfCut = stepsOfCut;
        this.places = places;
    }

    /** The records of the steps up to the next cut. */
    void add(long[] ofCut) {
        later.add(ofCut);
    }

    @Override
    public void resume(int link, long alreadyMissing) {
        missing.set(link, alreadyMissing);
    }

    @Override
    public void begin(long step) {
        if (step == begun) {
            return;
        }
        begun = step;
        if (first < next) {
            throw surplus(first); // of a link that the island does not have
        }
        if (step % stepsOfCut == 0) {
            if (next < records.length) {
                throw surplus(next);
            }
            records = later.remove();
            next = 0;
        }
        first = next;
        while (next < records.length && AdmissionRecord.step(records[next]) <= step) {
            int link = AdmissionRecord.link(records[next]);
            boolean ordered = next == first || link > AdmissionRecord.link(records[next - AdmissionRecord.WORDS]);
            if (AdmissionRecord.step(records[next]) < step || !ordered) {
                throw surplus(next);
            }
            missing.set(link, AdmissionRecord.missing(records[next + 1]));
            next += AdmissionRecord.WORDS;
        }
    }

    private AdmissionException surplus(int record) {
        return new AdmissionException(words(record), "the run has no such step and link there");
    }

    private String words(int record) {
        long place = records[record];
        long value = records[record + 1];
        return at(AdmissionRecord.step(place), AdmissionRecord.link(place))
                + AdmissionRecord.missing(value) + " missing frames, check "
                + Integer.toHexString(AdmissionRecord.check(value));
    }

    private String at(long step, int link) {
        return places.apply(link) + ", step " + step + ": ";
    }

    @Override
    public long least(int link, long step, long needed, int latency) {
        if (missing.of(link) > needed) {
            throw new AdmissionException(
                    at(step, link) + missing.of(link) + " missing frames", "the step needs no more than " + needed);
        }
        return needed - missing.of(link);
    }

    @Override
    public long admitted(int link, long step, long needed, long arrived) {
        return needed - missing.of(link);
    }

    @Override
    public void note(int link, long step, long nowMissing, long state) {
        if (first < next && AdmissionRecord.link(records[first]) == link) {
            int check = AdmissionRecord.check(step, link, nowMissing, state);
            if (check != AdmissionRecord.check(records[first + 1])) {
                throw new AdmissionException(
                        words(first), "the run has check " + Integer.toHexString(check) + " there");
            }
            first += AdmissionRecord.WORDS;
        }
    }

    @Override
    public long[] take() {
        return new long[0];
    }
}

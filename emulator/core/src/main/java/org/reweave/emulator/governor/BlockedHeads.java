package org.reweave.emulator.governor;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Blocked heads of some devices, as {@link DeviceReport#addWait} has them; a head with several ways is there for each.
 */
final class BlockedHeads {
    private static final int WORDS = 7;

    private long[] words;
    private int used;

    BlockedHeads() {
        this(new long[0]);
    }

    private BlockedHeads(long[] words) {
        this.words = words;
        this.used = words.length;
    }

    void clear() {
        used = 0;
    }

    /** Adds blocked head {@code i} of a report. */
    void add(DeviceReport report, int i) {
        makeRoom();
        words[used] = report.device();
        words[used + 1] = report.waitsAtOutput(i) ? 1 : 0;
        words[used + 2] = report.waitsAt(i);
        words[used + 3] = report.waitsFor(i);
        words[used + 4] = report.waitsForLane(i) ? -1 : report.needs(i);
        words[used + 5] = report.waitingPacket(i);
        words[used + 6] = report.waitingMarks(i);
        used += WORDS;
    }

    private void makeRoom() {
        if (used == words.length) {
            words = Arrays.copyOf(words, Math.max(16 * WORDS, 2 * used));
        }
    }

    int count() {
        return used / WORDS;
    }

    /** Those of them that a condition holds for. */
    BlockedHeads filtered(IntPredicate stays) {
        BlockedHeads some = new BlockedHeads();
        for (int i = 0; i < count(); i++) {
            if (stays.test(i)) {
                some.makeRoom();
                System.arraycopy(words, i * WORDS, some.words, some.used, WORDS);
                some.used += WORDS;
            }
        }
        return some;
    }

    int device(int i) {
        return (int) words[i * WORDS];
    }

    boolean isAtOutput(int i) {
        return words[i * WORDS + 1] != 0;
    }

    int at(int i) {
        return (int) words[i * WORDS + 2];
    }

    int wanted(int i) {
        return (int) words[i * WORDS + 3];
    }

    boolean isForLane(int i) {
        return words[i * WORDS + 4] < 0;
    }

    int needs(int i) {
        return (int) words[i * WORDS + 4];
    }

    long packet(int i) {
        return words[i * WORDS + 5];
    }

    long marks(int i) {
        return words[i * WORDS + 6];
    }

    /** Writes heads, or reads others in their place. */
    static BlockedHeads visit(StateVisitor state, BlockedHeads heads) {
        long[] all = state.array(Arrays.copyOf(heads.words, heads.used));
        if (all.length % WORDS != 0) {
            throw new IllegalStateException(all.length + " words of blocked heads, which have " + WORDS + " each");
        }
        return new BlockedHeads(all);
    }
}

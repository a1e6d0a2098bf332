package org.reweave.emulator.lax;

import java.util.Arrays;
import org.reweave.emulator.link.Wire;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Brings the records of one link to its receiver, each at {@code max(nominal arrival, now, end of the packet before)}.
 * Records keep their order, and packets never come faster than the link carries them.
 *
 * <ul>
 *   <li>A record of the time before an outage never comes after it: what would, comes in the outage's last cycle and is
 *       lost there.
 *   <li>A cut that comes after the tail of its packet is left out, because the receiver has the whole packet by then. A
 *       receiver of single flits has the whole packet only when all its flits have come, so that no cut is left out.
 * </ul>
 */
final class LateRecords {
    /** The receiving end of the link. */
    interface Receiver {
        /** Whether every flit has a record of its own, and the record of a packet is that of its head alone. */
        boolean takesFlits();

        /** Link time of flits one behind the other. */
        int packetCycles(int flits);

        /** Link time of an SMP. */
        int smpCycles(int extraFlits);

        /** Takes over records of the first {@code length} words, whose stamps say when they take effect. */
        void accept(long[] words, int length);
    }

    private static final int STAMP = 1; // words of a record: where its stamp is
    private static final int PACKET = 2;
    private static final long NO_PACKET = -1;

    private final Receiver receiver;
    private final int latency;
    private final long[] outages; // of the link: down, up, down, ..
    private final Drift drift;
    private long lastNominal = -1; // of the last record that came later than nominal
    private long lastEffect = -1;
    private long freeAt; // end of the last packet, flit or SMP that came later than nominal
    private long lastPacket = NO_PACKET;
    private long lastTail; // cycle of its last flit
    private int[] order = new int[16]; // of the records of a frame: where each begins

    /** @param outages cycles at which the link goes down, up, down, .. */
    LateRecords(Receiver receiver, int latency, long[] outages, Drift drift) {
        this.receiver = receiver;
        this.latency = latency;
        this.outages = outages;
        this.drift = drift;
    }

    /**
     * Hands the records of the link's next frame to the receiver.
     *
     * @param words as in {@link org.reweave.emulator.link.Frame}; not written to
     * @param from no record is stamped before this cycle
     * @param now the receiver's clock
     */
    void deliver(long[] words, long from, long now) {
        if (words.length == 0) {
            return;
        }
        if (from + latency >= Math.max(now, Math.max(lastEffect + 1, freeAt))) {
            noteInTime(words);
            receiver.accept(words, words.length);
        } else {
            deliverLate(words, now);
        }
    }

    /** Remembers the last packet: its cut may come in a later frame. */
    private void noteInTime(long[] words) {
        int count = 0;
        for (int at = 0; at < words.length; at += Wire.words(words[at])) {
            count++;
            if (Wire.kind(words[at]) == Wire.RUN) {
                notePacket(words, at, words[at + STAMP] + latency);
            }
        }
        drift.records(count);
    }

    private void notePacket(long[] words, int at, long effect) {
        lastPacket = receiver.takesFlits() ? NO_PACKET : words[at + PACKET];
        lastTail = effect + receiver.packetCycles(receiver.takesFlits() ? 1 : Wire.flits(words[at])) - 1;
    }

    private void deliverLate(long[] words, long now) {
        int count = sort(words);
        drift.records(count);
        long[] record = new long[0];
        for (int i = 0; i < count; i++) {
            int at = order[i];
            int length = Wire.words(words[at]);
            int kind = Wire.kind(words[at]);
            long nominal = words[at + STAMP] + latency;
            if (kind == Wire.CUT && words[at + PACKET] == lastPacket && effect(kind, nominal, now) > lastTail) {
                drift.cutTooLate();
                continue;
            }
            long effect = place(words, at, kind, nominal, now);
            if (effect > nominal) {
                drift.late(effect - nominal);
            }
            record = record.length == length ? record : new long[length];
            System.arraycopy(words, at, record, 0, length);
            record[STAMP] = effect - latency;
            receiver.accept(record, length);
        }
    }

    /** Orders the records of a frame by stamp and kind. */
    private int sort(long[] words) {
        int count = 0;
        for (int at = 0; at < words.length; at += Wire.words(words[at])) {
            if (count == order.length) {
                order = Arrays.copyOf(order, 2 * count);
            }
            int place = count++;
            while (place > 0 && isBefore(words, at, order[place - 1])) {
                order[place] = order[place - 1];
                place--;
            }
            order[place] = at;
        }
        return count;
    }

    /** Records of one kind are in their order already. */
    private static boolean isBefore(long[] words, int at, int other) {
        long stamp = words[at + STAMP];
        long otherStamp = words[other + STAMP];
        return stamp < otherStamp || stamp == otherStamp && Wire.kind(words[at]) < Wire.kind(words[other]);
    }

    private long effect(int kind, long nominal, long now) {
        long effect = Math.max(nominal, now);
        effect = Math.max(effect, nominal > lastNominal ? lastEffect + 1 : lastEffect);
        return kind == Wire.RUN || kind == Wire.SMP || kind == Wire.FLIT ? Math.max(effect, freeAt) : effect;
    }

    /** The cycle in which a record takes effect; those after it follow it. */
    private long place(long[] words, int at, int kind, long nominal, long now) {
        long effect = Math.min(effect(kind, nominal, now), nextUp(nominal));
        lastNominal = nominal;
        lastEffect = effect;
        if (kind == Wire.RUN) {
            notePacket(words, at, effect);
            freeAt = lastTail + 1;
        } else if (kind == Wire.SMP) {
            freeAt = effect + receiver.smpCycles(Wire.extraFlits(words[at + Wire.SMP_HEAD_WORDS]));
        } else if (kind == Wire.FLIT) {
            freeAt = effect + receiver.packetCycles(1);
        }
        return effect;
    }

    /** The first cycle after a nominal arrival at which the link comes up. */
    private long nextUp(long nominal) {
        for (int i = 1; i < outages.length; i += 2) {
            if (outages[i] > nominal) {
                return outages[i];
            }
        }
        return Long.MAX_VALUE;
    }

    /** Saves or restores what is remembered of the records delivered so far. */
    void visit(StateVisitor state) {
        lastNominal = state.value(lastNominal);
        lastEffect = state.value(lastEffect);
        freeAt = state.value(freeAt);
        lastPacket = state.value(lastPacket);
        lastTail = state.value(lastTail);
    }

    /** Whether the link comes up in {@code [from, to)}. */
    boolean comesUp(long from, long to) {
        long up = nextUp(from - 1);
        return up < to;
    }
}

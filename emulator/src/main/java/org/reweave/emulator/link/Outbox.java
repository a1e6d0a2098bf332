package org.reweave.emulator.link;

import java.util.Arrays;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;

/**
 * What a device has put on its links and no frame has taken yet: a ring per port and kind, each in the order of its
 * stamps.
 */
public final class Outbox {
    private final LongRing[] rings;
    private final int[] waiting; // words per port
    private long[] scratch = new long[64];

    public Outbox(int ports) {
        rings = new LongRing[ports * Wire.KINDS];
        for (int i = 0; i < rings.length; i++) {
            rings[i] = new LongRing();
        }
        waiting = new int[ports];
    }

    public void credit(int port, int lane, int credits, boolean absolute, long stamp) {
        LongRing ring = open(port, Wire.CREDIT, Wire.CREDIT_WORDS);
        ring.add(Wire.creditHead(lane, credits, absolute));
        ring.add(stamp);
    }

    public void cut(int port, int lane, long packet, long stamp) {
        LongRing ring = open(port, Wire.CUT, Wire.CUT_WORDS);
        ring.add(Wire.head(Wire.CUT, lane, Wire.CUT_WORDS));
        ring.add(stamp);
        ring.add(packet);
    }

    public void separator(int port, int lane, long mark, long stamp) {
        LongRing ring = open(port, Wire.SEPARATOR, Wire.SEPARATOR_WORDS);
        ring.add(Wire.head(Wire.SEPARATOR, lane, Wire.SEPARATOR_WORDS));
        ring.add(stamp);
        ring.add(mark);
    }

    /** The arguments are the words of a RUN record; see {@link Wire}. */
    public void run(
            int port,
            int lane,
            long stamp,
            long id,
            long route,
            long generated,
            long injected,
            long marks,
            long trail,
            long transport) {
        LongRing ring = open(port, Wire.RUN, Wire.RUN_WORDS);
        ring.add(Wire.head(Wire.RUN, lane, Wire.RUN_WORDS));
        ring.add(stamp);
        ring.add(id);
        ring.add(route);
        ring.add(generated);
        ring.add(injected);
        ring.add(marks);
        ring.add(trail);
        ring.add(transport);
    }

    /** Moves an SMP of {@code length} words from a queue to the link. */
    public void smp(int port, long stamp, LongRing from, int length) {
        LongRing ring = open(port, Wire.SMP, Wire.SMP_HEAD_WORDS + length);
        ring.add(Wire.head(Wire.SMP, 15, Wire.SMP_HEAD_WORDS + length));
        ring.add(stamp);
        for (int i = 0; i < length; i++) {
            ring.add(from.remove());
        }
    }

    private LongRing open(int port, int kind, int words) {
        waiting[port] += words;
        return rings[port * Wire.KINDS + kind];
    }

    /**
     * Takes everything stamped before {@code to} on a port.
     *
     * @return the records, kind by kind; a shared empty array when there is none
     */
    public long[] take(int port, long to) {
        if (waiting[port] == 0) {
            return Frame.NOTHING;
        }
        int taken = 0;
        for (int kind = 0; kind < Wire.KINDS; kind++) {
            LongRing ring = rings[port * Wire.KINDS + kind];
            while (!ring.isEmpty() && ring.peek(1) < to) {
                int length = Wire.words(ring.peek(0));
                if (taken + length > scratch.length) {
                    scratch = Arrays.copyOf(scratch, 2 * (taken + length));
                }
                for (int i = 0; i < length; i++) {
                    scratch[taken++] = ring.remove();
                }
            }
        }
        waiting[port] -= taken;
        return taken == 0 ? Frame.NOTHING : Arrays.copyOf(scratch, taken);
    }

    public void encode(StateWriter out) {
        for (LongRing ring : rings) {
            ring.encode(out);
        }
        out.ints(waiting);
    }

    public void decode(StateReader in) {
        for (LongRing ring : rings) {
            ring.decode(in);
        }
        in.ints(waiting);
    }
}

package org.reweave.emulator.link;

import java.util.Arrays;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.state.StateVisitor;

/**
 * Where a device puts what it sends. On a link whose other end is in the same island a record is written straight into
 * the receiver's {@link Inbox}. On any other link it waits for the next frame, in a ring per kind, each in the order of
 * its stamps.
 */
public final class Outbox {
    private static final LongRing NOTHING_WAITS = new LongRing();

    private final LongRing[] rings; // of a connected port: the receiver's
    private final Inbox[] receivers; // per port; null = records wait for a frame
    private final int[] receivingPorts;
    private final int[] waiting; // words per port
    private long[] scratch = new long[64];

    public Outbox(int ports) {
        rings = new LongRing[ports * Wire.KINDS];
        for (int i = 0; i < rings.length; i++) {
            rings[i] = new LongRing();
        }
        receivers = new Inbox[ports];
        receivingPorts = new int[ports];
        waiting = new int[ports];
    }

    /** From now on what is put on a port's link is in the receiver's inbox at once; so is what has waited there. */
    public void connect(int port, Inbox receiver, int receivingPort) {
        long[] held = take(port, Long.MAX_VALUE);
        receiver.accept(receivingPort, held, 0, held.length, 0);
        receivers[port] = receiver;
        receivingPorts[port] = receivingPort;
        for (int kind = 0; kind < Wire.KINDS; kind++) {
            rings[port * Wire.KINDS + kind] = receiver.ring(receivingPort, kind);
        }
    }

    public void credit(int port, int lane, int credits, boolean absolute, long stamp) {
        LongRing ring = open(port, Wire.CREDIT, Wire.CREDIT_WORDS, stamp);
        ring.add(Wire.creditHead(lane, credits, absolute));
        ring.add(stamp);
    }

    public void cut(int port, int lane, long packet, long stamp) {
        LongRing ring = open(port, Wire.CUT, Wire.CUT_WORDS, stamp);
        ring.add(Wire.head(Wire.CUT, lane, Wire.CUT_WORDS));
        ring.add(stamp);
        ring.add(packet);
    }

    public void separator(int port, int lane, long mark, long stamp) {
        LongRing ring = open(port, Wire.SEPARATOR, Wire.SEPARATOR_WORDS, stamp);
        ring.add(Wire.head(Wire.SEPARATOR, lane, Wire.SEPARATOR_WORDS));
        ring.add(stamp);
        ring.add(mark);
    }

    /** Puts a data packet's head on a port's link at {@link Run#stamp}. */
    public void run(int port, Run packet) {
        packet.put(open(port, Wire.RUN, Run.WORDS, packet.stamp));
    }

    /** Moves an SMP of {@code length} words from a queue to the link. */
    public void smp(int port, long stamp, LongRing from, int length) {
        LongRing ring = open(port, Wire.SMP, Wire.SMP_HEAD_WORDS + length, stamp);
        ring.add(Wire.head(Wire.SMP, 15, Wire.SMP_HEAD_WORDS + length));
        ring.add(stamp);
        for (int i = 0; i < length; i++) {
            ring.add(from.remove());
        }
    }

    /** The ring for the words of one record. */
    private LongRing open(int port, int kind, int words, long stamp) {
        if (receivers[port] != null) {
            receivers[port].expect(receivingPorts[port], kind, stamp);
        } else {
            waiting[port] += words;
        }
        return rings[port * Wire.KINDS + kind];
    }

    /**
     * Takes everything stamped before {@code to} on a port that is not connected.
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

    /**
     * What is on the way through a connected port is the receiver's state. A state is restored before any port is
     * connected.
     */
    public void visit(StateVisitor state) {
        for (int i = 0; i < rings.length; i++) {
            (receivers[i / Wire.KINDS] == null ? rings[i] : NOTHING_WAITS).visit(state);
        }
        state.values(waiting);
    }
}

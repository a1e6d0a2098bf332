package org.reweave.emulator.link;

import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.state.StateVisitor;
import org.reweave.emulator.time.Calendar;
import org.reweave.emulator.time.EventQueue;

/**
 * The records that have been sent to a device and that the device has not taken yet: a ring per port and kind of
 * record, each in the order of its stamps.
 */
public final class Inbox {
    private final LongRing[] rings;
    private final int[] latency;
    private final EventQueue events;
    private Calendar calendar; // of the island that the device is in, or null
    private int member;

    /** @param latency per port (index 0 = port 1), in cycles */
    public Inbox(int[] latency, EventQueue events) {
        this.latency = latency.clone();
        this.events = events;
        this.rings = new LongRing[latency.length * Wire.KINDS];
        for (int i = 0; i < rings.length; i++) {
            rings[i] = new LongRing();
        }
    }

    /** Attaches a calendar, which is notified of every arrival from now on. */
    public void attach(Calendar itsIslands, int asMember) {
        calendar = itsIslands;
        member = asMember;
    }

    /** Schedules the arrival of a record that is being put into {@link #ring}. */
    void expect(int port, int kind, long stamp) {
        schedule(port, kind, stamp + latency[port]);
    }

    private void schedule(int port, int kind, long arrival) {
        events.add(arrival, EventQueue.ARRIVAL, port << 3 | kind);
        if (calendar != null) {
            calendar.wake(member, arrival);
        }
    }

    /**
     * Takes over the records in {@code words[from..to)} that a link delivers, and schedules each for its arrival, stamp
     * + latency.
     *
     * @param port index from 0
     * @param now the receiver's clock: nothing may arrive before it
     */
    public void accept(int port, long[] words, int from, int to, long now) {
        int at = from;
        while (at < to) {
            long head = words[at];
            int length = Wire.words(head);
            int kind = Wire.kind(head);
            long arrival = words[at + 1] + latency[port];
            if (arrival < now) {
                throw new IllegalStateException("record of kind " + kind + " arrives on port " + (port + 1)
                        + " at cycle " + arrival + ", before the receiver's clock " + now);
            }
            LongRing ring = rings[port * Wire.KINDS + kind];
            for (int i = 0; i < length; i++) {
                ring.add(words[at + i]);
            }
            schedule(port, kind, arrival);
            at += length;
        }
    }

    /** The records of one kind on one port, oldest first. */
    public LongRing ring(int port, int kind) {
        return rings[port * Wire.KINDS + kind];
    }

    public void visit(StateVisitor state) {
        for (LongRing ring : rings) {
            ring.visit(state);
        }
    }
}

package org.reweave.emulator.stats;

import java.util.Arrays;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;
import org.reweave.routing.model.Mix;

/**
 * What one device leaves behind: counters, drops by cause, the running hash of the fingerprint, and significant events
 * not yet collected.
 */
public final class DeviceLog {
    /** Arguments of an event record; unused ones are 0. */
    public static final int EVENT_ARGUMENTS = 4;

    /** Words of an event record: cycle, kind, arguments, number of the change that the event belongs to. */
    public static final int EVENT_WORDS = 3 + EVENT_ARGUMENTS;

    /** Steps that only the fingerprint sees: too frequent to be kept as events. */
    public static final int ARRIVAL = 100;

    public static final int GRANT = 101;
    public static final int DELIVERY = 102;
    public static final int INJECTION = 103;
    public static final int SMP_ARRIVAL = 104;
    public static final int MESSAGE = 105;

    private final long[] counters = new long[Counter.count()];
    private final long[] drops = new long[DropCause.count()];
    private final LongRing events = new LongRing();
    private long hash;
    private long eventCount;

    public void count(Counter counter) {
        counters[counter.ordinal()]++;
    }

    public void count(Counter counter, long amount) {
        counters[counter.ordinal()] += amount;
    }

    public long counted(Counter counter) {
        return counters[counter.ordinal()];
    }

    public long[] counters() {
        return counters.clone();
    }

    public long[] drops() {
        return drops.clone();
    }

    /** Mixes a frequent step into the fingerprint. Called in the order of the phases of a cycle, once per step. */
    public void step(long cycle, int kind, long place, long packet) {
        hash = (hash ^ Mix.mix(cycle * 31 + kind) ^ (packet << 20) ^ place) * 0x9E3779B97F4A7C15L + (hash >>> 29);
    }

    /** Records a significant event that belongs to no change in particular, and mixes it into the fingerprint. */
    public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
        eventOf(0, cycle, kind, a, b, c, d);
    }

    /**
     * Records a significant event and mixes it into the fingerprint, but for the number of its change.
     *
     * @param change number of the manager's change that the event belongs to; 0 = none
     */
    public void eventOf(long change, long cycle, EventKind kind, long a, long b, long c, long d) {
        step(cycle, kind.ordinal(), a + 31 * c, b + 31 * d);
        events.add(cycle);
        events.add(kind.ordinal());
        events.add(a);
        events.add(b);
        events.add(c);
        events.add(d);
        events.add(change);
        eventCount++;
    }

    /** Counts and records a lost data packet. */
    public void drop(long cycle, DropCause cause, long packet, int inPort, int outPort) {
        drops[cause.ordinal()]++;
        count(Counter.DROPPED);
        event(cycle, EventKind.DROPPED, cause.ordinal(), packet, inPort, outPort);
    }

    /** Counts and records a data packet that the scheme's own rule discarded. */
    public void discard(long cycle, int ruleCase, long packet, int inPort, int outPort) {
        drops[DropCause.SCHEME.ordinal()]++;
        count(Counter.DROPPED);
        event(cycle, EventKind.DISCARDED, ruleCase, packet, inPort, outPort);
    }

    public long hash() {
        return hash;
    }

    /** Events recorded so far, collected or not: the sequence number of the next one. */
    public long eventCount() {
        return eventCount;
    }

    /** Hands over the events recorded since the last call. */
    public long[] collectEvents() {
        long[] collected = new long[events.size()];
        for (int i = 0; i < collected.length; i++) {
            collected[i] = events.remove();
        }
        return collected;
    }

    public void encode(StateWriter out) {
        out.longs(counters);
        out.longs(drops);
        out.value(hash);
        out.value(eventCount);
        events.encode(out);
    }

    public void decode(StateReader in) {
        in.longs(counters);
        in.longs(drops);
        hash = in.value();
        eventCount = in.value();
        events.decode(in);
    }

    @Override
    public String toString() {
        return "counters " + Arrays.toString(counters) + ", drops " + Arrays.toString(drops) + ", hash "
                + Long.toHexString(hash);
    }
}

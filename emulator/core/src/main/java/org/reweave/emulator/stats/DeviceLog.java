package org.reweave.emulator.stats;

import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.reweave.emulator.state.LongRing;
import org.reweave.reconfig.paths.HeldPaths;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.model.Mix;
import org.reweave.routing.table.ForwardingTable;

/**
 * The records of one device: counters, drops by cause, the running hash of the fingerprint, and significant events not
 * yet collected.
 */
public final class DeviceLog {
    /** Steps that only the fingerprint sees: too frequent to be kept as events. */
    public static final int ARRIVAL = 100;

    public static final int GRANT = 101;
    public static final int DELIVERY = 102;
    public static final int INJECTION = 103;
    public static final int SMP_ARRIVAL = 104;
    public static final int MESSAGE = 105;

    /**
     * Is told what a device does, as it does it; for somebody who looks into a run. A witness defines what it looks at.
     */
    public interface Witness {
        /** A frequent step, see {@link DeviceLog#step}. */
        default void step(long cycle, int kind, long place, long packet) {}

        /** A significant event. */
        default void event(long cycle, EventKind kind, long a, long b, long c, long d) {}

        /** A decision that is no event. */
        default void reached(Branch branch, String point) {}

        /** Something that a judge compares. */
        default void fact(long cycle, Fact fact, long a, long b, long c) {}

        /** Tables have come into force in a switch. */
        default void tables(long cycle, ForwardingTable inForce) {}

        /** Paths have come into force in a NIC. */
        default void paths(long cycle, HeldPaths held) {}

        /** A witness that tells this one first, then another one. */
        default Witness and(Witness second) {
            return new WitnessPair(this, second);
        }
    }

    private static final long[] NONE = {}; // most devices have no events at most cuts

    private final long[] counters = new long[Counter.count()];
    private final long[] drops = new long[DropCause.count()];
    private final LongRing events = new LongRing();
    private final Events writer = new Events(this);
    private long hash;
    private long eventCount;
    private Witness witness; // null = none; no part of the state

    /** Tells a witness of everything from now on. */
    public void tell(Witness who) {
        witness = who;
    }

    public void count(Counter counter) {
        counters[counter.ordinal()]++;
    }

    public void count(Counter counter, long amount) {
        counters[counter.ordinal()] += amount;
    }

    public long counted(Counter counter) {
        return counters[counter.ordinal()];
    }

    /** Copies what was counted, by {@link Counter}. */
    public long[] counters(long[] to) {
        System.arraycopy(counters, 0, to, 0, counters.length);
        return to;
    }

    /** Copies how many packets were lost, by {@link DropCause}. */
    public long[] drops(long[] to) {
        System.arraycopy(drops, 0, to, 0, drops.length);
        return to;
    }

    /** Mixes a frequent step into the fingerprint. Called in the order of the phases of a cycle, once per step. */
    public void step(long cycle, int kind, long place, long packet) {
        mix(cycle, kind, place, packet);
        if (witness != null) {
            witness.step(cycle, kind, place, packet);
        }
    }

    /**
     * Tells a witness, if there is one, of a decision that is no event.
     *
     * @param point two words: state or kind, and what happened
     */
    public void reached(Branch branch, Supplier<String> point) {
        if (witness != null) {
            witness.reached(branch, point.get());
        }
    }

    /** Tells a witness, if there is one, of something that a judge compares. */
    public void fact(long cycle, Fact fact, long a, long b) {
        if (witness != null) {
            witness.fact(cycle, fact, a, b, 0);
        }
    }

    /**
     * Tells a witness, if there is one, of something that a judge compares.
     *
     * @param c takes time to find out, so nobody does without a witness
     */
    public void fact(long cycle, Fact fact, long a, long b, LongSupplier c) {
        if (witness != null) {
            witness.fact(cycle, fact, a, b, c.getAsLong());
        }
    }

    /** Tells a witness, if there is one, of the tables that a switch uses from now on. */
    public void tables(long cycle, ForwardingTable inForce) {
        if (witness != null) {
            witness.tables(cycle, inForce);
        }
    }

    /** Tells a witness, if there is one, of the paths that a NIC uses from now on. */
    public void paths(long cycle, Supplier<HeldPaths> held) {
        if (witness != null) {
            witness.paths(cycle, held.get());
        }
    }

    private void mix(long cycle, int kind, long place, long packet) {
        hash = (hash ^ Mix.mix(cycle * 31 + kind) ^ (packet << 20) ^ place) * 0x9E3779B97F4A7C15L + (hash >>> 29);
    }

    /** Writes significant events, kind by kind. */
    public Events events() {
        return writer;
    }

    /**
     * Records a significant event and mixes it into the fingerprint, but for the number of its change, and for kinds
     * and arguments that are no part of the fingerprint.
     *
     * @param change number of the manager's change that the event belongs to; 0 = none
     */
    void record(long change, long cycle, EventKind kind, long a, long b, long c, long d) {
        record(change, cycle, kind, a, b, c, d, 0);
    }

    /** The same with a fifth argument, which is never a part of the fingerprint and no witness is told. */
    void record(long change, long cycle, EventKind kind, long a, long b, long c, long d, long e) {
        long second = kind.isInFingerprint(1) ? b : 0;
        long third = kind.isInFingerprint(2) ? c : 0;
        long fourth = kind.isInFingerprint(3) ? d : 0;
        if (kind.isInFingerprint()) {
            mix(cycle, kind.ordinal(), a + 31 * third, second + 31 * fourth);
        }
        if (witness != null) {
            witness.event(cycle, kind, a, b, c, d);
        }
        EventRecords.put(events, change, cycle, kind, a, b, c, d, e);
        eventCount++;
    }

    /**
     * Counts and records a lost data packet.
     *
     * @param to LID in its header
     */
    public void drop(long cycle, DropCause cause, long packet, int inPort, int outPort, int to) {
        drops[cause.ordinal()]++;
        count(Counter.DROPPED);
        writer.dropped(cycle, cause, packet, inPort, outPort, to);
    }

    /**
     * Counts and records a data packet that the scheme's own rule discarded.
     *
     * @param to LID in its header
     */
    public void discard(long cycle, int ruleCase, long packet, int inPort, int outPort, int to) {
        drops[DropCause.SCHEME.ordinal()]++;
        count(Counter.DROPPED);
        writer.discarded(cycle, ruleCase, packet, inPort, outPort, to);
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
        if (events.isEmpty()) {
            return NONE;
        }
        long[] collected = new long[events.size()];
        for (int i = 0; i < collected.length; i++) {
            collected[i] = events.remove();
        }
        return collected;
    }

    public void visit(StateVisitor state) {
        state.values(counters);
        state.values(drops);
        hash = state.value(hash);
        eventCount = state.value(eventCount);
        events.visit(state);
    }

    @Override
    public String toString() {
        return "counters " + Arrays.toString(counters) + ", drops " + Arrays.toString(drops) + ", hash "
                + Long.toHexString(hash);
    }
}

package org.reweave.emulator.link;

import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.state.LongRings;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.time.FlitTime;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.topology.Sighting;

/**
 * The sending side of a device's links: who may use a link next, and the credits of both directions.
 *
 * <p>Between packets a link goes first to SMPs (VL15: highest priority, no flow control), then to flow-control packets,
 * then to data. Credits are kept per (port, VL) in index {@code port * lanes + lane}; all counters of one link start
 * again when it comes up, and then {@code free + (spent - arrived) + buffered + owed + (returned - regained) =
 * capacity} holds over its two ends. Under on/off flow control ({@link StopAndGo}) a sender knows the last signal
 * alone, {@code returned - arrived} is the free room at the receiver, and {@code (spent - arrived) + buffered <=
 * capacity} holds.
 */
public final class Transmitter {
    /** The data side of a device. */
    public interface Source {
        /**
         * Offers a free link.
         *
         * @return cycles that it is taken for, 0 = nothing to send
         */
        int send(int port, long now);

        /**
         * Whether a link has to be looked at when it is free: something waits for it, or the source holds something
         * until then.
         */
        boolean waitsForLink(int port);

        /**
         * The link is free again after data that {@link #send} put on it, or after a control packet. Called only if
         * {@link #waitsForLink} said so since then.
         */
        void linkFree(int port, long now);

        /** Has {@link Transmitter#linkFree} called at a cycle. */
        void linkFreeAt(int port, long cycle);
    }

    /**
     * How a transmitter works. Times in cycles, lengths in flits.
     *
     * @param sendDelay from the decision to send to the first flit on the link; at least 1
     * @param creditDelay from the cycle after the release of buffer space to its credit on the link
     * @param flowControlFlits link time of a flow-control packet; 0 = credits travel beside the data
     * @param smpFlits link time of an SMP
     * @param smpBuffer SMPs that wait for one link before more are lost
     * @param offBelow on/off flow control: a sender stops with fewer free flits; 0 = credits
     * @param onAbove on/off flow control: it goes on with more
     */
    public record Timing(
            int sendDelay,
            int creditDelay,
            int flowControlFlits,
            int smpFlits,
            int smpBuffer,
            int offBelow,
            int onAbove) {
        /** Under credits. */
        public Timing(int sendDelay, int creditDelay, int flowControlFlits, int smpFlits, int smpBuffer) {
            this(sendDelay, creditDelay, flowControlFlits, smpFlits, smpBuffer, 0, 0);
        }
    }

    /** Kinds of what keeps a link busy, and which is which. */
    public static final int BUSY_KINDS = 2;

    public static final int BUSY_DATA = 0;
    public static final int BUSY_CONTROL = 1;

    // The words of a port and those of a (port, VL) lie together: sending a packet touches one line of the processor's
    // cache for each of the two.
    private static final int UP = 0; // 1 = the link works
    private static final int FREE_AT = 1; // cycle
    private static final int AWAITED = 2; // 1 = linkFree will be called at FREE_AT
    private static final int BUSY = 3; // BUSY_KINDS words: cycles taken by data, cycles taken by SMPs and flow control
    private static final int SMPS = BUSY + BUSY_KINDS; // SMPs that wait
    private static final int FLIT_CYCLES = SMPS + 1; // that a flit takes; 0 = no whole number
    private static final int IN = FLIT_CYCLES + 1; // data packets whose head has arrived
    private static final int OUT = IN + 1; // data packets whose head a switch has sent
    private static final int PORT_WORDS = OUT + 1;

    private static final int FREE = 0; // on/off: the far end's last signal, as StopAndGo has it
    private static final int OWED = 1; // that wait for a flow-control packet
    private static final int SPENT = 2; // this and the next three since the link came up
    private static final int REGAINED = 3;
    private static final int ARRIVED = 4;
    private static final int RETURNED = 5;
    private static final int CREDIT_WORDS = 6;

    private final Timing timing;
    private final int lanes;
    private final PortLanes pairs;
    private final FlitTime[] flitTime;
    private final Inbox inbox;
    private final Outbox outbox;
    private final DeviceLog log;
    private final Source source;
    private final int sendDelay;
    private final boolean paysForCredits; // whether credits travel in flow-control packets
    private final StopAndGo stopAndGo; // null = credits
    private final long[] ports; // PORT_WORDS per port
    private final long[] credits; // CREDIT_WORDS per (port, VL)
    private final LongRings smps; // per port: length, words
    private final long[] touched;

    /**
     * @param flitTime per port
     * @param upAtStart per port
     */
    public Transmitter(
            FlitTime[] flitTime,
            boolean[] upAtStart,
            int lanes,
            Timing timing,
            Inbox inbox,
            Outbox outbox,
            DeviceLog log,
            Source source) {
        this.timing = timing;
        this.sendDelay = timing.sendDelay();
        this.paysForCredits = timing.flowControlFlits() > 0;
        this.stopAndGo = timing.offBelow() == 0
                ? null
                : new StopAndGo(timing.offBelow(), timing.onAbove(), flitTime.length * lanes);
        this.lanes = lanes;
        this.pairs = PortLanes.of(lanes);
        this.flitTime = flitTime;
        this.inbox = inbox;
        this.outbox = outbox;
        this.log = log;
        this.source = source;
        this.ports = new long[flitTime.length * PORT_WORDS];
        this.credits = new long[flitTime.length * lanes * CREDIT_WORDS];
        for (int port = 0; port < flitTime.length; port++) {
            ports[port * PORT_WORDS + UP] = upAtStart[port] ? 1 : 0;
            ports[port * PORT_WORDS + FLIT_CYCLES] = flitTime[port].wholeCycles();
        }
        this.smps = new LongRings(flitTime.length);
        this.touched = new long[(flitTime.length + 63) >> 6];
    }

    private int at(int port, int lane) {
        return (port * lanes + lane) * CREDIT_WORDS;
    }

    /**
     * Sets what both ends of a port can take when the run starts; nothing through a link that is not there yet.
     *
     * @param own units of this end's buffer
     * @param far units of the far end's
     */
    public void grantInitialCredits(int port, int own, int far) {
        for (int lane = 0; lane < lanes; lane++) {
            int at = at(port, lane);
            if (stopAndGo == null) {
                credits[at + FREE] = isUp(port) ? far : 0;
            } else if (isUp(port)) {
                credits[at + FREE] = far > 0 ? StopAndGo.GO : StopAndGo.STOP;
                credits[at + RETURNED] = own;
                stopAndGo.begin(port * lanes + lane, own);
            }
        }
    }

    public boolean isUp(int port) {
        return ports[port * PORT_WORDS + UP] != 0;
    }

    /** What a device tells of its ports: the neighbours of those whose links are up. */
    public Sighting sighting(int device, long[] neighbours) {
        long[] working = neighbours.clone();
        for (int port = 0; port < working.length; port++) {
            working[port] = isUp(port) ? working[port] : Sighting.NONE;
        }
        return new Sighting(device, working);
    }

    /**
     * Credits for the far end of a link; under on/off flow control 1 = it may be sent to, 0 = not.
     *
     * @param through those that have come back in this cycle or before count
     */
    public int freeCredits(int portLane, long through) {
        takeCredits(pairs.port(portLane), through);
        return (int) credits[portLane * CREDIT_WORDS + FREE];
    }

    /** Whether flow control is on/off, so that a sender has no credits but is told to stop and to go on. */
    public boolean isStoppedBySignals() {
        return stopAndGo != null;
    }

    /** Why data does not go over a free link, in words. */
    public String whyNot() {
        return isStoppedBySignals() ? "told to stop" : "no credit";
    }

    /**
     * Adds the credits that have come back over a port's link. They stay in the inbox until somebody wants to know
     * them: while nothing waits for them they need no event. Those that came while the link was down are lost.
     *
     * @param through cycle of the last ones to be added
     */
    public void takeCredits(int port, long through) {
        while (inbox.nextCredit(port) <= through) {
            long head = inbox.takeCredit(port);
            if (isUp(port)) {
                int at = at(port, Wire.lane(head));
                int units = Wire.credits(head);
                credits[at + FREE] = Wire.isAbsolute(head) ? units : credits[at + FREE] + units;
                credits[at + REGAINED] += units;
            }
        }
    }

    /** Whether there are so many {@link #freeCredits} of a pair. */
    public boolean hasCredits(int portLane, int units, long through) {
        boolean isKnown = stopAndGo == null && credits[portLane * CREDIT_WORDS + FREE] >= units;
        return isKnown || freeCredits(portLane, through) >= units;
    }

    /**
     * Credits for a flit each have come back in this cycle.
     *
     * @param word of a set of pairs of port and VL
     * @param arriving as bits of that word
     * @param lost the pairs whose links are down or go down in this cycle
     */
    public void regain(int word, long arriving, long lost) {
        for (long bits = arriving; bits != 0; bits &= bits - 1) {
            int pair = (word << 6) + Long.numberOfTrailingZeros(bits);
            if ((lost >>> pair & 1) == 0) {
                credits[pair * CREDIT_WORDS + FREE]++;
                credits[pair * CREDIT_WORDS + REGAINED]++;
            }
            if (inbox.awaitsCredits() && inbox.isAwaited(pairs.port(pair))) {
                creditArrived(pairs.port(pair));
            }
        }
    }

    /** Cycles from the one in which the device does something to the latest stamp of what it sends for it. */
    public int longestDelay() {
        return Math.max(timing.sendDelay(), 1 + timing.creditDelay());
    }

    /** A credit has arrived that something waits for. */
    public void creditArrived(int port) {
        inbox.creditArrived(port);
        touch(port);
    }

    public int cyclesFor(int port, int flits) {
        long whole = ports[port * PORT_WORDS + FLIT_CYCLES];
        return whole > 0 ? Math.toIntExact(whole * flits) : flitTime[port].cyclesFor(flits);
    }

    /** Link time of an SMP. */
    public int smpCycles(int port, int extraFlits) {
        return cyclesFor(port, timing.smpFlits() + extraFlits);
    }

    public FlitTime flitTime(int port) {
        return flitTime[port];
    }

    public int sendDelay() {
        return sendDelay;
    }

    /** Something about this port has changed: look at it in this cycle's arbitration. */
    public void touch(int port) {
        touched[port >> 6] |= 1L << port;
    }

    public void linkFree(int port, long now) {
        ports[port * PORT_WORDS + AWAITED] = 0;
        source.linkFree(port, now);
        touch(port);
    }

    /** Has {@link #linkFree} called as soon as the link is free; without that nothing happens then. */
    private void awaitLink(int port) {
        int at = port * PORT_WORDS;
        if (ports[at + AWAITED] == 0) {
            ports[at + AWAITED] = 1;
            source.linkFreeAt(port, ports[at + FREE_AT]);
        }
    }

    boolean linkIdle(int port, long now) {
        return ports[port * PORT_WORDS + FREE_AT] <= now;
    }

    /** The arbitration of every touched port, in ascending order; ports touched on the way have their turn too. */
    public void settle(long now) {
        boolean again = true;
        while (again) {
            again = false;
            for (int word = 0; word < touched.length; word++) {
                long bits = touched[word];
                touched[word] = 0;
                again |= bits != 0;
                while (bits != 0) {
                    int port = (word << 6) + Long.numberOfTrailingZeros(bits);
                    bits &= bits - 1;
                    if (isUp(port) && waits(port)) {
                        use(port, now);
                    }
                }
            }
        }
    }

    /** Whether data could go on a link in this cycle. */
    public boolean isOpen(int port, long now) {
        return isUp(port) && linkIdle(port, now) && ports[port * PORT_WORDS + SMPS] == 0 && !owes(port);
    }

    /** The cycle from which a port's link is free. */
    public long freeFrom(int port) {
        return ports[port * PORT_WORDS + FREE_AT];
    }

    /** A flit takes a credit and an {@link #isOpen open} link, for which no packet of the source's waits. */
    public void sendFlit(int portLane, int port, long now) {
        int at = port * PORT_WORDS;
        int cycles = cyclesFor(port, 1);
        spend(portLane, 1);
        ports[at + BUSY + BUSY_DATA] += cycles;
        ports[at + FREE_AT] = now + cycles;
        if (ports[at + SMPS] > 0) {
            awaitLink(port);
        }
    }

    /** Has the next credit that comes back over a port's link be an event. */
    public void awaitCredit(int port, long now) {
        if (!inbox.isAwaited(port)) {
            takeCredits(port, now);
            inbox.awaitCredit(port);
        }
    }

    private boolean owes(int port) {
        boolean owes = false;
        for (int lane = 0; paysForCredits && lane < lanes; lane++) {
            owes |= credits[at(port, lane) + OWED] > 0;
        }
        return owes;
    }

    private boolean waits(int port) {
        return ports[port * PORT_WORDS + SMPS] > 0 || owes(port) || source.waitsForLink(port);
    }

    private void use(int port, long now) {
        int at = port * PORT_WORDS;
        if (ports[at + FREE_AT] > now) {
            awaitLink(port);
            return;
        }
        int cycles = 0;
        if (ports[at + SMPS] > 0) {
            cycles = sendSmp(port, now);
        } else if (paysForCredits) {
            cycles = sendOwed(port, now);
        }
        int kind = cycles > 0 ? BUSY_CONTROL : BUSY_DATA;
        if (cycles == 0) {
            cycles = source.send(port, now);
        }
        if (cycles > 0) {
            ports[at + BUSY + kind] += cycles;
            ports[at + FREE_AT] = now + cycles;
            if (waits(port)) {
                awaitLink(port);
            }
        } else if (source.waitsForLink(port)) {
            takeCredits(port, now);
            inbox.awaitCredit(port);
        }
    }

    private int sendSmp(int port, long now) {
        LongRing ring = smps.get(port);
        int length = (int) ring.remove();
        ports[port * PORT_WORDS + SMPS]--;
        int extra = Wire.extraFlits(ring.peek(0));
        outbox.smp(port, now + sendDelay, ring, length);
        log.count(Counter.SMPS_SENT);
        return smpCycles(port, extra);
    }

    /** One flow-control packet, for the lowest lane that is owed credits; they count when all of it has arrived. */
    private int sendOwed(int port, long now) {
        for (int lane = 0; lane < lanes; lane++) {
            int units = (int) credits[at(port, lane) + OWED];
            if (units > 0) {
                credits[at(port, lane) + OWED] = 0;
                int cycles = cyclesFor(port, timing.flowControlFlits());
                giveBack(port, lane, units, now + 1 + timing.creditDelay() + cycles - 1);
                return cycles;
            }
        }
        return 0;
    }

    /** Queues an SMP of {@code length} words; it is lost silently when the link is down or the queue full (VL15). */
    public void queueSmp(int port, long[] words, int length, long now) {
        if (!isUp(port) || ports[port * PORT_WORDS + SMPS] >= timing.smpBuffer()) {
            loseSmp(port, now);
            return;
        }
        LongRing ring = smps.get(port);
        ring.add(length);
        for (int i = 0; i < length; i++) {
            ring.add(words[i]);
        }
        ports[port * PORT_WORDS + SMPS]++;
        touch(port);
    }

    public void loseSmp(int port, long now) {
        log.count(Counter.SMPS_LOST);
        log.events().smpLost(now, port + 1);
    }

    /** A packet's credits are used up by sending it. */
    public void spend(int port, int lane, int units) {
        spend(pairs.pair(port, lane), units);
    }

    private void spend(int portLane, int units) {
        int at = portLane * CREDIT_WORDS;
        credits[at + SPENT] += units;
        if (stopAndGo != null) {
            if (credits[at + FREE] != StopAndGo.GO) {
                throw new IllegalStateException(place(portLane) + ": sent although told to stop");
            }
            return;
        }
        credits[at + FREE] -= units;
        if (credits[at + FREE] < 0) {
            throw new IllegalStateException(place(portLane) + ": " + credits[at + FREE] + " credits after sending");
        }
    }

    private String place(int portLane) {
        return "port " + (pairs.port(portLane) + 1) + " VL " + pairs.lane(portLane);
    }

    /** A packet has begun to arrive and takes its space. */
    public void arrive(int port, int lane, int units) {
        credits[at(port, lane) + ARRIVED] += units;
    }

    /** A flit has arrived and takes its space; under on/off flow control the sender may be told to stop. */
    public void arriveFlit(int port, int lane, long now) {
        arrive(port, lane, 1);
        if (stopAndGo != null) {
            signal(port, lane, now);
        }
    }

    private void signal(int port, int lane, long now) {
        int at = at(port, lane);
        int pair = port * lanes + lane;
        if (stopAndGo.changes(pair, credits[at + RETURNED] - credits[at + ARRIVED])) {
            outbox.credit(port, lane, stopAndGo.signal(pair), true, now + 1 + timing.creditDelay());
        }
    }

    /** Space of the input buffer is free again: tell the sender. */
    public void release(int port, int lane, int units, long now) {
        if (!isUp(port)) {
            return; // the sender learns the whole free space when the link comes up
        }
        if (stopAndGo != null) {
            credits[at(port, lane) + RETURNED] += units;
            signal(port, lane, now);
        } else if (paysForCredits) {
            credits[at(port, lane) + OWED] += units;
            touch(port);
        } else {
            giveBack(port, lane, units, now + 1 + timing.creditDelay());
        }
    }

    /** Whether credits go back beside the data, so that it is known beforehand when. */
    public boolean canReleaseAhead() {
        return !paysForCredits;
    }

    /**
     * Tells the sender of space of the input buffer that will be free at a cycle. The link is up and stays so until
     * then; {@link #released} follows.
     */
    public void releaseAhead(int port, int lane, int units, long cycle) {
        outbox.credit(port, lane, units, false, cycle + 1 + timing.creditDelay());
    }

    /** The space of {@link #releaseAhead} is free. */
    public void released(int port, int lane, int units) {
        credits[at(port, lane) + RETURNED] += units;
    }

    private void giveBack(int port, int lane, int units, long stamp) {
        credits[at(port, lane) + RETURNED] += units;
        outbox.credit(port, lane, units, false, stamp);
    }

    /** The link went down: nothing waits for it any more. */
    public void portDown(int port, long now) {
        takeCredits(port, now - 1); // what arrives in this very cycle is lost
        int at = port * PORT_WORDS;
        ports[at + UP] = 0;
        while (ports[at + SMPS] > 0) {
            LongRing ring = smps.get(port);
            for (int length = (int) ring.remove(); length > 0; length--) {
                ring.remove();
            }
            ports[at + SMPS]--;
            loseSmp(port, now);
        }
        for (int lane = 0; lane < lanes; lane++) {
            credits[at(port, lane) + FREE] = 0;
            credits[at(port, lane) + OWED] = 0;
        }
    }

    /**
     * The link came up: the sender has no credits until the receiver has told its free space, here for our receiving
     * side.
     *
     * @param freeUnits per lane
     */
    public void portUp(int port, int[] freeUnits, long now) {
        takeCredits(port, now);
        ports[port * PORT_WORDS + UP] = 1;
        for (int lane = 0; lane < lanes; lane++) {
            int at = at(port, lane);
            credits[at + SPENT] = 0;
            credits[at + REGAINED] = 0;
            credits[at + ARRIVED] = 0;
            credits[at + RETURNED] = freeUnits[lane];
            int told = stopAndGo == null ? freeUnits[lane] : stopAndGo.begin(port * lanes + lane, freeUnits[lane]);
            outbox.credit(port, lane, told, true, now + 1 + timing.creditDelay());
        }
        touch(port);
    }

    /** Credits spent on packets since the link came up. */
    public long spent(int portLane) {
        return credits[portLane * CREDIT_WORDS + SPENT];
    }

    /** Credits that have come back over the link since it came up. */
    public long regained(int portLane) {
        return credits[portLane * CREDIT_WORDS + REGAINED];
    }

    /** Credits taken by packets that have arrived since the link came up. */
    public long arrived(int portLane) {
        return credits[portLane * CREDIT_WORDS + ARRIVED];
    }

    /** Credits given back to the far end since the link came up. */
    public long returned(int portLane) {
        return credits[portLane * CREDIT_WORDS + RETURNED];
    }

    /** Credits that wait for a flow-control packet; under on/off flow control the last signal to the far end. */
    public int owed(int portLane) {
        return stopAndGo == null ? (int) credits[portLane * CREDIT_WORDS + OWED] : stopAndGo.signal(portLane);
    }

    /**
     * Cycles for which each port's link has been taken since the start, index {@code port * BUSY_KINDS + kind}: a
     * packet counts in full when it is put on the link.
     */
    public void copyBusyTo(long[] busy) {
        for (int port = 0; port < flitTime.length; port++) {
            System.arraycopy(ports, port * PORT_WORDS + BUSY, busy, port * BUSY_KINDS, BUSY_KINDS);
        }
    }

    /** The head of a data packet has arrived on a port. */
    public void countIn(int port) {
        log.count(Counter.RUNS_ARRIVED);
        ports[port * PORT_WORDS + IN]++;
    }

    /** A switch has put a data packet's head on a port's link. */
    public void countOut(int port) {
        log.count(Counter.RUNS_SENT);
        ports[port * PORT_WORDS + OUT]++;
    }

    /** Data packets whose head has arrived on a port. */
    public long countedIn(int port) {
        return ports[port * PORT_WORDS + IN];
    }

    /** Data packets whose head a switch has put on a port's link. */
    public long countedOut(int port) {
        return ports[port * PORT_WORDS + OUT];
    }

    /** SMPs that wait for a link. */
    public int smpsQueued() {
        int queued = 0;
        for (int port = 0; port < flitTime.length; port++) {
            queued += (int) ports[port * PORT_WORDS + SMPS];
        }
        return queued;
    }

    public void visit(StateVisitor state) {
        visitPorts(state, UP, IN);
        state.values(credits);
        if (stopAndGo != null) {
            stopAndGo.visit(state);
        }
        inbox.visitAwaited(state);
        smps.visit(state);
    }

    /** Saves or restores some words of every port, port by port. */
    private void visitPorts(StateVisitor state, int from, int to) {
        int length = to - from;
        long[] values = new long[flitTime.length * length];
        for (int port = 0; port < flitTime.length; port++) {
            System.arraycopy(ports, port * PORT_WORDS + from, values, port * length, length);
        }
        state.values(values);
        for (int port = 0; port < flitTime.length; port++) {
            System.arraycopy(values, port * length, ports, port * PORT_WORDS + from, length);
        }
    }

    /** Saves or restores how many packets have crossed each port. */
    public void visitCounts(StateVisitor state) {
        visitPorts(state, IN, OUT);
        visitPorts(state, OUT, PORT_WORDS);
    }
}

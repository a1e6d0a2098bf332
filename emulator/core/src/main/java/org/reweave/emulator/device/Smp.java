package org.reweave.emulator.device;

import org.reweave.emulator.link.Wire;
import org.reweave.emulator.state.LongRing;
import org.reweave.routing.topology.Sighting;

/**
 * A subnet management packet in a device's hands: a reusable buffer over its words.
 *
 * <pre>
 *  0          attribute 0..7 | returning 8 | LID-routed 9 | hop 16..23 | hops 24..31 | payload words 32..47 | extra flits 48..63
 *  1          transaction number
 *  2          argument, by attribute
 *  3          0..31: the device that a directed-route request is for, plus 1; 0 = whichever is there |
 *             32..63: in its answer, the term of a later manager whose request has come to the device; 0 = none
 *  4..        ports to leave by, 8 a word, then as many words of ports to return by (directed route: IBA 14.2.2); then the payload
 *  </pre>
 *
 * A directed-route SMP crosses {@code hops} devices before the one it is for: device i leaves it through
 * {@code out(i)}.
 */
public final class Smp {
    /**
     * Asks a device what it knows of itself. The request has no payload, the answer one word for the device and one a
     * port; see {@link #sighting}.
     */
    public static final int NODE_INFO = 1;

    /** Brings blocks of a table, or only a notice; see {@link Update}. */
    public static final int UPDATE = 2;

    /** A switch tells its manager of a port's change; argument {@code device << 16 | port << 8 | up}; LID-routed. */
    public static final int TRAP = 3;

    /** Brings a device a control packet of the reconfiguration scheme: its argument. */
    public static final int CONTROL = 4;

    /**
     * Asks for counts of data packets; payload: a bit per port whose packets count as coming in and going out. The
     * answer's payload begins with packets that entered and packets that left.
     */
    public static final int COUNTS = 5;

    /**
     * A message of a device's agent to the manager, sent without a request, along the way of an answer; transaction:
     * the device, argument: the message.
     */
    public static final int REPORT = 6;

    /**
     * Brings every device a control packet of the reconfiguration scheme, its argument: each passes it on through all
     * its other ports. It notes its way, so that reports find back.
     */
    public static final int BROADCAST = 7;

    /**
     * A switch agent's broadcast to every device: each switch passes the SMP on through all its other ports. Argument:
     * the message; transaction: the broadcast's number at its switch; behind the argument: the switch that broadcasts.
     */
    public static final int ANNOUNCEMENT = 8;

    /**
     * A message of a switch's agent to one NIC; LID-routed. Argument: the message; behind the argument: the switch that
     * sends it.
     */
    public static final int MESSAGE = 9;

    /**
     * Between two managers: asks the other one who is in charge, argument 0, or tells it that the sender has taken
     * over, argument: its term. The answer's payload: 1 if the answerer is in charge, its term, and what a manager
     * needs that takes over.
     */
    public static final int SM_INFO = 10;

    /**
     * Where a manager's term begins in its transaction numbers: all numbers of a manager that has taken over are higher
     * than those of the one before.
     */
    private static final int TERM_SHIFT = 40;

    public static final int MAX_HOPS = 254;

    /** Payload of {@link #COUNTS}: room for 255 ports. */
    public static final int PORT_MASK_WORDS = 4;

    /** Flag in the first word of an answer to {@link #NODE_INFO}: the switch is blank. */
    private static final long BLANK = 1L << 63;

    /** Flag in the first word of an answer to {@link #UPDATE}: the switch lacks other parts of the update. */
    private static final long IN_PART = 1L << 63;

    /** Flits that an SMP may be longer than others. */
    public static final int MOST_EXTRA_FLITS = 0xffff;

    private static final int DEVICE = 3; // where that word is
    private static final int LATER_TERM_SHIFT = 32; // in the same word
    private static final int HEAD_WORDS = 4;
    private static final int PAYLOAD = 0xffff;
    private static final long RETURNING = 1L << 8;
    private static final long LID_ROUTED = 1L << 9;

    /** Longest payload: a record of a link has at most 65,535 words. */
    public static final int MAX_PAYLOAD_WORDS = PAYLOAD - Wire.SMP_HEAD_WORDS - HEAD_WORDS - 2 * pathWords(MAX_HOPS);

    private static final int FEW_WORDS = 16; // most devices never have a longer one in their hands, and each has four

    private long[] words = new long[FEW_WORDS];
    private int length;

    /**
     * Starts a directed-route request for one device: another one, to which the route leads since a cable has moved,
     * does not take it.
     *
     * @param route ports to leave by, from 1, one per device on the way
     */
    public void directedTo(int device, int attribute, long transaction, long argument, byte[] route, int payloadWords) {
        directed(attribute, transaction, argument, route, payloadWords);
        words[DEVICE] = device + 1L;
    }

    /**
     * Starts a directed-route request for whichever device is there.
     *
     * @param route ports to leave by, from 1, one per device on the way
     */
    public void directed(int attribute, long transaction, long argument, byte[] route, int payloadWords) {
        int pathWords = pathWords(route.length);
        length = HEAD_WORDS + 2 * pathWords + payloadWords;
        makeRoom();
        java.util.Arrays.fill(words, 0, length, 0);
        words[0] = attribute | (long) route.length << 24 | (long) payloadWords << 32;
        words[1] = transaction;
        words[2] = argument;
        for (int i = 0; i < route.length; i++) {
            words[HEAD_WORDS + (i >>> 3)] |= (route[i] & 0xffL) << ((i & 7) << 3);
        }
    }

    /** The transaction number ahead of a term's first one. */
    public static long beforeTerm(long term) {
        return term << TERM_SHIFT;
    }

    /** How often managers had taken over when the one was in charge that sent this request or broadcast. */
    long term() {
        return term(words);
    }

    /** The same, of an SMP's words. */
    static long term(long[] words) {
        return words[1] >>> TERM_SHIFT;
    }

    public void broadcast(long transaction, long argument) {
        directed(BROADCAST, transaction, argument, new byte[MAX_HOPS], 0);
    }

    /** Starts a broadcast of a device to all others. */
    public void announce(int from, long number, long argument) {
        length = HEAD_WORDS + 1;
        words[0] = ANNOUNCEMENT;
        words[1] = number;
        words[2] = argument;
        words[DEVICE] = 0;
        words[HEAD_WORDS] = from;
    }

    public boolean isAnnouncement() {
        return attribute() == ANNOUNCEMENT;
    }

    /** Device that sent an {@link #ANNOUNCEMENT} or a {@link #MESSAGE}. */
    public int origin() {
        return (int) words[HEAD_WORDS];
    }

    /** Whether the SMP is a broadcast, which each device passes on. */
    boolean isFlooded() {
        return isAnnouncement() || attribute() == BROADCAST && !isReturning();
    }

    /**
     * One device further.
     *
     * @return whether there is room for its way
     */
    boolean advance() {
        setHop(hop() + 1);
        return hop() < MAX_HOPS;
    }

    /** Starts a notice that is routed by tables. */
    public void toLid(int attribute, int lid, long argument) {
        length = HEAD_WORDS;
        words[0] = attribute | LID_ROUTED;
        words[1] = lid;
        words[2] = argument;
        words[DEVICE] = 0;
    }

    /** Starts a message of a switch to a NIC. */
    public void message(int from, int lid, long argument) {
        toLid(MESSAGE, lid, argument);
        length = HEAD_WORDS + 1;
        words[HEAD_WORDS] = from;
    }

    /** The words of a directed-route request up to its payload. */
    long[] withoutPayload() {
        return java.util.Arrays.copyOf(words, payloadAt());
    }

    /**
     * Starts an unasked answer.
     *
     * @param request that came to this device, as {@link #withoutPayload} gave it
     */
    void report(long[] request, int device, long message) {
        load(request);
        words[0] = withoutExtraFlits() & ~0xffL & ~((long) PAYLOAD << 32) | REPORT | RETURNING;
        words[1] = device;
        words[2] = message;
    }

    public void load(LongRing ring, int count) {
        length = count;
        makeRoom();
        for (int i = 0; i < count; i++) {
            words[i] = ring.remove();
        }
    }

    /** Takes all words of an SMP over. */
    public void load(long[] from) {
        length = from.length;
        makeRoom();
        System.arraycopy(from, 0, words, 0, length);
    }

    private void makeRoom() {
        if (words.length < length) {
            words = java.util.Arrays.copyOf(words, length);
        }
    }

    public void store(LongRing ring) {
        ring.add(length);
        for (int i = 0; i < length; i++) {
            ring.add(words[i]);
        }
    }

    public long[] words() {
        return words;
    }

    public int length() {
        return length;
    }

    public int attribute() {
        return (int) words[0] & 0xff;
    }

    /** A kind of SMP in one word. */
    public static String word(int attribute) {
        return switch (attribute) {
            case NODE_INFO -> "node-info";
            case UPDATE -> "update";
            case TRAP -> "trap";
            case CONTROL -> "control";
            case COUNTS -> "counts";
            case REPORT -> "report";
            case BROADCAST -> "broadcast";
            case MESSAGE -> "message";
            case SM_INFO -> "sm-info";
            default -> "announcement";
        };
    }

    /** Kind of this SMP, and whether it is an answer, in one word. */
    String word() {
        String kind = word(attribute());
        return isReturning() && attribute() != REPORT ? kind + "-answer" : kind;
    }

    /** Whether the SMP is on its way back to the manager. */
    public boolean isReturning() {
        return (words[0] & RETURNING) != 0;
    }

    /** Whether switches pass the SMP on by their tables. */
    public boolean isLidRouted() {
        return (words[0] & LID_ROUTED) != 0;
    }

    /** Devices that a directed route has led across so far. */
    public int hop() {
        return (int) (words[0] >>> 16) & 0xff;
    }

    /** Devices that a directed route crosses before the one that the SMP is for. */
    public int hops() {
        return (int) (words[0] >>> 24) & 0xff;
    }

    /** Whether a device is the one that a directed-route request is for. */
    boolean isFor(int device) {
        return words[DEVICE] == 0 || words[DEVICE] == device + 1L;
    }

    /** Device that sent an answer to a request. */
    public int answerer() {
        return attribute() == NODE_INFO ? (int) (payload(0) & ~BLANK) : (int) words[DEVICE] - 1;
    }

    /** The answer tells of a manager that took over later than the one that asked. */
    void tellLaterTerm(long term) {
        words[DEVICE] |= term << LATER_TERM_SHIFT;
    }

    /** Term of a manager that took over later than the one that asked and has sent the answerer a request; 0 = none. */
    public long laterTerm() {
        return words[DEVICE] >>> LATER_TERM_SHIFT;
    }

    /** Whether a directed-route request is at the end of its route. */
    boolean isAtTarget() {
        return !isLidRouted() && !isReturning() && hop() == hops();
    }

    public long transaction() {
        return words[1];
    }

    /** Destination LID of a LID-routed SMP. */
    public int destinationLid() {
        return (int) words[1];
    }

    public long argument() {
        return words[2];
    }

    /**
     * Makes a request for {@link #NODE_INFO} its answer.
     *
     * @param blank whether the device has restarted and no tables have come since
     */
    public void answer(Sighting sighting, boolean blank) {
        length = payloadAt() + 1 + sighting.ports();
        makeRoom();
        words[0] = words[0] & ~((long) PAYLOAD << 32) | (long) (1 + sighting.ports()) << 32;
        setPayload(0, sighting.device() | (blank ? BLANK : 0));
        for (int port = 0; port < sighting.ports(); port++) {
            setPayload(1 + port, sighting.neighbours()[port]);
        }
    }

    /** Makes a request its answer, with another payload. */
    public void answer(long... payload) {
        length = payloadAt() + payload.length;
        makeRoom();
        words[0] = words[0] & ~((long) PAYLOAD << 32) | (long) payload.length << 32;
        System.arraycopy(payload, 0, words, payloadAt(), payload.length);
    }

    /** The payload, which is the caller's. */
    public long[] payload() {
        return java.util.Arrays.copyOfRange(words, payloadAt(), payloadAt() + payloadWords());
    }

    /** What a device tells of itself in an answer to {@link #NODE_INFO}. */
    public Sighting sighting() {
        long[] neighbours = new long[payloadWords() - 1];
        for (int port = 0; port < neighbours.length; port++) {
            neighbours[port] = payload(1 + port);
        }
        return new Sighting((int) (payload(0) & ~BLANK), neighbours);
    }

    /** Whether an answer to {@link #NODE_INFO} tells that the switch has restarted and no tables have come since. */
    public boolean isBlank() {
        return (payload(0) & BLANK) != 0;
    }

    /** The answer to an {@link #UPDATE} tells that the switch lacks other parts of it. */
    public void setInPart() {
        setPayload(0, payload(0) | IN_PART);
    }

    /** Whether an answer to an {@link #UPDATE} tells that the switch lacked other parts of it. */
    public boolean isInPart() {
        return attribute() == UPDATE && (payload(0) & IN_PART) != 0;
    }

    /** Words of a directed-route SMP's payload. */
    public int payloadWords() {
        return (int) (words[0] >>> 32) & PAYLOAD;
    }

    public long payload(int i) {
        return words[payloadAt() + i];
    }

    public void setPayload(int i, long word) {
        words[payloadAt() + i] = word;
    }

    /** The port (from 1) by which a directed route leaves a device on its way; 0 = none. */
    public int portOut(int device) {
        return isLidRouted() || isAnnouncement() ? 0 : byteAt(HEAD_WORDS, device);
    }

    /** The port (from 1) by which the SMP came to a device on its way; 0 = it has not. */
    public int portIn(int device) {
        return isLidRouted() || isAnnouncement() ? 0 : byteAt(HEAD_WORDS + pathWords(hops()), device);
    }

    /** Notes where it came in, so that the answer finds back. */
    void noteArrival(int port) {
        setByte(HEAD_WORDS + pathWords(hops()), hop(), port);
    }

    /**
     * Takes the next step of a directed route.
     *
     * @return the port to leave by, from 1
     */
    public int nextPort() {
        if (isReturning()) {
            setHop(hop() - 1);
            return byteAt(HEAD_WORDS + pathWords(hops()), hop());
        }
        int port = byteAt(HEAD_WORDS, hop());
        setHop(hop() + 1);
        return port;
    }

    /**
     * Lets the SMP take longer on links than others; its answer does not.
     *
     * @throws IllegalStateException when a table is longer than an SMP can be
     */
    public void setExtraFlits(int flits) {
        if (flits > MOST_EXTRA_FLITS) {
            throw new IllegalStateException("an SMP of " + flits + " flits more than others; " + MOST_EXTRA_FLITS
                    + " are possible: raise device.flit or lower manager.entry");
        }
        words[0] = withoutExtraFlits() | (long) flits << Wire.SMP_EXTRA_SHIFT;
    }

    /** Flits that this SMP is longer than others. */
    int extraFlits() {
        return Wire.extraFlits(words[0]);
    }

    private long withoutExtraFlits() {
        return words[0] & (1L << Wire.SMP_EXTRA_SHIFT) - 1;
    }

    void turnAround() {
        words[0] = withoutExtraFlits() | RETURNING;
    }

    private int payloadAt() {
        return HEAD_WORDS + 2 * pathWords(hops());
    }

    private static int pathWords(int hops) {
        return (hops + 8) >>> 3; // hops + 1 arrival ports
    }

    private void setHop(int hop) {
        words[0] = words[0] & ~(0xffL << 16) | (long) hop << 16;
    }

    private int byteAt(int base, int i) {
        return (int) (words[base + (i >>> 3)] >>> ((i & 7) << 3)) & 0xff;
    }

    private void setByte(int base, int i, int value) {
        int word = base + (i >>> 3);
        int shift = (i & 7) << 3;
        words[word] = words[word] & ~(0xffL << shift) | (long) value << shift;
    }
}

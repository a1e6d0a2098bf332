package org.reweave.emulator.link;

import java.util.Arrays;
import org.reweave.emulator.state.LongRings;

/**
 * The records that cross a link, as longs. Every record starts with a head word and the stamp, the cycle of its first
 * flit on the link; kinds are numbered in the order in which a receiver treats those that arrive in one cycle on one
 * port.
 *
 * <pre>
 *  head:   kind 0..3 | lane 4..7 | words 8..23 | argument 24..62
 *  CREDIT  head (argument: credits, bit 38 of it: absolute), stamp
 *  CUT     head, stamp, packet id                       the flits behind the cut never come
 *  RUN     see {@link PacketHeader} (argument: flits)
 *  SMP     head, stamp, the packet's own words
 *  SEPARATOR  head, stamp, mark                         no later run of the lane is ahead of it
 *  FLIT    head, stamp                                  under wormhole switching: one more flit of the lane's last run
 *  route:  DLID 0..23 | SLID 24..47 | SL 48..51 | hops 52..59 | ACK 60 | first of its message 61 | last of it 62
 *  </pre>
 */
public final class Wire {
    public static final int MOST_HOPS = 255;

    public static final int CREDIT = 0;
    public static final int CUT = 1;
    public static final int RUN = 2;
    public static final int SMP = 3;
    public static final int SEPARATOR = 4;
    public static final int FLIT = 5;
    public static final int KINDS = 6;

    /** Kinds whose records are few: cuts, SMPs and separators. */
    static final int RARE_KINDS = 3;

    public static final int CREDIT_WORDS = 2;
    public static final int CUT_WORDS = 3;
    public static final int SEPARATOR_WORDS = 3;
    public static final int FLIT_WORDS = 2;

    /** Where an SMP's first own word has the flits that the SMP is longer than others. */
    public static final int SMP_EXTRA_SHIFT = 48;

    /** Flits that an SMP is longer than others, by its first own word. */
    public static int extraFlits(long smpWord) {
        return (int) (smpWord >>> SMP_EXTRA_SHIFT);
    }

    /** Words before an SMP's own. */
    public static final int SMP_HEAD_WORDS = 2;

    /** Kinds of packets, as bits of a route. */
    public static final long ACK = 1L << 60;

    public static final long FIRST = 1L << 61;
    public static final long LAST = 1L << 62;

    private static final long ABSOLUTE = 1L << 38;
    private static final int ARGUMENT_SHIFT = 24;
    private static final int LID_BITS = 24;
    private static final int LID = (1 << LID_BITS) - 1;

    private Wire() {}

    /** Whether records of a kind are few, unlike packets, flits and credits, which have rings of their own. */
    static boolean isRare(int kind) {
        return kind != CREDIT && kind != RUN && kind != FLIT;
    }

    /** The number of the ring of a channel's records of a rare kind. */
    static int ofRare(int channel, int kind) {
        return channel * RARE_KINDS + (kind == CUT ? 0 : kind - SMP + 1);
    }

    /** A copy of the records of one port, kind by kind. */
    static long[] copy(int port, PortRings credits, PortRings runs, PortRings flits, LongRings others) {
        int size = credits.size(port) * CREDIT_WORDS
                + runs.size(port) * PacketHeader.WORDS
                + flits.size(port) * FLIT_WORDS;
        for (int kind = 0; kind < KINDS; kind++) {
            size += isRare(kind) ? others.size(ofRare(port, kind)) : 0;
        }
        long[] words = new long[size];
        int at = 0;
        for (int kind = 0; kind < KINDS; kind++) {
            if (isRare(kind)) {
                int ring = ofRare(port, kind);
                for (int i = 0; i < others.size(ring); i++) {
                    words[at++] = others.get(ring).peek(i);
                }
            } else {
                PortRings ring = kind == CREDIT ? credits : kind == RUN ? runs : flits;
                at = ring.copyTo(words, at, port);
            }
        }
        return words;
    }

    /** Selects the records that are stamped before a cycle. */
    public static long[] stampedBefore(long cycle, long[] records) {
        long[] chosen = new long[records.length];
        int size = 0;
        for (int at = 0; at < records.length; at += words(records[at])) {
            if (records[at + 1] < cycle) {
                int length = words(records[at]);
                System.arraycopy(records, at, chosen, size, length);
                size += length;
            }
        }
        return Arrays.copyOf(chosen, size);
    }

    /** The records of one link in two parts, each kind by kind, as one: of every kind the first part's come first. */
    public static long[] merged(long[] first, long[] second) {
        long[] all = new long[first.length + second.length];
        int size = 0;
        for (int kind = 0; kind < KINDS; kind++) {
            for (long[] part : new long[][] {first, second}) {
                for (int at = 0; at < part.length; at += words(part[at])) {
                    if (kind(part[at]) == kind) {
                        int length = words(part[at]);
                        System.arraycopy(part, at, all, size, length);
                        size += length;
                    }
                }
            }
        }
        return all;
    }

    public static long head(int kind, int lane, int words) {
        return kind | (long) lane << 4 | (long) words << 8;
    }

    public static long creditHead(int lane, int credits, boolean absolute) {
        return head(CREDIT, lane, CREDIT_WORDS) | ((credits | (absolute ? ABSOLUTE : 0)) << ARGUMENT_SHIFT);
    }

    /** @throws IllegalStateException when words are no records one behind the other */
    static void check(long[] words) {
        for (int at = 0; at < words.length; at += words(words[at])) {
            int kind = kind(words[at]);
            int length = words(words[at]);
            if (!isRecord(kind, length) || length > words.length - at) {
                throw new IllegalStateException("word " + at + " of " + words.length + " begins a record of kind "
                        + kind + " and " + length + " words");
            }
        }
    }

    /** Whether a record of a kind can have so many words. */
    public static boolean isRecord(int kind, int words) {
        return switch (kind) {
            case CREDIT -> words == CREDIT_WORDS;
            case CUT -> words == CUT_WORDS;
            case RUN -> words == PacketHeader.WORDS;
            case SMP -> words > SMP_HEAD_WORDS;
            case SEPARATOR -> words == SEPARATOR_WORDS;
            case FLIT -> words == FLIT_WORDS;
            default -> false;
        };
    }

    public static int kind(long head) {
        return (int) head & 15;
    }

    public static int lane(long head) {
        return (int) (head >>> 4) & 15;
    }

    public static int words(long head) {
        return (int) (head >>> 8) & 0xffff;
    }

    public static int credits(long head) {
        return (int) (head >>> ARGUMENT_SHIFT);
    }

    public static boolean isAbsolute(long head) {
        return (head >>> ARGUMENT_SHIFT & ABSOLUTE) != 0;
    }

    /** Head of a packet's record; {@code flits} up to 65,535. */
    public static long runHead(int lane, int flits) {
        return head(RUN, lane, PacketHeader.WORDS) | (long) flits << ARGUMENT_SHIFT;
    }

    /** Length of a packet, by the head of its record. */
    public static int flits(long runHead) {
        return (int) (runHead >>> ARGUMENT_SHIFT) & 0xffff;
    }

    /** LIDs have up to 24 bits ({@link org.reweave.routing.topology.Addressing}). */
    public static long route(int destinationLid, int sourceLid, int level) {
        return destinationLid | (long) sourceLid << LID_BITS | (long) level << 2 * LID_BITS;
    }

    public static int destination(long route) {
        return (int) route & LID;
    }

    public static int source(long route) {
        return (int) (route >>> LID_BITS) & LID;
    }

    public static int level(long route) {
        return (int) (route >>> 2 * LID_BITS) & 15;
    }

    /** Switches crossed; more than {@link #MOST_HOPS} are not counted. */
    public static int hops(long route) {
        return (int) (route >>> 52) & 0xff;
    }

    public static long withOneMoreHop(long route) {
        return hops(route) == MOST_HOPS ? route : route + (1L << 52);
    }
}

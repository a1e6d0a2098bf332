package org.reweave.emulator.link;

/**
 * The word of a packet that only the source and destination NICs read. Numbers of packets in their flow and of messages
 * wrap around.
 */
public final class TransportWord {
    private static final long LOW = 0xffffffffL;

    private TransportWord() {}

    /**
     * @param sequence number of the packet in its flow
     * @param message number of its message at the source
     */
    public static long ofData(int sequence, int message) {
        return sequence & LOW | (long) message << 32;
    }

    /**
     * @param sequence number of the packet that has come
     * @param firstMissing number of the first packet of the flow that has not come
     */
    public static long ofAcknowledgement(int sequence, int firstMissing) {
        return sequence & LOW | (long) firstMissing << 32;
    }

    /** Number of a packet in its flow: in data, of this packet; in an acknowledgement, of the packet that has come. */
    public static int sequence(long word) {
        return (int) word;
    }

    /** Number of a data packet's message at the source. */
    public static int message(long word) {
        return (int) (word >>> 32);
    }

    /** Number of the first packet of the flow that has not come, in an acknowledgement. */
    public static int firstMissing(long word) {
        return (int) (word >>> 32);
    }
}

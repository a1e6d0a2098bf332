package org.reweave.emulator.cluster.line;

import java.nio.ByteBuffer;

/** One end of a line to another node. Messages arrive whole, in their order, and once; the line may end at any time. */
public interface Line {
    /** What the owner of an end does. One thread of the process makes all of these calls. */
    interface Owner {
        /** The line exists, so that it can be closed; it is not open yet. */
        void connected(Line line);

        /** The other end is there: messages may be sent. */
        void opened();

        /** A message has come, between position and limit; the buffer is good until the call returns. */
        void came(ByteBuffer message);

        /** The line is not congested any more. */
        void relieved();

        /**
         * The line has ended, and not by {@link Line#close}; no call follows.
         *
         * @param why goes on after the name of the peer and a colon
         */
        void ended(String why);
    }

    /**
     * Sends a message, which is copied. Any thread may do so, once the line is open.
     *
     * @param message between position and limit
     */
    void send(ByteBuffer message);

    /** Whether the last message waits until the network takes it; then the owner should wait, too. */
    boolean isCongested();

    /** Ends the line; its owner is not called again but for a call that is under way. */
    void close();
}

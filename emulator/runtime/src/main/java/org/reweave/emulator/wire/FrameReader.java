package org.reweave.emulator.wire;

import org.reweave.emulator.lax.LinkFrame;
import org.reweave.emulator.link.Frame;
import org.reweave.reconfig.state.ByteReader;

/** Reads the frames and promises that a {@link FrameWriter} has written, in the same order. */
public final class FrameReader {
    private static final int MOST_WORDS = 1 << 24; // that a frame can name for one link

    private final LinkRecordCodec records = new LinkRecordCodec();
    private boolean promise; // comes next
    private ByteReader in = new ByteReader(new byte[0], WireException::new);

    /**
     * Begins a piece.
     *
     * @throws WireException when its format is of another version
     */
    public void open(byte[] piece) {
        in = new ByteReader(piece, WireException::new);
        long version = in.unsigned();
        if (version != FrameWriter.VERSION) {
            throw new WireException("frames of format " + version + "; this is format " + FrameWriter.VERSION);
        }
    }

    /** Whether the piece has another frame or promise. */
    public boolean hasNext() {
        return !in.isAtEnd();
    }

    /**
     * The channel of the next frame or promise, to be read before it.
     *
     * @param channels that there are
     */
    public int channel(int channels) {
        int tag = in.upTo(2 * channels - 1, "the channel of a frame, twice,");
        promise = (tag & 1) == 1;
        return tag >>> 1;
    }

    /** Whether a promise follows the channel that was read, and not a frame. */
    public boolean isPromise() {
        return promise;
    }

    /** Reads the promise whose channel was read. */
    public long readPromise() {
        return in.unsigned();
    }

    /** Reads the frame whose channel was read. */
    public void read(Frame frame) {
        frame.begin(in.unsigned());
        long base = in.unsigned();
        for (int words = in.upTo(MOST_WORDS, "a link's length"); words > 0; ) {
            frame.openLink(in.upTo(Frame.MOST_MEMBERS, "a member"), in.upTo(Frame.MOST_PORTS, "a port"));
            records.read(in, words - 1, base);
            frame.add(records.words(), 0, words - 1);
            frame.closeLink();
            words = in.upTo(MOST_WORDS, "a link's length");
        }
    }

    /** Reads a frame of a lax run. */
    public LinkFrame readLinkFrame() {
        int device = in.upTo(Integer.MAX_VALUE, "a device");
        int port = in.upTo(Frame.MOST_PORTS, "a port");
        long number = in.unsigned();
        long to = in.unsigned();
        records.read(in, in.upTo(MOST_WORDS, "a link's length"), to);
        return new LinkFrame(device, port, number, to, records.copy());
    }
}

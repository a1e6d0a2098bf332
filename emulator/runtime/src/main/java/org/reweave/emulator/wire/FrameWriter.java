package org.reweave.emulator.wire;

import org.reweave.emulator.lax.LinkFrame;
import org.reweave.emulator.link.Frame;
import org.reweave.reconfig.state.ByteWriter;

/**
 * Writes frames and promises, one behind the other, into one piece of bytes.
 *
 * <pre>
 *  piece:      version, frames and promises
 *  Frame:      2 * channel, number, base of its stamps, links, 0
 *  promise:    2 * channel + 1, cycle
 *  link:       words + 1, member, port, records ({@link LinkRecordCodec})
 *  LinkFrame:  device, port, number, to, words, records
 *  </pre>
 */
public final class FrameWriter {
    /** Version of the format; a reader refuses any other. */
    public static final int VERSION = 4;

    private final ByteWriter out = new ByteWriter();
    private final Frame.Receiver links = this::writeLink;
    private long base; // of the stamps of the frame that is being written
    private int frames;

    public FrameWriter() {
        clear();
    }

    /** Begins another piece. */
    public void clear() {
        out.clear();
        out.unsigned(VERSION);
        frames = 0;
    }

    /**
     * @param channel number of the two islands' channel, the same at both ends
     * @param near a cycle near the records' stamps
     */
    public void write(int channel, Frame frame, long near) {
        frames++;
        base = near;
        out.unsigned(2L * channel);
        out.unsigned(frame.number());
        out.unsigned(base);
        frame.forEachLink(links);
        out.unsigned(0);
    }

    /** Writes that every record of a channel that follows is stamped at a cycle or later. */
    public void write(int channel, long promise) {
        frames++;
        out.unsigned(2L * channel + 1);
        out.unsigned(promise);
    }

    private void writeLink(int member, int port, long[] words, int from, int end) {
        out.unsigned(end - from + 1L);
        out.unsigned(member);
        out.unsigned(port);
        LinkRecordCodec.write(out, words, from, end, base);
    }

    public void write(LinkFrame frame) {
        frames++;
        out.unsigned(frame.device());
        out.unsigned(frame.port());
        out.unsigned(frame.number());
        out.unsigned(frame.to());
        out.unsigned(frame.words().length);
        LinkRecordCodec.write(out, frame.words(), 0, frame.words().length, frame.to());
    }

    /** Frames and promises in this piece. */
    public int frames() {
        return frames;
    }

    /** Bytes in this piece. */
    public int size() {
        return out.size();
    }

    public byte[] toArray() {
        return out.toArray();
    }
}

package org.reweave.emulator.wire;

import org.reweave.emulator.lax.LinkFrame;
import org.reweave.emulator.link.Frame;

/**
 * Writes frames, one behind the other, into one piece of bytes.
 *
 * <pre>
 *  piece:      version, frames
 *  Frame:      channel, number, to, links, 0
 *  link:       words + 1, member, port, records ({@link RecordCodec})
 *  LinkFrame:  device, port, number, to, words, records
 *  </pre>
 */
public final class FrameWriter {
    /** Of the format; a reader refuses any other. */
    public static final int VERSION = 1;

    private final WireWriter out = new WireWriter();
    private final Frame.Receiver links = this::writeLink;
    private long to; // of the frame that is being written
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

    /** @param channel number of the two islands' channel, the same at both ends */
    public void write(int channel, Frame frame) {
        frames++;
        to = frame.to();
        out.unsigned(channel);
        out.unsigned(frame.number());
        out.unsigned(to);
        frame.forEachLink(links);
        out.unsigned(0);
    }

    private void writeLink(int member, int port, long[] words, int from, int end) {
        out.unsigned(end - from + 1L);
        out.unsigned(member);
        out.unsigned(port);
        RecordCodec.write(out, words, from, end, to);
    }

    public void write(LinkFrame frame) {
        frames++;
        out.unsigned(frame.device());
        out.unsigned(frame.port());
        out.unsigned(frame.number());
        out.unsigned(frame.to());
        out.unsigned(frame.words().length);
        RecordCodec.write(out, frame.words(), 0, frame.words().length, frame.to());
    }

    /** Frames in this piece. */
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

package org.reweave.emulator.capture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes a capture file in the format pcapng: an interface of link type 197 (ERF) for each direction of a link, and
 * packets as ERF records of type 21 (InfiniBand). Times are nanoseconds of the run since 1970.
 */
public final class CaptureFile {
    /** LINKTYPE_ERF. */
    public static final int LINK_TYPE = 197;

    /** Type of ERF records with InfiniBand packets. */
    public static final int ERF_INFINIBAND = 21;

    private static final int SECTION = 0x0A0D0D0A;
    private static final int INTERFACE = 1;
    private static final int PACKET = 6;
    private static final int BYTE_ORDER = 0x1A2B3C4D;
    private static final int ERF_HEADER = 16;

    private static final int COMMENT = 1;
    private static final int APPLICATION = 4;
    private static final int NAME = 2;
    private static final int RESOLUTION = 9;
    private static final int FLAGS = 2;
    private static final int TOO_SHORT = 1 << 26; // packet flags: the packet ends before its length

    private static final int VARYING = 1 << 2; // ERF flags
    private static final int RECEIVE_ERROR = 1 << 4;
    private static final long SECOND = 1_000_000_000L;
    private static final int MOST_OF_OPTION = 0xffff;

    private final OutputStream out;

    private CaptureFile(OutputStream out) {
        this.out = out;
    }

    /**
     * Begins a file.
     *
     * @param application what wrote it
     * @param comment on the capture as a whole
     */
    public static CaptureFile begin(OutputStream out, String application, String comment) throws IOException {
        CaptureFile file = new CaptureFile(out);
        Block block = new Block();
        block.ints(BYTE_ORDER).shorts(1, 0).longs(-1);
        block.option(COMMENT, utf8(comment))
                .option(APPLICATION, utf8(application))
                .endOfOptions();
        file.write(SECTION, block);
        return file;
    }

    /** Adds an interface; they are numbered from 0. */
    public void addInterface(String name) throws IOException {
        Block block = new Block();
        block.shorts(LINK_TYPE, 0).ints(0);
        block.option(NAME, utf8(name)).option(RESOLUTION, new byte[] {9}).endOfOptions();
        write(INTERFACE, block);
    }

    /**
     * Adds a packet.
     *
     * @param interfaceNumber the direction of a link
     * @param ns when its first flit was on the link
     * @param bytes from LRH to the last CRC
     * @param broken whether it did not come over the link as a whole
     */
    public void add(int interfaceNumber, long ns, byte[] bytes, boolean broken) throws IOException {
        int kept = ERF_HEADER + bytes.length;
        ByteBuffer record = ByteBuffer.allocate(kept).order(ByteOrder.LITTLE_ENDIAN);
        record.putLong(ns / SECOND << 32 | (ns % SECOND << 32) / SECOND);
        record.order(ByteOrder.BIG_ENDIAN).put((byte) ERF_INFINIBAND);
        record.put((byte) (VARYING | (broken ? RECEIVE_ERROR : 0)));
        record.putShort((short) kept).putShort((short) 0).putShort((short) bytes.length);
        record.put(bytes);
        Block block = new Block();
        block.ints(interfaceNumber, (int) (ns >>> 32), (int) ns, kept, kept);
        block.bytes(record.array());
        if (broken) {
            block.option(FLAGS, new Block().ints(TOO_SHORT).toArray()).endOfOptions();
        }
        write(PACKET, block);
    }

    private static byte[] utf8(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, MOST_OF_OPTION);
        while (length < bytes.length && length > 0 && (bytes[length] & 0xc0) == 0x80) {
            length--; // between two characters
        }
        return Arrays.copyOf(bytes, length);
    }

    private void write(int type, Block block) throws IOException {
        byte[] body = block.toArray();
        int length = body.length + 12;
        out.write(new Block().ints(type, length).toArray());
        out.write(body);
        out.write(new Block().ints(length).toArray());
    }

    /** Bytes of a block, in little-endian order and filled up to whole words. */
    private static final class Block {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Block ints(int... values) {
            for (int value : values) {
                shorts(value & 0xffff, value >>> 16);
            }
            return this;
        }

        Block shorts(int... values) {
            for (int value : values) {
                bytes.write(value);
                bytes.write(value >>> 8);
            }
            return this;
        }

        void longs(long value) {
            ints((int) value, (int) (value >>> 32));
        }

        Block bytes(byte[] value) {
            bytes.writeBytes(value);
            while (bytes.size() % 4 != 0) {
                bytes.write(0);
            }
            return this;
        }

        Block option(int code, byte[] value) {
            return shorts(code, value.length).bytes(value);
        }

        void endOfOptions() {
            ints(0);
        }

        byte[] toArray() {
            return bytes.toByteArray();
        }
    }
}

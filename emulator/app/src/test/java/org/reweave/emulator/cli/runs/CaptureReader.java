package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a pcapng of ERF records with InfiniBand packets, byte by byte, and refuses everything that is not in its place.
 */
final class CaptureReader {
    /** A packet of the file; {@code at} gives a byte of it from the LRH on. */
    record Frame(String link, long ns, boolean broken, ByteBuffer bytes) {
        int at(int offset) {
            return bytes.get(offset) & 0xff;
        }

        int shortAt(int offset) {
            return bytes.getShort(offset) & 0xffff;
        }

        boolean isManagement() {
            return at(0) >>> 4 == 15;
        }

        int destination() {
            return shortAt(2);
        }

        int operation() {
            return at(8);
        }

        // of an SMP, whose MAD begins behind LRH, BTH and DETH
        int managementClass() {
            return at(29);
        }

        int method() {
            return at(31);
        }

        int hopPointer() {
            return at(34);
        }

        int hopCount() {
            return at(35);
        }

        long transaction() {
            return bytes.getLong(36);
        }

        int attribute() {
            return shortAt(44);
        }

        int data(int offset) {
            return at(28 + 64 + offset);
        }

        int initialPath(int hop) {
            return at(28 + 128 + hop);
        }

        int returnPath(int hop) {
            return at(28 + 192 + hop);
        }
    }

    private final List<String> links = new ArrayList<>();
    private final List<Frame> frames = new ArrayList<>();

    private CaptureReader() {}

    static List<Frame> frames(Path file) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        CaptureReader reader = new CaptureReader();
        int number = 0;
        while (all.hasRemaining()) {
            int type = all.getInt();
            int length = all.getInt();
            assertThat(length % 4).isZero();
            ByteBuffer body = all.slice(all.position(), length - 12).order(ByteOrder.LITTLE_ENDIAN);
            all.position(all.position() + length - 12);
            assertThat(all.getInt()).isEqualTo(length);
            assertThat(type == 0x0A0D0D0A).isEqualTo(number++ == 0);
            switch (type) {
                case 0x0A0D0D0A -> section(body);
                case 1 -> reader.link(body);
                case 6 -> reader.frame(body);
                default -> throw new AssertionError("a block of type " + type);
            }
        }
        return reader.frames;
    }

    private static void section(ByteBuffer body) {
        assertThat(body.getInt()).isEqualTo(0x1A2B3C4D);
        assertThat(body.getInt()).isEqualTo(1);
        assertThat(body.getLong()).isEqualTo(-1);
    }

    private void link(ByteBuffer body) {
        assertThat(frames).isEmpty();
        assertThat(body.getInt()).as("link type").isEqualTo(197);
        assertThat(body.getInt()).as("no limit of length").isZero();
        assertThat(body.getShort()).isEqualTo((short) 2);
        byte[] name = new byte[body.getShort()];
        body.get(name);
        body.position((body.position() + 3) / 4 * 4);
        assertThat(body.getInt()).as("resolution, one byte").isEqualTo(9 | 1 << 16);
        assertThat(body.getInt()).as("nanoseconds").isEqualTo(9);
        assertThat(body.getInt()).isZero();
        assertThat(body.hasRemaining()).isFalse();
        links.add(new String(name, StandardCharsets.UTF_8));
    }

    private void frame(ByteBuffer body) {
        String link = links.get(body.getInt());
        long ns = (long) body.getInt() << 32 | body.getInt() & 0xffffffffL;
        int captured = body.getInt();
        assertThat(body.getInt()).isEqualTo(captured);
        long erfTime = body.getLong();
        assertThat(Math.round((erfTime >>> 32) * 1e9 + (erfTime & 0xffffffffL) * 1e9 / 0x1p32))
                .isEqualTo(ns);
        body.order(ByteOrder.BIG_ENDIAN);
        assertThat(body.get()).as("InfiniBand").isEqualTo((byte) 21);
        int flags = body.get();
        assertThat(flags & ~0x14).isZero();
        assertThat(body.getShort()).isEqualTo((short) captured);
        assertThat(body.getShort()).isZero();
        int length = body.getShort();
        assertThat(length).isEqualTo(captured - 16);
        ByteBuffer bytes = body.slice(body.position(), length);
        body.position((body.position() + length + 3) / 4 * 4);
        boolean broken = (flags & 0x10) != 0;
        assertThat(body.remaining()).isEqualTo(broken ? 12 : 0);
        Frame frame = new Frame(link, ns, broken, bytes);
        assertThat(frame.shortAt(4)).as("words up to the variant CRC").isEqualTo((length - 2) / 4);
        assertThat((length - 2) % 4).isZero();
        assertThat(frame.at(1) & 3).as("BTH follows").isEqualTo(2);
        frames.add(frame);
    }
}

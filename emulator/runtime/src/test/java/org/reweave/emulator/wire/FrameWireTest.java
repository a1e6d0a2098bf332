package org.reweave.emulator.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.lax.LinkFrame;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.PacketId;
import org.reweave.emulator.link.TransportWord;
import org.reweave.emulator.link.Wire;
import org.reweave.reconfig.state.ByteWriter;

/** Frames as bytes: every field comes back, within a budget of bytes, and damage is refused. */
class FrameWireTest {
    private static final long STAMP = 1_234_567_890_123L;

    private static final long[] CREDIT = {Wire.creditHead(3, 17, false), STAMP};
    private static final long[] ALL_CREDITS = {Wire.creditHead(15, 4095, true), STAMP + 1};
    private static final long[] CUT = {Wire.head(Wire.CUT, 2, Wire.CUT_WORDS), STAMP + 2, PacketId.of(70_000, 99_999)};
    private static final long[] PACKET = {
        Wire.runHead(1, 260),
        STAMP + 3,
        PacketId.of(4_095, 12_345),
        Wire.route(48_000, 10_000_000, 7) | Wire.ACK | Wire.LAST,
        STAMP - 900,
        STAMP - 420,
        0b101,
        -1,
        TransportWord.ofData(-5, 8)
    };
    private static final long[] SMP = {Wire.head(Wire.SMP, 15, 5), STAMP + 40, Long.MIN_VALUE, -7, Long.MAX_VALUE};
    private static final long[] SEPARATOR = {
        Wire.head(Wire.SEPARATOR, 0, Wire.SEPARATOR_WORDS), STAMP - 3, 0xfeed_0000_0000_beefL
    };

    private static long[] joined(long[]... records) {
        return Arrays.stream(records).flatMapToLong(Arrays::stream).toArray();
    }

    private static Frame frame(long number) {
        Frame frame = new Frame();
        frame.begin(number);
        return frame;
    }

    private static void link(Frame frame, int member, int port, long[] words) {
        frame.openLink(member, port);
        frame.add(words, 0, words.length);
        frame.closeLink();
    }

    /** What a receiver sees: a line for each link. */
    private static List<String> links(Frame frame) {
        List<String> links = new ArrayList<>();
        frame.forEachLink((member, port, words, from, to) ->
                links.add(member + "." + port + ": " + Arrays.toString(Arrays.copyOfRange(words, from, to))));
        return links;
    }

    @Test
    void framesComeBackWithEveryFieldOfEveryKindOfRecord() {
        Frame first = frame(0);
        link(first, 0, 0, joined(CREDIT, ALL_CREDITS, CUT, PACKET, SMP, SEPARATOR));
        link(first, Frame.MOST_MEMBERS, Frame.MOST_PORTS, CREDIT);
        Frame empty = frame(Long.MAX_VALUE);
        FrameWriter writer = new FrameWriter();
        writer.write(2, first, STAMP + 50);
        writer.write(1, STAMP + 60);
        writer.write(0, empty, Long.MAX_VALUE);
        FrameReader reader = new FrameReader();

        reader.open(writer.toArray());

        Frame read = new Frame();
        assertThat(writer.frames()).isEqualTo(3);
        assertThat(reader.channel(3)).isEqualTo(2);
        reader.read(read);
        assertThat(read.number()).isZero();
        assertThat(links(read)).isEqualTo(links(first));
        assertThat(reader.channel(3)).isEqualTo(1);
        assertThat(reader.isPromise()).isTrue();
        assertThat(reader.readPromise()).isEqualTo(STAMP + 60);
        assertThat(reader.hasNext()).isTrue();
        assertThat(reader.channel(3)).isZero();
        assertThat(reader.isPromise()).isFalse();
        reader.read(read);
        assertThat(read.number()).isEqualTo(Long.MAX_VALUE);
        assertThat(links(read)).isEmpty();
        assertThat(reader.hasNext()).isFalse();
    }

    @Test
    void framesOfALaxRunComeBackWithEveryField() {
        long[] words = joined(CREDIT, PACKET, SMP);
        FrameWriter writer = new FrameWriter();
        writer.write(new LinkFrame(123_456, 35, 77, STAMP, words));
        FrameReader reader = new FrameReader();

        reader.open(writer.toArray());

        LinkFrame read = reader.readLinkFrame();
        assertThat(List.of(read.device(), read.port())).containsExactly(123_456, 35);
        assertThat(List.of(read.number(), read.to())).containsExactly(77L, STAMP);
        assertThat(read.words()).containsExactly(words);
        assertThat(reader.hasNext()).isFalse();
    }

    @Test
    void aWriterThatIsUsedAgainWritesThePieceThatANewOneWrites() {
        FrameWriter again = new FrameWriter();
        again.write(0, frame(5), STAMP);
        again.write(new LinkFrame(1, 2, 3, STAMP, CREDIT));
        again.write(1, STAMP);
        assertThat(again.frames()).isEqualTo(3);
        again.clear();
        FrameWriter fresh = new FrameWriter();
        assertThat(again.frames()).isZero();
        assertThat(again.size()).isEqualTo(fresh.size()).isPositive();
        again.write(1, STAMP);
        fresh.write(1, STAMP);
        assertThat(again.frames()).isEqualTo(1);
        assertThat(again.toArray()).isEqualTo(fresh.toArray()).hasSize(again.size());
    }

    @Test
    void linksOfAnyLengthAreReadByOneReaderOneAfterTheOther() {
        FrameReader reader = new FrameReader();
        for (int credits : new int[] {100, 1, 31, 32, 33, 70, 400, 2}) {
            long[] words = new long[credits * CREDIT.length];
            for (int i = 0; i < credits; i++) {
                words[2 * i] = CREDIT[0];
                words[2 * i + 1] = STAMP + i;
            }
            FrameWriter writer = new FrameWriter();
            writer.write(new LinkFrame(1, 2, 3, STAMP, words));
            reader.open(writer.toArray());
            assertThat(reader.readLinkFrame().words()).as("%d credits", credits).containsExactly(words);
        }
    }

    /** A frame of a lax run with one record, written number by number. */
    private static FrameReader withRecord(int words, int... record) {
        ByteWriter out = new ByteWriter();
        out.unsigned(FrameWriter.VERSION);
        for (int number : new int[] {3, 0, 7, 9, words}) {
            out.unsigned(number);
        }
        for (int number : record) {
            out.unsigned(number);
        }
        FrameReader reader = new FrameReader();
        reader.open(out.toArray());
        return reader;
    }

    @Test
    void aRecordThatIsLongerThanItsLinkOrShorterThanItsHeadIsRefused() {
        int credit = (int) (CREDIT[0] & 0xff);
        assertThat(withRecord(2, credit, 2, 0, 0).readLinkFrame().words()).hasSize(2);
        assertThatThrownBy(() -> withRecord(2, credit, 3, 0, 0, 0).readLinkFrame())
                .hasMessage("a record of 3 words where 2 are left");
        assertThatThrownBy(
                        () -> withRecord(4, credit, 2, 0, 0, credit, 3, 0, 0, 0).readLinkFrame())
                .hasMessage("a record of 3 words where 2 are left");
        assertThatThrownBy(() -> withRecord(2, credit, 1, 0, 0).readLinkFrame())
                .hasMessage("a record of 1 words where 2 are left");
    }

    @Test
    void aRecordTakesAtMostHalfOfItsWords() {
        assertThat(bytes(CREDIT)).isLessThanOrEqualTo(8);
        long[] usual = PACKET.clone();
        usual[6] = 1; // marks
        usual[7] = 0; // trail
        usual[8] = TransportWord.ofData(1_000, 900);
        assertThat(bytes(usual)).isLessThanOrEqualTo(36);
    }

    /** Of the second of two equal records, whose stamp is written as a difference of 0. */
    private static int bytes(long[] record) {
        ByteWriter one = new ByteWriter();
        LinkRecordCodec.write(one, record, 0, record.length, STAMP);
        return one.size();
    }

    @Test
    void bytesThatEndTooEarlyAreRefusedWhereverTheyAreCut() {
        Frame frame = frame(5);
        link(frame, 3, 4, joined(CREDIT, PACKET, SMP));
        FrameWriter writer = new FrameWriter();
        writer.write(0, frame, STAMP);
        byte[] whole = writer.toArray();
        for (int length = 1; length < whole.length; length++) {
            FrameReader reader = new FrameReader();
            reader.open(Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> {
                        reader.channel(1);
                        reader.read(new Frame());
                    })
                    .as("cut after byte %d", length)
                    .isInstanceOf(WireException.class);
        }
    }

    @Test
    void aLengthThatTheBytesCannotHoldIsRefusedBeforeThereIsRoomForIt() {
        ByteWriter out = new ByteWriter();
        out.unsigned(FrameWriter.VERSION);
        for (int number : new int[] {3, 0, 7, 9}) {
            out.unsigned(number);
        }
        out.unsigned(1 << 24);
        FrameReader reader = new FrameReader();
        reader.open(out.toArray());

        assertThatThrownBy(reader::readLinkFrame).hasMessage("records of 16777216 words where 0 bytes are left");
    }

    @Test
    void aRecordThatIsShorterThanItsKindIsRefused() {
        Frame frame = frame(0);
        link(frame, 0, 0, new long[] {Wire.head(Wire.SEPARATOR, 0, Wire.SEPARATOR_WORDS - 1), STAMP});
        FrameWriter writer = new FrameWriter();
        writer.write(0, frame, STAMP);
        FrameReader reader = new FrameReader();
        reader.open(writer.toArray());
        reader.channel(1);

        assertThatThrownBy(() -> reader.read(new Frame()))
                .hasMessage("a record of kind " + Wire.SEPARATOR + " and 2 words");
    }

    @Test
    void anotherFormatAnUnknownChannelAndARecordOfNoKindAreRefused() {
        FrameReader reader = new FrameReader();
        assertThatThrownBy(() -> reader.open(new byte[] {9}))
                .hasMessage("frames of format 9; this is format " + FrameWriter.VERSION);
        reader.open(new byte[] {FrameWriter.VERSION, 8});
        assertThatThrownBy(() -> reader.channel(4)).hasMessageContaining("the channel of a frame, twice, is 8");

        Frame frame = frame(0);
        link(frame, 0, 0, new long[] {Wire.head(9, 0, 2), 3});
        FrameWriter writer = new FrameWriter();
        writer.write(0, frame, STAMP);
        reader.open(writer.toArray());
        reader.channel(1);
        assertThatThrownBy(() -> reader.read(new Frame())).hasMessage("a record of kind 9 and 2 words");
    }
}

package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.actor.Crossing;
import org.reweave.emulator.cluster.line.Line;
import org.reweave.emulator.cluster.messages.Carried;
import org.reweave.emulator.cluster.protocol.BundleProtocol;
import org.reweave.emulator.wire.FrameReader;
import org.reweave.emulator.wire.FrameWriter;

/** A ferry whose peer is slow, silent, or has lost something; the line is a list of what was sent. */
class FerryTest {
    private static final long INCARNATION = 1;

    private final Promises promises = new Promises();
    private final Sent line = new Sent();
    private final Heard part = new Heard();

    /** Islands that always have one more promise for the other node. */
    private static final class Promises implements Crossing {
        private Runnable wake;
        private int left;
        private int given;

        @Override
        public void wakeBy(Runnable call) {
            wake = call;
        }

        @Override
        public void take(FrameWriter piece, int budget) {
            if (left > 0) {
                piece.write(0, left--);
            }
        }

        @Override
        public boolean sleep() {
            return true;
        }

        @Override
        public void give(FrameReader piece) {
            while (piece.hasNext()) {
                piece.channel(1);
                piece.readPromise();
                given++;
            }
        }

        private void have(int more) {
            left += more;
            wake.run();
        }
    }

    /** @param received bundles that the sender has had */
    private record Bundle(long incarnation, long number, long received, int bytes) {}

    private static final class Sent implements Line {
        private final List<Bundle> bundles = new ArrayList<>();
        private boolean congested;
        private boolean closed;

        @Override
        public void send(ByteBuffer message) {
            bundles.add(new Bundle(message.getLong(), message.getLong(), message.getLong(), message.remaining()));
        }

        @Override
        public boolean isCongested() {
            return congested;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static final class Heard implements Ferry.Part {
        private final List<String> words = new ArrayList<>();

        @Override
        public void carried(Carried load) {
            // counted by the part
        }

        @Override
        public void silent() {
            words.add("silent");
        }

        @Override
        public void broken(String line) {
            words.add(line);
        }

        @Override
        public void failed(Throwable cause) {
            words.add("failed: " + cause.getMessage());
        }
    }

    private Ferry ferry() {
        Ferry ferry = new Ferry(promises, INCARNATION, "node 1", Ferry.FULL, Runnable::run, part);
        ferry.connected(line);
        ferry.opened();
        return ferry;
    }

    private static ByteBuffer bundle(long number, long received, byte[] frames) {
        return ByteBuffer.allocate(3 * Long.BYTES + frames.length)
                .putLong(INCARNATION)
                .putLong(number)
                .putLong(received)
                .put(frames)
                .flip();
    }

    private static ByteBuffer acknowledgement(long received) {
        return bundle(0, received, new byte[0]);
    }

    private static byte[] promise() {
        FrameWriter writer = new FrameWriter();
        writer.write(0, 7);
        return writer.toArray();
    }

    @Test
    void framesWaitUntilTheLineIsOpen() {
        Ferry ferry = new Ferry(promises, INCARNATION, "node 1", Ferry.FULL, Runnable::run, part);
        ferry.connected(line);
        promises.have(1);
        assertThat(line.bundles).isEmpty();

        ferry.opened();
        assertThat(line.bundles).extracting(Bundle::number).containsExactly(0L);
    }

    @Test
    void aSlowPeerHasAtMostAWindowOfBundlesUnderWayAndGetsTheNextWhenItAcknowledges() {
        Ferry ferry = ferry();
        promises.have(BundleProtocol.WINDOW + 2);
        assertThat(line.bundles).hasSize(BundleProtocol.WINDOW);

        ferry.came(acknowledgement(1));
        assertThat(line.bundles).hasSize(BundleProtocol.WINDOW + 1);
        assertThat(line.bundles.get(BundleProtocol.WINDOW).number()).isEqualTo(BundleProtocol.WINDOW);
    }

    @Test
    void framesWaitWhileTheLineIsCongested() {
        Ferry ferry = ferry();
        line.congested = true;
        promises.have(2);
        assertThat(line.bundles).isEmpty();

        line.congested = false;
        ferry.relieved();
        assertThat(line.bundles).hasSize(2);
    }

    @Test
    void aBundleThatIsLostEndsTheIncarnationWithItsNumber() {
        ferry().came(bundle(1, 0, promise()));

        assertThat(part.words)
                .containsExactly("from node 1: bundle 1 of incarnation 1 after 0 bundles of incarnation 1; one is"
                        + " missing or came twice");
        assertThat(line.closed).isTrue();
    }

    @Test
    void aLineThatEndsEndsTheIncarnationAndNothingIsSentAnyMore() {
        Ferry ferry = ferry();
        ferry.ended("its process has closed the connection");
        promises.have(1);
        ferry.look();

        assertThat(part.words).containsExactly("the line to node 1 has ended: its process has closed the connection");
        assertThat(line.bundles).isEmpty();
    }

    @Test
    void aBundleThatCannotBeReadFailsThePart() {
        ferry().came(ByteBuffer.allocate(5));

        assertThat(part.words).containsExactly("failed: a bundle of 5 bytes; its first numbers take 24");
    }

    @Test
    void whatHasComeIsAcknowledgedAtTheNextLookEvenIfNothingGoesBack() {
        Ferry ferry = ferry();
        ferry.came(bundle(0, 0, promise()));
        assertThat(promises.given).isEqualTo(1);
        ferry.look();

        assertThat(line.bundles).containsExactly(new Bundle(INCARNATION, 0, 1, 0));
    }

    @Test
    void aPeerThatDoesNotAnswerIsReportedOnceAndEndsTheIncarnationAtLast() {
        Ferry ferry = ferry();
        promises.have(1);
        for (int look = 0; look < BundleProtocol.TOO_LONG - 1; look++) {
            ferry.look();
        }
        assertThat(part.words).containsExactly("silent");

        ferry.look();
        assertThat(part.words)
                .containsExactly(
                        "silent", "node 1 has acknowledged nothing for 120 s, and 1 bundles are under way to it");
    }

    @Test
    void aPeerThatAnswersBeforeIsNotCalledSilent() {
        Ferry ferry = ferry();
        promises.have(2);
        for (int look = 0; look < BundleProtocol.SILENT - 1; look++) {
            ferry.look();
        }
        ferry.came(bundle(0, 1, promise()));
        ferry.look();

        assertThat(part.words).isEmpty();
    }
}

package org.reweave.emulator.cluster.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two processes' lines over real sockets: order, size, and who is let in. */
class LinesTest {
    private static final int LARGE = 5 << 20; // more than sockets take at once
    private static final int MESSAGES = 1_000;

    private final Lines here = lines();
    private final Lines there = lines();
    private final End a = new End();
    private final End b = new End();

    /** An end's owner that writes down what it is told. */
    private static final class End implements Line.Owner {
        private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
        private final BlockingQueue<byte[]> messages = new LinkedBlockingQueue<>();
        private volatile Line line;

        @Override
        public void connected(Line to) {
            line = to;
        }

        @Override
        public void opened() {
            told.add("opened");
        }

        @Override
        public void came(ByteBuffer message) {
            byte[] bytes = new byte[message.remaining()];
            message.get(bytes);
            messages.add(bytes);
        }

        @Override
        public void relieved() {
            told.add("relieved");
        }

        @Override
        public void ended(String why) {
            told.add("ended: " + why);
        }

        private String next() throws InterruptedException {
            return told.poll(10, TimeUnit.SECONDS);
        }
    }

    private static Lines lines() {
        try {
            return new Lines("127.0.0.1", 0, Optional.empty());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void end() {
        here.close();
        there.close();
    }

    private void connect() throws InterruptedException {
        here.connect(there.expect(b), a);
        assertThat(a.next()).isEqualTo("opened");
        assertThat(b.next()).isEqualTo("opened");
    }

    @Test
    void messagesArriveWholeAndInOrderBothWays() throws InterruptedException {
        connect();
        for (int i = 0; i < MESSAGES; i++) {
            a.line.send(ByteBuffer.allocate(Integer.BYTES + i).putInt(0, i));
            b.line.send(ByteBuffer.allocate(Integer.BYTES).putInt(0, -i));
        }
        for (int i = 0; i < MESSAGES; i++) {
            ByteBuffer atB = ByteBuffer.wrap(b.messages.poll(10, TimeUnit.SECONDS));
            assertThat(atB.remaining()).isEqualTo(Integer.BYTES + i);
            assertThat(atB.getInt()).isEqualTo(i);
            assertThat(ByteBuffer.wrap(a.messages.poll(10, TimeUnit.SECONDS)).getInt())
                    .isEqualTo(-i);
        }
    }

    @Test
    void whatTheNetworkDoesNotTakeAtOnceGoesLaterAndTheSenderLearnsThatItMayGoOn() throws InterruptedException {
        connect();
        ByteBuffer large = ByteBuffer.allocate(LARGE);
        for (int i = 0; i < LARGE; i++) {
            large.put(i, (byte) (i * 31));
        }
        a.line.send(large.duplicate());

        assertThat(b.messages.poll(10, TimeUnit.SECONDS)).isEqualTo(large.array());
        assertThat(a.next()).isEqualTo("relieved");
        assertThat(a.line.isCongested()).isFalse();
    }

    @Test
    void theOtherEndLearnsAtOnceThatALineIsClosed() throws InterruptedException {
        connect();
        a.line.close();

        assertThat(b.next()).isEqualTo("ended: its process has closed the connection");
        assertThat(a.told).isEmpty();
    }

    @Test
    void anEndThatNobodyWaitsAtAnyMoreIsNotOpened() throws InterruptedException {
        LineEnd end = there.expect(b);
        there.forget(end);
        here.connect(end, a);

        assertThat(a.next()).isEqualTo("ended: its process has closed the connection");
        assertThat(b.told).isEmpty();
    }

    @Test
    void nobodyListensAtAnAddress() throws InterruptedException {
        LineEnd end = there.expect(b);
        there.close();
        here.connect(end, a);

        assertThat(a.next()).contains("Connection refused");
    }

    @Test
    void aStrangerIsShownTheDoor() throws IOException, InterruptedException {
        LineEnd end = there.expect(b);
        int port = Integer.parseInt(end.address().substring(end.address().indexOf(':') + 1));
        try (Socket stranger = new Socket("127.0.0.1", port)) {
            stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            try (InputStream answer = stranger.getInputStream()) {
                assertThat(answer.read()).isEqualTo(-1);
            }
        }
        here.connect(end, a);
        assertThat(a.next()).isEqualTo("opened");
    }

    @Test
    void aKeyOpensOneLineOnly() throws InterruptedException {
        LineEnd end = there.expect(b);
        here.connect(end, a);
        assertThat(a.next()).isEqualTo("opened");
        End second = new End();
        here.connect(end, second);

        assertThat(second.next()).isEqualTo("ended: its process has closed the connection");
    }
}

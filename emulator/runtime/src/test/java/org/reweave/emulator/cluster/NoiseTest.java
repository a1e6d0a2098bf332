package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.cluster.messages.ControlMessage;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;
import org.slf4j.LoggerFactory;

/**
 * Somebody who is no member sends a node without credentials noise, frames of noise, and packed messages, while the
 * node runs: the run has its fingerprint, and so has the next one.
 */
@Tag("slow")
class NoiseTest {
    private static final int CONNECTIONS = 300;
    private static final int FRAMES = 30;
    private static final int LONGEST = 1_000;

    /** Messages of the campaign, and those of a connection; the node's own runs go on meanwhile, one after another. */
    private static final int MANY = Integer.getInteger("reweave.noise", 10_000_000);

    private static final int OF_A_CONNECTION = 20_000;
    private static final int LONGEST_PAYLOAD = 60;
    private static final int FOREIGN = 99; // connections with bytes that are no message, for one with messages
    private static final int ZEROS = 200 << 20; // which pack to 200 KiB

    /** Numbers of serializers in messages; those of Akka's own and ours are below. */
    private static final int SERIALIZERS = 100;

    /** Names by which serializers of Akka and ours know kinds of messages. */
    private static final List<String> MANIFESTS = List.of(
            "A",
            "B",
            "C",
            "D",
            "E",
            "F",
            "G",
            "H",
            "J",
            "K",
            "W",
            "GE",
            "GS",
            "HB",
            "HBR",
            "bundle 1",
            "states 1",
            "report 1",
            ControlMessage.class.getName());

    private static final byte[] MAGIC = "AKKA".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TWO_GIBIBYTES_IN_LZ4 = {(byte) 0x87, (byte) 0xd9, 0x6d, (byte) 0xf6, 0x7f, 0, 0, 0, 0, 0
    };

    private static NodeProcess node;
    private static NodeProcess other;

    /** Akka's loggers, which have a line for each frame of noise; a command of reweave shows none of them. */
    private static final List<Logger> LOGGERS = Stream.of("akka.remote", "akka.actor.RepointableActorRef")
            .map(name -> (Logger) LoggerFactory.getLogger(name))
            .toList();

    @BeforeAll
    static void start() {
        LOGGERS.forEach(logger -> logger.setLevel(Level.OFF));
        node = new NodeProcess(new NodeSettings("127.0.0.1", 0, List.of(), 1), "test", false);
        other = new NodeProcess(new NodeSettings("127.0.0.1", 0, List.of(node.address()), 1), "test", false);
    }

    @AfterAll
    static void end() {
        other.close();
        node.close();
        LOGGERS.forEach(logger -> logger.setLevel(null));
    }

    private static Network network() {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("ring", """
                description = "A ring under noise"
                fabric.generator = "torus:6x6"
                routing.engine = updown
                device.preset = iba-1x
                traffic.load = 0.3
                run { warmup = 1us, duration = 400us, cut-interval = 2us }
                """, List.of())));
    }

    private static String undisturbed() {
        return new SequentialDriver(network(), (cut, events) -> {}, HorizonPolicy.FULL)
                .run()
                .fingerprint();
    }

    private static String onBoth() {
        ClusterChoice both = new ClusterChoice(2, Optional.of(node.address()), Optional.empty());
        return new ClusterDriver(
                        Start.atZero(network()),
                        (cut, events) -> {},
                        both,
                        1,
                        ActorDriver.AUTO,
                        "a run",
                        "test",
                        Optional.empty())
                .run()
                .fingerprint();
    }

    private interface Noise {
        void to(Socket socket) throws IOException;
    }

    private static void connect(Noise noise) throws IOException {
        int colon = node.address().lastIndexOf(':');
        try (Socket socket =
                new Socket("127.0.0.1", Integer.parseInt(node.address().substring(colon + 1)))) {
            noise.to(socket);
        } catch (IOException e) {
            // the node has closed the connection, as it may
        }
    }

    private static byte[] frame(byte[] content) {
        return ByteBuffer.allocate(Integer.BYTES + content.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(content.length)
                .put(content)
                .array();
    }

    private static byte[] drawn(SplittableRandom random) {
        byte[] bytes = new byte[1 + random.nextInt(LONGEST)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A message as Akka frames it, to the node's guardian from nobody. */
    private static byte[] message(int serializer, byte[] payload) {
        return message(serializer, ControlMessage.class.getName(), payload);
    }

    /** @param manifest what the serializer takes the payload for */
    private static byte[] message(int serializer, String manifest, byte[] payload) {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST + payload.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(0).putLong(4711).putInt(serializer);
        int literals = bytes.position();
        bytes.position(literals + 3 * Integer.BYTES);
        for (String literal :
                List.of("akka://reweave@127.0.0.1:1/temp", "akka://reweave@" + node.address() + "/user", manifest)) {
            bytes.putInt(literals, bytes.position());
            literals += Integer.BYTES;
            bytes.putShort((short) literal.length()).put(literal.getBytes(StandardCharsets.US_ASCII));
        }
        bytes.put(payload).flip();
        byte[] message = new byte[bytes.remaining()];
        bytes.get(message);
        return message;
    }

    private static void connectForMessages(Noise noise) throws IOException {
        connect(socket -> {
            socket.getOutputStream().write(MAGIC);
            socket.getOutputStream().write(2); // ordinary messages
            noise.to(socket);
        });
    }

    /** @return messages that were sent */
    private static int sendSome(SplittableRandom random) throws IOException {
        int[] sent = {0};
        connectForMessages(socket -> {
            OutputStream out = new BufferedOutputStream(socket.getOutputStream());
            for (; sent[0] < OF_A_CONNECTION; sent[0]++) {
                byte[] payload = new byte[random.nextInt(LONGEST_PAYLOAD)];
                random.nextBytes(payload);
                out.write(frame(message(
                        random.nextInt(SERIALIZERS), MANIFESTS.get(random.nextInt(MANIFESTS.size())), payload)));
            }
            out.flush();
        });
        return sent[0];
    }

    @Test
    void aNodeGoesOnWhateverAStrangerSends() throws IOException {
        String expected = undisturbed();
        CompletableFuture<String> run = CompletableFuture.supplyAsync(NoiseTest::onBoth);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < CONNECTIONS; i++) {
            int stream = random.nextInt(5);
            connect(socket -> {
                if (stream == 0) {
                    socket.getOutputStream().write(drawn(random));
                    return;
                }
                socket.getOutputStream().write(MAGIC);
                socket.getOutputStream().write(stream); // a kind that there is, or not
                for (int frame = 0; frame < FRAMES; frame++) {
                    socket.getOutputStream().write(frame(drawn(random)));
                }
            });
        }
        for (int serializer = 0; serializer < SERIALIZERS; serializer++) {
            byte[] message = frame(message(serializer, TWO_GIBIBYTES_IN_LZ4));
            connectForMessages(socket -> socket.getOutputStream().write(message));
        }

        assertThat(run.join()).isEqualTo(expected);
        assertThat(onBoth()).isEqualTo(expected);
        assertThat(node.ended()).isNotDone();
        assertThat(other.ended()).isNotDone();
    }

    @Test
    void whatUnpacksToHundredsOfMegabytesIsRefusedFromAnybody() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(new byte[ZEROS]);
        }
        for (String manifest : MANIFESTS) {
            for (int serializer : new int[] {5, 9, 11, 12, 33}) {
                byte[] message = frame(message(serializer, manifest, packed.toByteArray()));
                connectForMessages(socket -> socket.getOutputStream().write(message));
            }
        }
        assertThat(onBoth()).isEqualTo(undisturbed());
        assertThat(node.ended()).isNotDone();
    }

    @Tag("campaign")
    @Test
    void aNodeGoesOnUnderTenMillionMessagesOfNoise() throws Exception {
        String expected = undisturbed();
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Integer> runs = CompletableFuture.supplyAsync(() -> {
            int run = 0;
            for (; !isOver.get(); run++) {
                assertThat(onBoth()).as("run %d under noise", run).isEqualTo(expected);
            }
            return run;
        });
        SplittableRandom random = new SplittableRandom(1);
        long sent = 0;
        while (sent < MANY && !runs.isDone()) {
            sent += sendSome(random);
            for (int i = 0; i < FOREIGN; i++) {
                connect(socket -> socket.getOutputStream().write(drawn(random)));
            }
        }
        isOver.set(true);
        System.out.printf("%d messages of noise during %d runs of a ring on two nodes%n", sent, runs.get());
        assertThat(sent).isGreaterThanOrEqualTo(MANY);
        assertThat(onBoth()).isEqualTo(expected);
        assertThat(node.ended()).isNotDone();
        assertThat(other.ended()).isNotDone();
    }
}

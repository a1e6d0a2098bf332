package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;
import org.slf4j.LoggerFactory;

/** Two nodes with certificates of one authority, over real sockets: who is let in, and what is said to the others. */
class CredentialsTest {
    private static final String SOFTWARE = "test";
    private static final String SCENARIO = """
            description = "A small ring"
            seed = 3
            fabric.generator = "torus:4"
            routing.engine = updown
            device.preset = iba-1x
            traffic.load = 0.2
            run { warmup = 1us, duration = 20us, limit = 100us, cut-interval = 2us }
            """;

    @TempDir
    private static Path folder;

    private static NodeProcess seed;
    private static NodeProcess worker;

    @BeforeAll
    static void start() throws IOException {
        TestAuthority ours = new TestAuthority(Duration.ofDays(1));
        for (String name : List.of("seed", "worker", "client")) {
            ours.write(folder.resolve(name), name);
        }
        new TestAuthority(Duration.ofDays(1)).write(folder.resolve("stranger"), "stranger");
        seed = new NodeProcess(settings(List.of(), credentials("seed")), SOFTWARE, false);
        worker = new NodeProcess(settings(List.of(seed.address()), credentials("worker")), SOFTWARE, false);
    }

    @AfterAll
    static void end() {
        worker.close();
        seed.close();
    }

    private static NodeSettings settings(List<String> seeds, Optional<Credentials> credentials) {
        return new NodeSettings("127.0.0.1", 0, seeds, 1, credentials);
    }

    private static Optional<Credentials> credentials(String name) {
        return Optional.of(Credentials.read("", folder.resolve(name)));
    }

    private static String fingerprintOf(Optional<Credentials> credentials) {
        ClusterChoice both = new ClusterChoice(2, Optional.of(seed.address()), credentials);
        return new ClusterDriver(
                        Start.atZero(network()),
                        (cut, events) -> {},
                        both,
                        1,
                        ActorDriver.AUTO,
                        "a run",
                        SOFTWARE,
                        Optional.empty())
                .run()
                .fingerprint();
    }

    private static Network network() {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("ring", SCENARIO, List.of())));
    }

    /** What the nodes log while something is done to them. */
    private static List<String> logOf(Runnable work) {
        Logger logger = (Logger) LoggerFactory.getLogger("reweave");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            work.run();
            long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (lines.list.isEmpty() && System.nanoTime() < end) {
                Thread.sleep(10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            logger.detachAppender(lines);
        }
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void aRunWithACertificateOfTheAuthorityHasTheSequentialFingerprint() {
        assertThat(fingerprintOf(credentials("client")))
                .isEqualTo(new SequentialDriver(network(), (cut, events) -> {}, HorizonPolicy.FULL)
                        .run()
                        .fingerprint());
    }

    @Test
    void strangersAreRefusedWithALineOnBothSides() throws InterruptedException {
        List<String> withoutCertificate = logOf(() -> assertThatThrownBy(() -> fingerprintOf(Optional.empty()))
                .isInstanceOf(NodeRefusedException.class)
                .hasMessage("node " + seed.address() + ": it takes connections with a certificate only; name the folder"
                        + " of one in REWEAVE_NODE_TLS"));
        assertThat(withoutCertificate)
                .hasSize(1)
                .allMatch(line -> line.startsWith("refused a connection from a peer: it does not use TLS"));

        Thread.sleep(1100); // the log has a line a second
        List<String> ofAnotherAuthority = logOf(() -> assertThatThrownBy(() ->
                        new NodeProcess(settings(List.of(seed.address()), credentials("stranger")), SOFTWARE, false))
                .isInstanceOf(NodeRefusedException.class)
                .hasMessage("node " + seed.address() + ": its certificate is not of the authority in "
                        + folder.resolve("stranger") + "/ca.crt"));
        assertThat(ofAnotherAuthority)
                .hasSize(1)
                .allMatch(line -> line.startsWith(
                        "refused a connection from a peer: it does not accept this process's certificate"));
    }

    @Test
    void aNodeThatDoesNotUseTlsAndOneThatIsNotThereAreNamedAtOnce() throws IOException {
        String nobody = freeAddress();
        assertThatThrownBy(() -> Greeting.greet(nobody, credentials("client")))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("no node answers at " + nobody + ": ");
        try (NodeProcess plain = new NodeProcess(settings(List.of(), Optional.empty()), SOFTWARE, true)) {
            assertThatThrownBy(() -> Greeting.greet(plain.address(), credentials("client")))
                    .hasMessage(
                            "node " + plain.address() + ": it does not use TLS, and this process has credentials in "
                                    + folder.resolve("client") + "; give all nodes credentials, or none");
            Greeting.greet(plain.address(), Optional.empty());
        }
    }

    private static String freeAddress() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }

    private static String ofAnotherName(Path certificate) throws IOException {
        String body = Files.readString(certificate).replaceAll("-----[A-Z ]*-----|\\s", "");
        String der = new String(Base64.getDecoder().decode(body), StandardCharsets.ISO_8859_1);
        int subject = der.lastIndexOf("reweave test authority");
        String other = der.substring(0, subject) + "x" + der.substring(subject + 1);
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(other.getBytes(StandardCharsets.ISO_8859_1))
                + "\n-----END CERTIFICATE-----\n";
    }

    @Test
    void filesThatAreMissingOrDoNotFitTogetherAreNamed() throws IOException {
        Path mixed = Files.createDirectory(folder.resolve("mixed"));
        assertThatThrownBy(() -> Credentials.of(Map.of("REWEAVE_NODE_TLS", mixed.toString())))
                .isInstanceOf(ScenarioException.class)
                .hasMessage("REWEAVE_NODE_TLS: " + mixed.resolve("tls.crt")
                        + ": no such file; a folder of credentials has tls.crt, tls.key and ca.crt");
        for (String file : List.of("tls.crt", "tls.key", "ca.crt")) {
            Files.copy(folder.resolve("client").resolve(file), mixed.resolve(file));
        }
        replace(mixed, "ca.crt", "stranger");
        assertThatThrownBy(() -> Credentials.read("", mixed))
                .hasMessage(mixed.resolve("tls.crt") + " is not signed by the authority of ca.crt beside it");
        Files.writeString(mixed.resolve("ca.crt"), ofAnotherName(folder.resolve("client/ca.crt")));
        assertThatThrownBy(() -> Credentials.read("", mixed))
                .as("an authority with the right key and another name")
                .hasMessage(mixed.resolve("tls.crt") + " is not signed by the authority of ca.crt beside it");
        replace(mixed, "tls.key", "seed");
        assertThatThrownBy(() -> Credentials.read("", mixed))
                .hasMessage(mixed.resolve("tls.key") + " is not the key of tls.crt beside it");
        Files.writeString(mixed.resolve("tls.key"), "no key");
        assertThatThrownBy(() -> Credentials.read("", mixed)).hasMessageContaining("tls.key is no RSA key in PEM");
        assertThat(Credentials.of(Map.of())).isEmpty();
    }

    private static void replace(Path mixed, String file, String from) throws IOException {
        Files.copy(folder.resolve(from).resolve(file), mixed.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void anAuthorityOfYesterdayHasExpiredAndKeysAreTheirOwnersOnly() throws IOException {
        Path old = folder.resolve("old");
        new TestAuthority(Duration.ofDays(-1)).write(old, "old");

        assertThatThrownBy(() -> Credentials.read("", old)).hasMessageContaining("tls.crt has expired; make a new one");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(old.resolve("tls.key"))))
                .isEqualTo("rw-------");
    }
}

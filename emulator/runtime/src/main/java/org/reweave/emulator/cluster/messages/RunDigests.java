package org.reweave.emulator.cluster.messages;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.reweave.emulator.network.FabricDigest;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.Scenario;

/**
 * Digests that all nodes of a run must have in common, although each resolves the scenario and reads its files by
 * itself: SHA-256, in hexadecimal.
 *
 * @param scenario of the text with every key and every default, {@link Scenario#resolved}
 * @param fabric {@link FabricDigest}
 * @param trace of the file that the traffic follows, or {@link #NONE}
 */
public record RunDigests(String scenario, String fabric, String trace) {
    /** Digest of a scenario without a trace. */
    public static final String NONE = "none";

    public static RunDigests of(Network network) {
        Scenario scenario = network.resolved().scenario();
        return new RunDigests(
                digest(scenario),
                FabricDigest.of(network),
                scenario.traffic()
                        .trace()
                        .map(trace -> digest(Path.of(trace.file())))
                        .orElse(NONE));
    }

    /** @throws ClusterException when those of the run, {@code there}, are others; goes on after the node's name */
    public void requireSame(RunDigests there) {
        require(scenario, there.scenario, "resolves the scenario otherwise", "start both from one version");
        require(fabric, there.fabric, "has another fabric than the run", "give both the same file");
        require(trace, there.trace, "has another trace of the traffic than the run", "give both the same file");
    }

    private static void require(String here, String there, String difference, String remedy) {
        if (!here.equals(there)) {
            throw new ClusterException(difference + ": digest " + here + " here, " + there + " there; " + remedy);
        }
    }

    private static String digest(Scenario scenario) {
        try (InputStream text = new ByteArrayInputStream(scenario.resolved().getBytes(StandardCharsets.UTF_8))) {
            return digest(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest(Path trace) {
        try (InputStream in = Files.newInputStream(trace)) {
            return digest(in);
        } catch (IOException e) {
            throw new UncheckedIOException("trace " + trace + " cannot be read", e);
        }
    }

    private static String digest(InputStream in) throws IOException {
        try {
            DigestInputStream read = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"));
            read.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(read.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

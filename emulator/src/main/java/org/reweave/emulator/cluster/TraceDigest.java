package org.reweave.emulator.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.reweave.emulator.scenario.Scenario;

/** SHA-256 of the trace that a scenario's traffic follows: each node reads the file by itself. */
final class TraceDigest {
    /** Of a scenario without a trace. */
    static final String NONE = "none";

    private TraceDigest() {}

    /** @return in hexadecimal, or {@link #NONE} */
    static String of(Scenario scenario) {
        return scenario.traffic()
                .trace()
                .map(trace -> digest(Path.of(trace.file())))
                .orElse(NONE);
    }

    private static String digest(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            DigestInputStream read = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"));
            read.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(read.getMessageDigest().digest());
        } catch (IOException e) {
            throw new UncheckedIOException("trace " + file + " cannot be read", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

package org.reweave.emulator.journal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL server of Debian's package, in a folder of a test's, on loopback. PostgreSQL refuses to run as root, so
 * then it runs as the package's own user.
 */
public final class PostgresServer implements AutoCloseable {
    public static final String USER = "reweave";
    public static final String PASSWORD = "a test's";

    private static final Path VERSIONS = Path.of("/usr/lib/postgresql");
    private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

    private final Path bin;
    private final Path folder;
    private final int port;

    private PostgresServer(Path bin, Path folder, int port) {
        this.bin = bin;
        this.folder = folder;
        this.port = port;
    }

    /** Where the newest version's programs are; empty when there is none. */
    public static Optional<Path> binaries() throws IOException {
        if (!Files.isDirectory(VERSIONS)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(VERSIONS)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin ->
                            Files.isExecutable(bin.resolve("postgres")) && Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.comparingInt(bin ->
                            Integer.parseInt(bin.getParent().getFileName().toString())));
        }
    }

    /** Starts a server with an empty database called after its user. */
    public static PostgresServer start(Path bin, Path folder) throws IOException {
        PostgresServer server = new PostgresServer(bin, folder, freePort());
        Files.writeString(folder.resolve("password"), PASSWORD + "\n");
        if (ROOT) {
            run(folder, List.of("chown", "-R", "postgres", folder.toString()));
        }
        server.program(
                "initdb",
                "-D",
                server.data(),
                "-U",
                USER,
                "-A",
                "scram-sha-256",
                "--pwfile",
                folder + "/password",
                "-N");
        server.start();
        return server;
    }

    /** Starts the server, again after {@link #crash}. */
    public void start() throws IOException {
        program(
                "pg_ctl",
                "-D",
                data(),
                "-w",
                "-l",
                folder + "/log",
                "-o",
                "-p " + port + " -k '" + folder + "' -c listen_addresses=127.0.0.1",
                "start");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    private void program(String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(ROOT ? List.of("runuser", "-u", "postgres", "--") : List.of());
        command.add(bin.resolve(name).toString());
        command.addAll(Arrays.asList(arguments));
        run(folder, command);
    }

    private static void run(Path folder, List<String> command) throws IOException {
        Path output = Files.createTempFile("reweave-postgres", ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IOException(String.join(" ", command) + " failed:\n" + Files.readString(output));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            Files.delete(output);
        }
    }

    /** Breaks off every connection, as a crash does. */
    public void crash() throws IOException {
        program("pg_ctl", "-D", data(), "-w", "-m", "immediate", "stop");
    }

    @Override
    public void close() throws IOException {
        crash();
    }
}

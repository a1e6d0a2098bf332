package org.reweave.emulator.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.reweave.emulator.Machine;

/**
 * The addresses, and the network namespaces where there can be some, that one process may use for nodes: another one on
 * the same machine has others. A lock on a file says whose they are, so that they are free when the process has ended,
 * however it did.
 */
final class FieldSite {
    private static final int SITES = 20;
    private static final int MOST_NODES = 9;
    private static final int OWN = 254;
    private static final int FIRST_NETWORK = 77;
    private static final int FIRST_PORT = 25520;

    private static FileLock lock; // kept: a lock that nobody holds in his hands is collected, and the site is free

    private static final int NUMBER = claimed();

    private FieldSite() {}

    private static int claimed() {
        return IntStream.range(0, SITES)
                .filter(FieldSite::claim)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("all " + SITES + " networks of nodes are taken"));
    }

    /** The lock ends with the process. */
    private static boolean claim(int site) {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "reweave-field-" + site + ".lock");
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            lock = channel.tryLock();
            if (lock == null) {
                channel.close();
            }
            return lock != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Joins this process and the namespaces to come; whether the machine lets it. */
    static boolean open() {
        close();
        boolean isOpen = succeeds("ip", "link", "add", bridge(), "type", "bridge")
                && succeeds("ip", "addr", "add", network() + OWN + "/24", "dev", bridge())
                && succeeds("ip", "link", "set", bridge(), "up")
                && succeeds("ip", "netns", "add", namespace(0));
        return Machine.has(isOpen, "no network namespaces (ip netns add): nodes cannot be parted");
    }

    static int port() {
        return FIRST_PORT + NUMBER;
    }

    /** @param apart whether nodes have namespaces */
    static String address(int node, boolean apart) {
        return apart ? network() + node : "127.0.0." + node;
    }

    /**
     * Makes a node's namespace.
     *
     * @return words before a command that is to run in it
     */
    static List<String> join(int node) {
        String own = namespace(node);
        must("ip", "netns", "add", own);
        must("ip", "link", "add", link(node), "type", "veth", "peer", "name", "eth0", "netns", own);
        must("ip", "link", "set", link(node), "master", bridge(), "up");
        must("ip", "-n", own, "addr", "add", address(node, true) + "/24", "dev", "eth0");
        must("ip", "-n", own, "link", "set", "eth0", "up");
        must("ip", "-n", own, "link", "set", "lo", "up");
        return List.of("ip", "netns", "exec", own);
    }

    static void cutOff(int node) {
        must("ip", "link", "set", link(node), "down");
    }

    /** Removes everything, also what a process before has left. */
    static void close() {
        for (int node = 0; node <= MOST_NODES; node++) {
            if (Files.exists(Path.of("/sys/class/net", link(node)))) {
                succeeds("ip", "link", "del", link(node));
            }
            if (Files.exists(Path.of("/run/netns", namespace(node)))) {
                succeeds("ip", "netns", "del", namespace(node));
            }
        }
        if (Files.exists(Path.of("/sys/class/net", bridge()))) {
            succeeds("ip", "link", "del", bridge());
        }
    }

    private static String network() {
        return "10.231." + (FIRST_NETWORK + NUMBER) + ".";
    }

    private static String bridge() {
        return "reweave-br" + NUMBER;
    }

    private static String namespace(int node) {
        return "reweave-" + NUMBER + "-" + node;
    }

    private static String link(int node) {
        return "reweave-v" + NUMBER + "-" + node;
    }

    /** Runs a command that has to succeed. */
    static void must(String... command) {
        if (!succeeds(command)) {
            throw new IllegalStateException(String.join(" ", command) + " failed");
        }
    }

    private static boolean succeeds(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false; // no such program
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException(e));
        }
    }
}

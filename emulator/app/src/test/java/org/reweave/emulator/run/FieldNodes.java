package org.reweave.emulator.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.reweave.emulator.Machine;

/**
 * Nodes as in the field: JVMs that join a cluster, each in a network namespace of its own where this process may make
 * some, else on the loopback address. A bridge joins the namespaces and this process.
 */
final class FieldNodes implements AutoCloseable {
    private static final String MAIN = "org.reweave.emulator.cli.Main";
    private static final String NETWORK = "10.231.77.";
    private static final int PORT = 25520;
    private static final int OWN = 254;
    private static final long SECONDS_TO_START = 60;

    /** Found out and removed sooner than in the field. */
    static final List<String> HASTY =
            List.of("akka.cluster.failure-detector.acceptable-heartbeat-pause=4s", "reweave.cluster.lost-after=2s");

    private final boolean apart =
            Machine.has(makeBridge(), "no network namespaces (ip netns add): nodes cannot be parted");
    private final List<Process> processes = new ArrayList<>();
    private final Path folder;

    /** @param count of nodes; the first one begins the cluster */
    FieldNodes(Path folder, int count) throws IOException, InterruptedException {
        this.folder = folder;
        try {
            for (int node = 1; node <= count; node++) {
                start(node);
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Whether nodes have networks of their own, which can be taken away. */
    boolean canBePartitioned() {
        return apart;
    }

    /** Of the first node. */
    String contact() {
        return contact(1);
    }

    /** {@code host:port} of a node. */
    String contact(int node) {
        return address(node) + ":" + PORT;
    }

    Process process(int node) {
        return processes.get(node - 1);
    }

    private static boolean makeBridge() {
        removeNamespaces();
        return succeeds("ip", "link", "add", "reweave-br", "type", "bridge")
                && succeeds("ip", "addr", "add", NETWORK + OWN + "/24", "dev", "reweave-br")
                && succeeds("ip", "link", "set", "reweave-br", "up")
                && succeeds("ip", "netns", "add", name(0));
    }

    private static String name(int node) {
        return "reweave-" + node;
    }

    private String address(int node) {
        return apart ? NETWORK + node : "127.0.0." + node;
    }

    /** One more node joins; it need not have done so when this returns. */
    void join() throws IOException, InterruptedException {
        start(processes.size() + 1);
    }

    private void start(int node) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (apart) {
            String outside = "reweave-v" + node;
            must("ip", "netns", "add", name(node));
            must("ip", "link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", name(node));
            must("ip", "link", "set", outside, "master", "reweave-br", "up");
            must("ip", "-n", name(node), "addr", "add", address(node) + "/24", "dev", "eth0");
            must("ip", "-n", name(node), "link", "set", "eth0", "up");
            must("ip", "-n", name(node), "link", "set", "lo", "up");
            command.addAll(List.of("ip", "netns", "exec", name(node)));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        HASTY.forEach(setting -> command.add("-D" + setting));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN, "node", "--set"));
        command.addAll(List.of("node.host=" + address(node), "--set", "node.port=" + PORT));
        command.addAll(List.of("--set", "node.threads=1"));
        if (node > 1) {
            command.addAll(List.of("--set", "node.seeds=\"" + contact() + "\""));
        }
        Path log = folder.resolve("node-" + node);
        processes.add(new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(log.toFile())
                .start());
        if (node == 1) {
            awaitStart(log);
        }
    }

    private static void awaitStart(Path log) throws IOException, InterruptedException {
        for (int tenths = 0; tenths < 10 * SECONDS_TO_START; tenths++) {
            if (Files.readString(log).contains(" is up")) {
                return;
            }
            Thread.sleep(100);
        }
        throw new IllegalStateException("the first node has not started: " + Files.readString(log));
    }

    /** What a node has printed. */
    String log(int node) throws IOException {
        return Files.readString(folder.resolve("node-" + node));
    }

    /** {@code STOP}, {@code CONT} or {@code KILL}. */
    void signal(int node, String signal) {
        must("kill", "-" + signal, Long.toString(process(node).pid()));
    }

    /** Takes a node's network away. */
    void cutOff(int node) {
        must("ip", "link", "set", "reweave-v" + node, "down");
    }

    @Override
    public void close() {
        for (Process process : processes) {
            process.destroyForcibly();
        }
        try {
            for (Process process : processes) {
                process.waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (apart) {
            removeNamespaces();
        }
    }

    private static void removeNamespaces() {
        for (int node = 0; node <= 9; node++) {
            if (Files.exists(Path.of("/sys/class/net", "reweave-v" + node))) {
                succeeds("ip", "link", "del", "reweave-v" + node);
            }
            if (Files.exists(Path.of("/run/netns", name(node)))) {
                succeeds("ip", "netns", "del", name(node));
            }
        }
        if (Files.exists(Path.of("/sys/class/net/reweave-br"))) {
            succeeds("ip", "link", "del", "reweave-br");
        }
    }

    private static void must(String... command) {
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

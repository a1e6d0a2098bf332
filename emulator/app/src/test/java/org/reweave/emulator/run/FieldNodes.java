package org.reweave.emulator.run;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Nodes as in the field: JVMs that join a cluster, each in a network namespace of its own where this process may make
 * some, else on the loopback address. A bridge joins the namespaces and this process.
 */
final class FieldNodes implements AutoCloseable {
    private static final String MAIN = "org.reweave.emulator.cli.Main";
    private static final long SECONDS_TO_START = 60;

    /** Found out and removed sooner than in the field. */
    static final List<String> HASTY =
            List.of("akka.cluster.failure-detector.acceptable-heartbeat-pause=4s", "reweave.cluster.lost-after=2s");

    private final boolean apart = FieldSite.open();
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
        return address(node) + ":" + FieldSite.port();
    }

    Process process(int node) {
        return processes.get(node - 1);
    }

    private String address(int node) {
        return FieldSite.address(node, apart);
    }

    /** One more node joins; it need not have done so when this returns. */
    void join() throws IOException, InterruptedException {
        start(processes.size() + 1);
    }

    private void start(int node) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (apart) {
            command.addAll(FieldSite.join(node));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        HASTY.forEach(setting -> command.add("-D" + setting));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN, "node", "--set"));
        command.addAll(List.of("node.host=" + address(node), "--set", "node.port=" + FieldSite.port()));
        command.addAll(List.of("--set", "node.threads=1"));
        if (node > 1) {
            command.addAll(List.of("--set", "node.seeds=" + contact()));
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
        FieldSite.must("kill", "-" + signal, Long.toString(process(node).pid()));
    }

    /** Takes a node's network away. */
    void cutOff(int node) {
        FieldSite.cutOff(node);
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
            FieldSite.close();
        }
    }
}

package org.reweave.emulator.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.reweave.emulator.cluster.messages.ToRun;
import org.reweave.routing.plugin.Plugins;

/**
 * Nodes on this machine, as processes of their own: the same Java, class path and flags as this process. They end when
 * they are told to, and also when this process ends, however it does: each reads its standard input until it is closed.
 */
final class LocalNodes implements AutoCloseable {
    private static final long SECONDS_TO_END = 10;

    /** As long as this process waits for its nodes; nodes that others started look for their cluster less long. */
    private static final String JOINS_WITHIN = "-Dakka.cluster.shutdown-after-unsuccessful-join-seed-nodes=15m";

    private final List<Process> processes = new ArrayList<>();
    private volatile boolean closing;

    /**
     * Starts them.
     *
     * @param seed {@code host:port} of the process whose cluster they join
     * @param ended takes word of a node that ends too early
     */
    LocalNodes(int count, String seed, int threads, Consumer<ToRun.ProcessEnded> ended) {
        try {
            for (int i = 0; i < count; i++) {
                start(seed, threads, ended);
            }
        } catch (IOException e) {
            close();
            throw new UncheckedIOException("a local node cannot be started", e);
        }
    }

    private void start(String seed, int threads, Consumer<ToRun.ProcessEnded> ended) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith("-agentlib") && !flag.startsWith("-javaagent")) {
                command.add(flag);
            }
        }
        command.add(JOINS_WITHIN);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(NodeProgram.registered().mainClass().getName());
        command.addAll(List.of("node", "--attached", "--set", "node.seeds=" + seed));
        command.addAll(List.of("--set", "node.port=0", "--set", "node.threads=" + threads));
        for (Path folder : Plugins.inUse().folders()) {
            command.addAll(List.of("--plugins", folder.toAbsolutePath().toString()));
        }
        Process process = new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT)
                .start();
        processes.add(process);
        CompletableFuture<Void> ignored = process.onExit().thenAccept(done -> {
            if (!closing) {
                ended.accept(new ToRun.ProcessEnded(
                        done.pid(),
                        "a node on this machine, process " + done.pid() + ", has ended with exit code "
                                + done.exitValue()));
            }
        });
    }

    /** Tells them to end. */
    void end() {
        closing = true;
        for (Process process : processes) {
            try {
                process.getOutputStream().close();
            } catch (IOException e) {
                process.destroy(); // it has ended already, or cannot be told otherwise
            }
        }
    }

    /** Ends them; afterwards none is left. */
    @Override
    public void close() {
        end();
        for (Process process : processes) {
            try {
                if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}

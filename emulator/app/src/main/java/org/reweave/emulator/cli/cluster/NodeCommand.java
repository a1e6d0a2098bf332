package org.reweave.emulator.cli.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cluster.NodeConfig;
import org.reweave.emulator.cluster.NodeProcess;
import org.reweave.emulator.cluster.NodeSettings;
import org.reweave.emulator.run.BuildIdentity;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code reweave node}: hosts parts of runs until it is ended. */
@Command(
        name = "node",
        description = {
            "Joins a cluster, or begins one, and hosts parts of runs until Ctrl-C ends it.",
            "'reweave run SCENARIO --cluster HOST:PORT' runs on the nodes of a cluster."
        })
public final class NodeCommand extends ReweaveCommand {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The node's configuration; cluster-config/nodes has examples.")
    private Path config;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Override a key of the configuration, such as node.port=25521. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--attached",
            description = "End when standard input is closed; nothing is printed. A run's own nodes are started so.")
    private boolean attached;

    @Override
    public Integer call() throws IOException {
        InputCheck input = new InputCheck();
        Optional<NodeSettings> settings = input.attempt(
                "",
                () -> NodeConfig.read(
                        Optional.ofNullable(config),
                        sets,
                        System.getenv(),
                        Runtime.getRuntime().availableProcessors()));
        input.throwIfAny();
        settings.orElseThrow().warning().ifPresent(warning -> err().println("reweave: " + warning));
        try (NodeProcess node =
                new NodeProcess(settings.orElseThrow(), BuildIdentity.of(BuildIdentity.RUNS), attached)) {
            if (attached) {
                CompletableFuture<Void> ignored =
                        node.ended().thenRun(() -> Runtime.getRuntime().halt(ExitCode.INTERNAL_FAULT));
                while (System.in.read() >= 0) {
                    // nobody writes; the end is what matters
                }
                Runtime.getRuntime().halt(ExitCode.DONE); // whoever started this node is gone or done with it
            }
            AtomicBoolean isStopped = new AtomicBoolean();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(node, isStopped))); // Ctrl-C
            err().println("reweave: node " + node.address() + " is up");
            err().flush();
            node.ended().join();
            if (isStopped.get()) {
                return ExitCode.DONE;
            }
            err().println("reweave: node " + node.address() + " is no longer a member of its cluster"
                    + (node.hasLeft() ? "" : ": it was lost to the others, or has failed; start it again"));
            return node.hasLeft() ? ExitCode.DONE : ExitCode.NODE_LOST;
        }
    }

    /** The node hands its devices over, and leaves its cluster. */
    private static void stop(NodeProcess node, AtomicBoolean isStopped) {
        isStopped.set(true);
        node.handOver();
        node.close();
    }
}

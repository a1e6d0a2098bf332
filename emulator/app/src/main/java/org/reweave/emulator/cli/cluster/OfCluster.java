package org.reweave.emulator.cli.cluster;

import java.util.function.Consumer;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cluster.ClusterClient;
import org.reweave.emulator.cluster.Credentials;
import org.reweave.emulator.cluster.NodeConfig;
import picocli.CommandLine.Parameters;

/** A command that joins a running cluster for a moment. */
abstract class OfCluster extends ReweaveCommand {
    @Parameters(
            index = "0",
            paramLabel = "HOST:PORT",
            description = "A node of the cluster. " + Credentials.VARIABLE
                    + " names the folder of credentials, where the cluster has some.")
    private String contact;

    protected String contact() {
        return contact;
    }

    /** @return {@link ExitCode#DONE} */
    protected int with(Consumer<ClusterClient> work) {
        return with(input -> {}, work);
    }

    /**
     * @param checks of the command's own options
     * @return {@link ExitCode#DONE}
     */
    protected int with(Consumer<InputCheck> checks, Consumer<ClusterClient> work) {
        InputCheck input = new InputCheck();
        checks.accept(input);
        NodeConfig.address(contact).ifPresent(input::problem);
        var credentials = input.attempt("", () -> Credentials.of(System.getenv()));
        input.throwIfAny();
        try (ClusterClient client = new ClusterClient(contact, credentials.orElseThrow())) {
            work.accept(client);
        }
        return ExitCode.DONE;
    }
}

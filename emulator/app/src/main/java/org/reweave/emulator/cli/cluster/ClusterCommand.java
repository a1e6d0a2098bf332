package org.reweave.emulator.cli.cluster;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code reweave cluster}: what concerns a cluster and no single run. */
@Command(
        name = "cluster",
        description = "Looks after a cluster of nodes.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            StatusCommand.class,
            TopCommand.class,
            ClusterRunsCommand.class,
            LeaveCommand.class,
            RebalanceCommand.class,
            CertificatesCommand.class
        })
public final class ClusterCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "a command is missing: " + String.join(", ", spec.subcommands().keySet()));
    }
}

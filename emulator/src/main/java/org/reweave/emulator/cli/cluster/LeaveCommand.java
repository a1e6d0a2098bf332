package org.reweave.emulator.cli.cluster;

import java.util.Optional;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.cluster.NodeConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code reweave cluster leave}. */
@Command(
        name = "leave",
        description = {
            "Has a node leave its cluster; its process ends.",
            "A run that it hosts a part of goes on from its last checkpoint on the others."
        })
public final class LeaveCommand extends OfCluster {
    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NODE",
            description =
                    "HOST:PORT of the node that leaves, as 'cluster status' has it (default: the one that is asked).")
    private String node;

    @Override
    public Integer call() {
        String leaving = Optional.ofNullable(node).orElse(contact());
        NodeConfig.address(leaving).ifPresent(problem -> {
            throw new UserErrors(problem);
        });
        return with(client -> {
            client.leave(leaving);
            out().println(leaving + " has left the cluster");
        });
    }
}

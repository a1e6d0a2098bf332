package org.reweave.emulator.cli.cluster;

import java.util.Map;
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
            "Devices of a run that it hosts move to other nodes first, at the run's next checkpoint; if they cannot, it stays."
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
            Optional<String> moved = client.leave(leaving);
            if (json()) {
                printJson(Map.of("left", leaving, "moved", moved.orElse("")));
            } else {
                moved.ifPresent(out()::println);
                out().println(leaving + " has left the cluster");
            }
        });
    }
}

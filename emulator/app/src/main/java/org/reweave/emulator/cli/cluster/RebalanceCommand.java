package org.reweave.emulator.cli.cluster;

import java.util.Map;
import picocli.CommandLine.Command;

/** {@code reweave cluster rebalance}. */
@Command(
        name = "rebalance",
        description = {
            "Spreads the devices of the run under way over all nodes that are up, also those that have joined since it began.",
            "They move at the run's next checkpoint; the run's results stay the same."
        })
public final class RebalanceCommand extends OfCluster {
    @Override
    public Integer call() {
        return with(client -> {
            String where = client.rebalance();
            if (json()) {
                printJson(Map.of("devices", where));
            } else {
                out().println(where);
            }
        });
    }
}

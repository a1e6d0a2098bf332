package org.reweave.emulator.cli.run;

import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.run.Drivers;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How and where a run is executed; results do not depend on it. */
public final class NodeOptions {
    @Mixin
    private DriverOptions drivers = new DriverOptions();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description =
                    "Run on N nodes: with --cluster on some of a running cluster, else on JVMs that are started on this machine"
                            + " and ended with the run. Results are the same.")
    private Integer nodes;

    @Option(
            names = "--cluster",
            paramLabel = "HOST:PORT",
            description = "Run on the cluster that this node belongs to.")
    private String cluster;

    /** @param input takes what is wrong */
    public Drivers drivers(InputCheck input) {
        if (nodes == null && cluster == null) {
            return drivers.drivers(input);
        }
        int processors = Runtime.getRuntime().availableProcessors();
        int each = nodes == null ? processors : Math.max(1, processors / Math.max(1, nodes));
        return drivers.drivers(each, input).onCluster(nodes, cluster, input::problem);
    }
}

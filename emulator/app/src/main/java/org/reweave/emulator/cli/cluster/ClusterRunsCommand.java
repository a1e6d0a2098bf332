package org.reweave.emulator.cli.cluster;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.reweave.emulator.cluster.ClusterClient;
import picocli.CommandLine.Command;

/** {@code reweave cluster runs}. */
@Command(
        name = "runs",
        description =
                "Lists the runs of a cluster: the one under way, those that wait for their turn, and the last ones that are over.")
public final class ClusterRunsCommand extends OfCluster {
    @Override
    public Integer call() {
        return with(client -> {
            List<ClusterClient.RunLine> runs = client.runs();
            if (json()) {
                printJson(Map.of("runs", runs));
            } else if (runs.isEmpty()) {
                out().println("no runs");
            } else {
                print(out(), runs);
            }
        });
    }

    static void print(PrintWriter out, List<ClusterClient.RunLine> runs) {
        for (ClusterClient.RunLine run : runs) {
            long percent = run.stop() > 0 ? Math.min(100, 100 * run.cycle() / run.stop()) : 0;
            out.printf(Locale.ROOT, "%-40s %s, cycle %,d (%d%%)%n", run.run(), run.state(), run.cycle(), percent);
        }
    }
}

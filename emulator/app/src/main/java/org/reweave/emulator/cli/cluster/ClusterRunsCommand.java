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
            out.printf(Locale.ROOT, "%-40s %s%s%n", run.run(), run.state(), isDone(run) ? "" : reached(run));
        }
    }

    /** Whether a run came to its end, which lies behind the last cycle that it announced. */
    private static boolean isDone(ClusterClient.RunLine run) {
        return run.state().equals("done");
    }

    private static String reached(ClusterClient.RunLine run) {
        long percent = run.stop() > 0 ? Math.min(100, 100 * run.cycle() / run.stop()) : 0;
        return String.format(Locale.ROOT, ", cycle %,d (%d%%)", run.cycle(), percent);
    }
}

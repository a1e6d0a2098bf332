package org.reweave.emulator.cli.cluster;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.reweave.emulator.cluster.ClusterClient;
import picocli.CommandLine.Command;

/** {@code reweave cluster status}. */
@Command(
        name = "status",
        description =
                "Lists the members of a cluster: their roles, threads, memory, the run and the devices that they host, and how much they wait.")
public final class StatusCommand extends OfCluster {
    @Override
    public Integer call() {
        return with(client -> print(client.members(), client.runs()));
    }

    private void print(List<ClusterClient.MemberLine> members, List<ClusterClient.RunLine> runs) {
        if (json()) {
            printJson(Map.of("members", members, "runs", runs));
            return;
        }
        String format = "%-24s %-8s %-12s %7s %9s %8s %8s  %s%n";
        out().printf(Locale.ROOT, format, "member", "role", "status", "threads", "heap", "devices", "waiting", "run");
        for (ClusterClient.MemberLine member : members) {
            boolean isDescribed = !member.software().isEmpty();
            out().printf(
                            Locale.ROOT,
                            format,
                            member.address(),
                            member.role(),
                            member.status(),
                            isDescribed ? member.threads() : "",
                            isDescribed ? (member.heapBytes() >> 20) + " MiB" : "",
                            member.devices() > 0 ? member.devices() : "",
                            member.devices() > 0 ? Math.round(100 * member.waiting()) + "%" : "",
                            member.run());
        }
        ClusterRunsCommand.print(out(), runs);
    }
}

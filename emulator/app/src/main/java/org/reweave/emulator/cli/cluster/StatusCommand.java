package org.reweave.emulator.cli.cluster;

import java.util.List;
import java.util.Map;
import org.reweave.emulator.cluster.ClusterClient;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;
import picocli.CommandLine.Command;

/** {@code reweave cluster status}. */
@Command(
        name = "status",
        description =
                "Lists the members of a cluster: their roles, threads, memory, the run and the devices that they host, and how much they wait.")
public final class StatusCommand extends OfCluster {
    private static final List<Column<ClusterClient.MemberLine>> MEMBERS = List.of(
            Column.text("member", ClusterClient.MemberLine::address),
            Column.text("role", ClusterClient.MemberLine::role),
            Column.text("status", ClusterClient.MemberLine::status),
            Column.number("threads", one -> isDescribed(one) ? one.threads() : ""),
            Column.number("heap", one -> isDescribed(one) ? (one.heapBytes() >> 20) + " MiB" : ""),
            Column.number("devices", one -> one.devices() > 0 ? one.devices() : ""),
            Column.number("waiting", one -> one.devices() > 0 ? Math.round(100 * one.waiting()) + "%" : ""),
            Column.text("run", ClusterClient.MemberLine::run));

    private static boolean isDescribed(ClusterClient.MemberLine member) {
        return !member.software().isEmpty();
    }

    @Override
    public Integer call() {
        return with(client -> print(client.members(), client.runs()));
    }

    private void print(List<ClusterClient.MemberLine> members, List<ClusterClient.RunLine> runs) {
        if (json()) {
            printJson(Map.of("members", members, "runs", runs));
            return;
        }
        Table.of(MEMBERS, members).text().forEach(out()::println);
        ClusterRunsCommand.print(out(), runs);
    }
}

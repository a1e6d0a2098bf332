package org.reweave.emulator.cli.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.reweave.emulator.cluster.ClusterClient;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code reweave cluster top}. */
@Command(
        name = "top",
        description = {
            "Shows what the nodes of a cluster do, again and again until Ctrl-C: cycles a second, the share of time in which their threads wait,"
                    + " and what they send each other. Rates are those since the table before.",
            "A node that is a little ahead of the others waits for them; all of them wait where links between nodes are short."
        })
public final class TopCommand extends OfCluster {
    private static final String CLEAR = "\033[H\033[2J";

    @Option(
            names = "--every",
            paramLabel = "SECONDS",
            defaultValue = "2",
            description = "Time between two tables; nodes say every second what they do. Default: ${DEFAULT-VALUE}.")
    private int every;

    @Option(names = "--times", paramLabel = "N", description = "End after so many tables.")
    private Integer times;

    /** A member, and what it has done since the look before. */
    record Row(ClusterClient.MemberLine member, double cycles, double bundles, double bytes) {
        static Row of(ClusterClient.MemberLine before, ClusterClient.MemberLine now, double seconds) {
            boolean goesOn = before != null && before.cycle() <= now.cycle() && before.bundles() <= now.bundles();
            return goesOn
                    ? new Row(
                            now,
                            (now.cycle() - before.cycle()) / seconds,
                            (now.bundles() - before.bundles()) / seconds,
                            (now.bytes() - before.bytes()) / seconds)
                    : new Row(now, 0, 0, 0); // a new run, or one that went back to a checkpoint
        }

        boolean hosts() {
            return member.devices() > 0;
        }
    }

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.text("member", row -> row.member().address()),
            Column.text("status", row -> row.member().status()),
            Column.number("heap", row -> (row.member().heapBytes() >> 20) + " MiB"),
            Column.number("devices", row -> row.hosts() ? row.member().devices() : ""),
            Column.number(
                    "cycle",
                    row -> row.hosts()
                            ? String.format(Locale.ROOT, "%,d", row.member().cycle())
                            : ""),
            Column.number("cycles/s", row -> row.hosts() ? String.format(Locale.ROOT, "%,.0f", row.cycles()) : ""),
            Column.number(
                    "waiting",
                    row -> row.hosts() ? Math.round(100 * row.member().waiting()) + "%" : ""),
            Column.number("bundles/s", row -> row.hosts() ? String.format(Locale.ROOT, "%,.0f", row.bundles()) : ""),
            Column.number("MB/s", row -> row.hosts() ? String.format(Locale.ROOT, "%.1f", row.bytes() / 1e6) : ""),
            Column.text("run", row -> row.member().run()));

    @Override
    public Integer call() {
        return with(
                input -> {
                    input.require(every >= 1, "--every " + every + ": must be at least 1 second");
                    input.require(times == null || times >= 1, "--times " + times + ": must be at least 1");
                },
                this::look);
    }

    private void look(ClusterClient client) {
        Map<String, ClusterClient.MemberLine> before = new HashMap<>();
        long beforeAt = System.nanoTime();
        for (int table = 0; times == null || table < times; table++) {
            List<ClusterClient.MemberLine> nodes = client.members().stream()
                    .filter(member -> member.role().equals("node"))
                    .toList();
            long now = System.nanoTime();
            List<Row> rows = new ArrayList<>();
            for (ClusterClient.MemberLine node : nodes) {
                rows.add(Row.of(before.put(node.address(), node), node, Math.max(1, now - beforeAt) / 1e9));
            }
            beforeAt = now;
            show(rows);
            boolean isLast = times != null && table == times - 1;
            if (!isLast && !pause()) {
                return;
            }
        }
    }

    private void show(List<Row> rows) {
        if (json()) {
            printJson(Map.of("members", rows));
            return;
        }
        out().print(System.console() == null ? "" : CLEAR);
        Table.of(COLUMNS, rows).text().forEach(out()::println);
        out().println();
        out().flush();
    }

    private boolean pause() {
        try {
            TimeUnit.SECONDS.sleep(every);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

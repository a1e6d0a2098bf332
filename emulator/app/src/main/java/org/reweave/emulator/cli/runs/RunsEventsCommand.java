package org.reweave.emulator.cli.runs;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.journal.format.JournalRecord.Happened;
import org.reweave.emulator.journal.reading.JournalItems;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.timetravel.EventCondition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code reweave runs events}: reads a run's events from its journal. */
@Command(
        name = "events",
        description = {
            "Shows the events of a run as its journal has them, finished or broken off, without running it.",
            "With --json a JSON document on a line of its own for each event.",
            "Exit code 1 when a record is missing among those that were read."
        })
final class RunsEventsCommand extends StoredEventsCommand {
    @Option(
            names = "--event",
            paramLabel = "'EVENT [FIELD=VALUE]..'",
            description = {
                "Events of a kind, as events.jsonl names it (or drop, fault, table), whose fields have these values: 'dropped"
                        + " cause=dead-output'; default: of every kind.",
                "Given several times: those that fulfil one of them."
            })
    private List<String> conditions = new ArrayList<>();

    @Option(
            names = "--from",
            paramLabel = "DURATION",
            description = "Events at or after this emulated time, as in 800us; default: from the run's start.")
    private String from;

    @Option(
            names = "--until",
            paramLabel = "DURATION",
            description = "Events at or before this emulated time; default: to the journal's end.")
    private String until;

    @Override
    int show(JournalReader journal, Network network) {
        Set<Integer> wanted = devices(network);
        List<EventCondition> any = conditions(conditions, network);
        long first = from == null ? 0 : cycle(network, "--from", from);
        long last = until == null ? Long.MAX_VALUE : cycle(network, "--until", until);
        if (last < first) {
            throw new UserErrors("--until " + until + " is before --from " + from + "; raise it");
        }
        EventLines lines = new EventLines(network);
        JournalItems items = journal.items(first);
        boolean within = true;
        while (within && items.hasNext()) {
            if (items.next() instanceof Happened happened) {
                Event event = happened.event();
                within = event.cycle() <= last;
                if (within
                        && event.cycle() >= first
                        && (wanted.isEmpty() || wanted.contains(event.device()))
                        && (any.isEmpty() || any.stream().anyMatch(one -> one.test(event)))) {
                    out().println(json() ? lines.line(event) : text(lines, event));
                }
            }
        }
        int judged = judge(items.missing());
        if (judged == ExitCode.DONE && within && journal.ended().isEmpty()) {
            long end = journal.lastItem().map(item -> item.cycle()).orElse(0L);
            err().println("reweave: " + run() + ": the run was interrupted; its journal ends at "
                    + StateText.time(Scale.of(network).ns(end), end));
        }
        return judged;
    }

    /** {@code 30.06 us (cycle 7,514) s2_1 dropped {cause=dead-output, ..}}. */
    private static String text(EventLines lines, Event event) {
        return StateText.time(lines.nanoseconds(event), event.cycle()) + "  " + lines.device(event) + "  "
                + event.kind().label() + " " + lines.arguments(event);
    }
}

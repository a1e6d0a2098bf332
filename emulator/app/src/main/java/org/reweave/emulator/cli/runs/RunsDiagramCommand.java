package org.reweave.emulator.cli.runs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.AtomicFile;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.journal.format.JournalRecord.Happened;
import org.reweave.emulator.journal.reading.JournalItems;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.spacetime.Cause;
import org.reweave.emulator.spacetime.SpaceTime;
import org.reweave.emulator.spacetime.SpaceTimeDrawing;
import org.reweave.emulator.spacetime.TraceFile;
import org.reweave.emulator.timetravel.EventCondition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code reweave runs diagram}: what caused what in a run, from its journal. */
@Command(
        name = "diagram",
        description = {
            "Shows which event of a run caused which, as its journal tells, without running it: a trap and its detection, a"
                    + " request of the manager, its arrival and the answer, a separator at both ends of its link, a broadcast.",
            "Without --draw and --trace: as text, a line an event.",
            "With --json a JSON document on a line of its own for each event.",
            "Exit code 1 when a record is missing among those that were read."
        })
final class RunsDiagramCommand extends StoredEventsCommand {
    @Option(
            names = "--between",
            paramLabel = "DURATION",
            arity = "2",
            description =
                    "Events from the first of these emulated times to the second, as in 500us 900us; default: the run.")
    private List<String> between = List.of();

    @Option(
            names = "--event",
            paramLabel = "'EVENT [FIELD=VALUE]..'",
            description =
                    "An event as 'runs events' takes it: it is marked, and with it all that happened before it, by causes and"
                            + " by the order at each device. Repeatable.")
    private List<String> conditions = new ArrayList<>();

    @Option(
            names = "--draw",
            paramLabel = "FILE",
            description = "Draw a space-time diagram as an SVG; an existing file is replaced.")
    private Path drawing;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description =
                    "Write a JSON that Perfetto (ui.perfetto.dev) and Chrome's trace viewer open, causes as arrows; an existing"
                            + " file is replaced.")
    private Path trace;

    /** Events of a journal, in order of time, and the first record that is missing; 0 = none. */
    private record Read(List<Event> events, long missing) {}

    @Override
    int show(JournalReader journal, Network network) {
        Set<Integer> wanted = devices(network);
        List<EventCondition> any = conditions(conditions, network);
        if (between.size() > 2) {
            throw new UserErrors("--between stands twice; give it once, with two times");
        }
        long first = between.isEmpty() ? 0 : cycle(network, "--between", between.get(0));
        long last = between.isEmpty() ? Long.MAX_VALUE : cycle(network, "--between", between.get(1));
        if (last < first) {
            throw new UserErrors("--between " + between.get(0) + " " + between.get(1)
                    + ": the second time is before the first; exchange them");
        }
        Read read = read(journal, last);
        SpaceTime shown = SpaceTime.of(
                network,
                read.events(),
                cycle -> cycle >= first,
                device -> wanted.isEmpty() || wanted.contains(device),
                event -> any.stream().anyMatch(one -> one.test(event)));
        if (!any.isEmpty() && shown.marked().isEmpty()) {
            throw new UserErrors("--event " + String.join(", ", conditions) + ": no event of " + run()
                    + " at these devices and times is that; 'runs events' lists what there is");
        }
        write(shown);
        return judge(read.missing());
    }

    /** Reads from the run's start: what happened before an event may lie before the times that are shown. */
    private static Read read(JournalReader journal, long last) {
        List<Event> events = new ArrayList<>();
        JournalItems items = journal.items(0);
        boolean within = true;
        while (within && items.hasNext()) {
            if (items.next() instanceof Happened happened) {
                within = happened.event().cycle() <= last;
                if (within) {
                    events.add(happened.event());
                }
            }
        }
        return new Read(events, items.missing());
    }

    private void write(SpaceTime shown) {
        if (drawing != null) {
            AtomicFile.write(drawing, svg(shown));
        }
        if (trace != null) {
            AtomicFile.write(trace, out -> TraceFile.write(shown, run(), out));
        }
        if (drawing == null && trace == null) {
            print(shown);
        }
    }

    private String svg(SpaceTime shown) {
        try {
            return SpaceTimeDrawing.svg(run(), shown.moments(Amounts::time), shown.causes());
        } catch (IllegalArgumentException e) {
            throw new UserErrors("--draw: " + e.getMessage() + "; --between and --device choose some of them");
        }
    }

    private void print(SpaceTime shown) {
        Map<Integer, Cause> causeOf = new HashMap<>(); // by the later event; never iterated
        shown.causes().forEach(cause -> causeOf.put(cause.to(), cause));
        for (int i = 0; i < shown.events().size(); i++) {
            Event event = shown.events().get(i);
            Cause cause = causeOf.get(i);
            Event from = cause == null ? null : shown.events().get(cause.from());
            boolean before = shown.past().get(i);
            if (json()) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("number", i);
                fields.putAll(shown.lines().fields(event));
                fields.put("causedBy", cause == null ? null : cause.from());
                fields.put("certain", cause == null ? null : cause.certain());
                fields.put("before", before);
                out().println(JsonText.line(fields));
            } else {
                out().println((before ? "* " : "  ")
                        + text(shown, event)
                        + (from == null ? "" : (cause.certain() ? "  <- " : "  <- perhaps ") + text(shown, from)));
            }
        }
    }

    private static String text(SpaceTime shown, Event event) {
        return Amounts.time(shown.lines().nanoseconds(event)) + " "
                + shown.lines().device(event) + " " + shown.words(event);
    }
}

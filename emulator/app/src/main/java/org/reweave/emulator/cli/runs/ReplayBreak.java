package org.reweave.emulator.cli.runs;

import com.fasterxml.jackson.databind.util.RawValue;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.timetravel.EventCondition;
import org.reweave.emulator.timetravel.Past;
import org.reweave.emulator.timetravel.Rerun;

/** {@code replay --break}: the run at the first event that fulfils a condition. */
final class ReplayBreak {
    /** @param event as in {@code events.jsonl}; null = none was found */
    private record Found(boolean reached, RawValue event, List<Map<String, Object>> states) {}

    private final Past past;
    private final PrintWriter out;
    private final boolean json;

    ReplayBreak(Past past, PrintWriter out, boolean json) {
        this.past = past;
        this.out = out;
        this.json = json;
    }

    /** @return exit code: 0 = the run came to such an event */
    int show(EventCondition condition, long from, long until) {
        Optional<Event> event = first(condition, from, until);
        if (event.isEmpty()) {
            long end = Math.min(until, past.replay().lastCycle());
            if (json) {
                out.println(JsonText.indented(new Found(false, null, List.of())));
            } else {
                out.println(past.name() + ": not reached: no such event up to "
                        + StateText.time(Scale.of(past.network()).ns(end), end));
            }
            return ExitCode.CHECKS_FAILED;
        }
        Rerun rerun = past.at(event.get().cycle() + 1);
        List<Map<String, Object>> states = EventCondition.concerned(event.get(), past.network()).stream()
                .map(rerun::describe)
                .toList();
        String line = condition.line(event.get());
        if (json) {
            out.println(JsonText.indented(new Found(true, new RawValue(line), states)));
        } else {
            out.println(line);
            states.forEach(state -> StateText.lines(state).forEach(out::println));
        }
        long interval = past.network().resolved().scenario().run().cutInterval();
        rerun.advance(
                (rerun.cycle() / interval + 1) * interval); // to the cut that compares this event with the journal
        return ExitCode.DONE;
    }

    private Optional<Event> first(EventCondition condition, long from, long until) {
        AtomicReference<Event> found = new AtomicReference<>();
        past.events(from, event -> {
            if (event.cycle() <= until && condition.test(event)) {
                found.set(event);
            }
            return found.get() == null && event.cycle() <= until;
        });
        return Optional.ofNullable(found.get());
    }
}

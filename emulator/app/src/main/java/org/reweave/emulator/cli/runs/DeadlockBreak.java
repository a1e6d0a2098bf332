package org.reweave.emulator.cli.runs;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.timetravel.KnownDeadlock;
import org.reweave.emulator.timetravel.Past;
import org.reweave.emulator.timetravel.Rerun;

/** {@code replay --break deadlock}: the run where its deadlock formed, or where it was proven. */
final class DeadlockBreak {
    private static final String DEADLOCK = "deadlock";
    private static final String PROVEN = "proven";

    /** What is printed as JSON, as {@code --break} has it for events. */
    private record Found(boolean reached, Map<String, Object> event, List<Map<String, Object>> states) {}

    private final Past past;
    private final PrintWriter out;
    private final boolean json;

    DeadlockBreak(Past past, PrintWriter out, boolean json) {
        this.past = past;
        this.out = out;
        this.json = json;
    }

    /** Whether a condition is one on the deadlock. */
    static boolean isAsked(String condition) {
        return condition.strip().split("\\s+")[0].equals(DEADLOCK);
    }

    /** @return exit code: 0 = the run has a deadlock there */
    int show(String condition, long from, long until) {
        List<String> words = List.of(condition.strip().split("\\s+"));
        if (words.size() > 2 || words.size() == 2 && !words.get(1).equals(PROVEN)) {
            throw new UserErrors(
                    "--break '" + condition + "': a deadlock has no fields; it is deadlock or 'deadlock proven'");
        }
        boolean proven = words.size() == 2;
        Optional<KnownDeadlock> found = KnownDeadlock.of(past)
                .filter(deadlock -> cycle(deadlock, proven) >= from && cycle(deadlock, proven) <= until);
        if (found.isEmpty()) {
            if (json) {
                out.println(JsonText.indented(new Found(false, null, List.of())));
            } else {
                long end = Math.min(until, past.replay().lastCycle());
                out.println(past.name() + ": not reached: no deadlock up to " + time(end));
            }
            return ExitCode.CHECKS_FAILED;
        }
        show(found.get(), cycle(found.get(), proven));
        return ExitCode.DONE;
    }

    private static long cycle(KnownDeadlock deadlock, boolean proven) {
        return proven ? deadlock.foundAt() : deadlock.formedAt();
    }

    private void show(KnownDeadlock deadlock, long cycle) {
        Rerun rerun = past.at(cycle);
        List<Map<String, Object>> states =
                deadlock.devices().stream().map(rerun::describe).toList();
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("event", DEADLOCK);
        event.put("formedAt", deadlock.formedAt());
        event.put("foundAt", deadlock.foundAt());
        event.put("packets", deadlock.packets());
        if (json) {
            out.println(JsonText.indented(new Found(true, event, states)));
            return;
        }
        out.println("deadlock, formed at " + time(deadlock.formedAt()) + ", proven at " + time(deadlock.foundAt())
                + ": " + String.join(" waits for ", deadlock.packets()));
        states.forEach(state -> StateText.lines(state).forEach(out::println));
    }

    private String time(long cycle) {
        return StateText.time(Scale.of(past.network()).ns(cycle), cycle);
    }
}

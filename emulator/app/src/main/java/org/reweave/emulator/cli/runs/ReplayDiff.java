package org.reweave.emulator.cli.runs;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.run.JournalReplay;
import org.reweave.emulator.timetravel.Past;
import org.reweave.emulator.timetravel.RunDifference;

/** {@code replay --diff}: where two runs begin to differ. */
final class ReplayDiff {
    /** @param difference null = there is none */
    private record Result(String first, String second, boolean equal, RunDifference.Found difference) {}

    private final PrintWriter out;
    private final boolean json;
    private final Consumer<String> remarks;

    ReplayDiff(PrintWriter out, boolean json, Consumer<String> remarks) {
        this.out = out;
        this.json = json;
        this.remarks = remarks;
    }

    /** @return exit code: 0 = they are equal */
    int show(StoredRun first, StoredRun second) {
        if (first.folder().equals(second.folder())) {
            throw new UserErrors("--diff " + first.name() + " " + second.name() + ": is one run; name two");
        }
        try (JournalReader ofFirst = first.journal();
                JournalReader ofSecond = second.journal()) {
            Past one = past(first, ofFirst);
            Past other = past(second, ofSecond);
            Optional<RunDifference.Found> found = RunDifference.between(one, other);
            if (json) {
                out.println(JsonText.indented(
                        new Result(first.name(), second.name(), found.isEmpty(), found.orElse(null))));
            } else {
                print(one, other, found);
            }
            return found.isEmpty() ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
        }
    }

    private Past past(StoredRun stored, JournalReader journal) {
        JournalReplay replay = JournalReplay.of(stored.name(), journal)
                .orElseThrow(() -> new UserErrors(stored.name() + ": its journal does not say what was run"));
        return new Past(stored.name(), replay, journal, stored.folder(), remarks);
    }

    private void print(Past one, Past other, Optional<RunDifference.Found> found) {
        if (found.isEmpty()) {
            out.println(one.name() + " and " + other.name() + ": no difference");
            return;
        }
        RunDifference.Found difference = found.get();
        Scale scale = Scale.of(one.network());
        out.println(one.name() + " and " + other.name() + ": equal up to "
                + (difference.equalUntil() == 0
                        ? "the start"
                        : "the cut at " + StateText.time(scale.ns(difference.equalUntil()), difference.equalUntil())));
        if (difference.cycle() >= 0) {
            List<String> devices = difference.devices();
            out.println("  first different step at " + StateText.time(scale.ns(difference.cycle()), difference.cycle())
                    + " in " + String.join(", ", devices.subList(0, Math.min(10, devices.size())))
                    + (devices.size() > 10 ? ", " + (devices.size() - 10) + " more" : ""));
        }
        side(one, difference.first(), difference.firstStates());
        side(other, difference.second(), difference.secondStates());
    }

    private void side(Past past, String next, List<Map<String, Object>> states) {
        out.println(past.name() + ", next in its journal: " + (next == null ? "nothing, it ends" : next));
        states.forEach(state -> StateText.lines(state).forEach(line -> out.println("  " + line)));
    }
}

package org.reweave.emulator.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.reweave.emulator.scenario.Sources.Place;

/**
 * Collects the problems of a scenario, to be reported together in the order of the file; problems without a line come
 * last.
 */
final class Problems {
    private record Problem(Place place, String message) {}

    private final Sources sources;
    private final List<Problem> problems = new ArrayList<>();

    Problems(Sources sources) {
        this.sources = sources;
    }

    Sources sources() {
        return sources;
    }

    /** Adds a problem with the value of a key. */
    void refuse(String path, Refusal refusal) {
        if (!refusal.isSilent()) {
            problems.add(
                    new Problem(sources.place(path), sources.problem(path, refusal.complaint(), refusal.remedy())));
        }
    }

    /** Adds a problem with the value of a key, with a complete message that includes the remedy. */
    void explain(String path, String message) {
        problems.add(new Problem(sources.place(path), sources.subject(path) + ": " + message));
    }

    /** Adds a problem with the presence of a key, whatever its value. */
    void refuseKey(String path, String complaint, String remedy) {
        problems.add(
                new Problem(sources.place(path), sources.place(path) + ": " + path + " " + complaint + "; " + remedy));
    }

    /** @throws ScenarioException with all collected problems, if there are any */
    void throwIfAny() {
        if (!problems.isEmpty()) {
            Comparator<Problem> linesFirst = Comparator.comparing(p -> p.place().line() == 0);
            Comparator<Problem> mainFileFirst =
                    Comparator.comparing(p -> !p.place().base().equals(sources.file()));
            throw new ScenarioException(problems.stream()
                    .sorted(linesFirst
                            .thenComparing(mainFileFirst)
                            .thenComparing(p -> p.place().base())
                            .thenComparingInt(p -> p.place().line()))
                    .map(Problem::message)
                    .toList());
        }
    }
}

package org.reweave.emulator.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.reweave.emulator.scenario.Sources.Place;

/** Collects what is wrong, to be reported all at once in the order of the file; what has no line comes last. */
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

    /** Something is wrong with the value of a key. */
    void refuse(String path, Refusal refusal) {
        if (!refusal.isSilent()) {
            problems.add(
                    new Problem(sources.place(path), sources.problem(path, refusal.complaint(), refusal.remedy())));
        }
    }

    /** Something is wrong with the value of a key, and somebody else's message says what and what to do. */
    void explain(String path, String message) {
        problems.add(new Problem(sources.place(path), sources.subject(path) + ": " + message));
    }

    /** A key should not be there; its value does not matter. */
    void refuseKey(String path, String complaint, String remedy) {
        problems.add(
                new Problem(sources.place(path), sources.place(path) + ": " + path + " " + complaint + "; " + remedy));
    }

    /** @throws ScenarioException with everything that was collected, if anything was */
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

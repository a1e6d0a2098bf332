package org.reweave.emulator.cli.common;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.reweave.emulator.measure.Measure;
import picocli.CommandLine.Option;

/** {@code --measures}: what the tables of a study show, and its figure beside the curves. */
public final class MeasuresOption {
    @Option(
            names = "--measures",
            paramLabel = "A,B,C",
            hideParamSyntax = true,
            split = ",",
            completionCandidates = Names.class,
            description = "Show these measures, and draw each of them; files have all: ${COMPLETION-CANDIDATES}.")
    private List<String> names = new ArrayList<>();

    /** Names for {@code --help}. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Measure.values()).map(Measure::column).iterator();
        }
    }

    /** The measures that the user named, in this order; empty = none were named. */
    public List<Measure> chosen(InputCheck input) {
        return names.stream()
                .flatMap(name -> input.attempt("--measures", () -> Measure.ofColumn(name)).stream())
                .distinct()
                .toList();
    }
}

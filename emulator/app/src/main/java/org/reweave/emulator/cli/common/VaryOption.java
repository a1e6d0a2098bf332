package org.reweave.emulator.cli.common;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.reweave.emulator.sweep.Series;
import org.reweave.emulator.sweep.Variation;
import picocli.CommandLine.Option;

/** {@code --vary} of studies that run every combination of varied keys. */
public final class VaryOption {
    @Option(
            names = "--vary",
            paramLabel = "KEY=A,B,C",
            description =
                    "A key and its values, each a curve or a table of its own; values with commas are separated by semicolons."
                            + " Repeatable: all combinations.")
    private List<String> vary = new ArrayList<>();

    /**
     * Every combination of the varied keys.
     *
     * @param own keys that the study varies itself
     * @param otherwise the problem when a user varies one of them
     */
    public List<Series> series(Set<String> own, String otherwise, InputCheck input) {
        List<Variation> variations = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (String text : vary) {
            input.attempt("--vary", () -> Variation.parse(text)).ifPresent(variation -> {
                input.require(!own.contains(variation.key()), "--vary " + text + ": " + otherwise);
                input.require(
                        keys.add(variation.key()),
                        "--vary " + text + ": " + variation.key() + " is varied twice; join the lists");
                variations.add(variation);
            });
        }
        return Series.of(variations);
    }
}

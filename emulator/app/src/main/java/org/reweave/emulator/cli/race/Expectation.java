package org.reweave.emulator.cli.race;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reweave.emulator.race.RaceClass;
import org.reweave.emulator.race.RaceRun;
import org.reweave.routing.verify.ConfidenceInterval;

/**
 * What {@code race --expect} asks of runs: of each of them, or that the share of a class stays below a bound. A share
 * is below it when all of its 95% interval is, so too few runs are a failure and no pass.
 *
 * @param text as the user wrote it
 */
record Expectation(String text, Predicate<RaceRun> ofEach, RaceClass kind, double below) {
    private static final Pattern SHARE = Pattern.compile("([a-z-]+)<([0-9.]+)(%?)");

    /** @return empty when the text is none */
    static Optional<Expectation> parse(String text) {
        if (text.equals("clean")) {
            return Optional.of(new Expectation(text, run -> run.verdict().kind() == RaceClass.CLEAN, null, 0));
        }
        if (text.equals("promises")) {
            return Optional.of(
                    new Expectation(text, run -> run.verdict().brokenPromises().isEmpty(), null, 0));
        }
        Matcher share = SHARE.matcher(text);
        if (!share.matches()) {
            return Optional.empty();
        }
        Optional<RaceClass> kind = Arrays.stream(RaceClass.values())
                .filter(each -> each.label().equals(share.group(1)))
                .findFirst();
        try {
            double below = Double.parseDouble(share.group(2)) / (share.group(3).isEmpty() ? 1 : 100);
            return kind.filter(any -> below > 0 && below <= 1)
                    .map(known -> new Expectation(text, run -> true, known, below));
        } catch (NumberFormatException e) {
            return Optional.empty(); // as 1.2.3
        }
    }

    /** @param plain runs whose seeds are independent draws; of these are the shares */
    boolean isMet(List<RaceRun> all, List<RaceRun> plain) {
        return all.stream().allMatch(ofEach) && (kind == null || interval(plain).high() < below);
    }

    private ConfidenceInterval interval(List<RaceRun> plain) {
        return ConfidenceInterval.wilson(count(plain), plain.size(), 0.95);
    }

    private long count(List<RaceRun> plain) {
        return plain.stream().filter(run -> run.verdict().kind() == kind).count();
    }

    /** Whether it is met, and by what. */
    String words(List<RaceRun> all, List<RaceRun> plain) {
        String begin = "expected " + text + ": " + (isMet(all, plain) ? "met" : "not met");
        if (kind == null) {
            return begin;
        }
        return begin
                + String.format(
                        Locale.ROOT,
                        ", %d of %d runs, %.1f to %.1f%%",
                        count(plain),
                        plain.size(),
                        100 * interval(plain).low(),
                        100 * interval(plain).high());
    }
}

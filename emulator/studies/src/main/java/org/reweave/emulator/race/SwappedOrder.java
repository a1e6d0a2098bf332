package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.reweave.emulator.race.Timeline.Happening;

/**
 * Events that two runs have in another order, said in sentences: those of the failing run, then those of the clean one.
 */
final class SwappedOrder {
    private static final int MOST_SENTENCES = 3;

    /**
     * Two happenings that stand in another order in the two runs.
     *
     * @param first in the failing run
     * @param second in the failing run
     * @param firstInClean the same thing in the clean run, where it comes second
     */
    private record Swap(Happening first, Happening second, Happening firstInClean, Happening secondInClean) {
        boolean isAtOnePlace() {
            return first.device().equals(second.device());
        }

        /** Whether a packet and the protocol met in another order: most races are that. */
        boolean isMeeting() {
            return first.isProtocol() != second.isProtocol();
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "At %s \"%s\" (%.2f us) comes before \"%s\"%s (%.2f us). Without the failure the second comes first"
                            + " (%.2f us, and the other at %.2f us).",
                    first.device(),
                    first.what(),
                    first.nanoseconds() / 1e3,
                    second.what(),
                    isAtOnePlace() ? "" : " at " + second.device(),
                    second.nanoseconds() / 1e3,
                    secondInClean.nanoseconds() / 1e3,
                    firstInClean.nanoseconds() / 1e3);
        }
    }

    private SwappedOrder() {}

    /** Up to three sentences, the most telling first. */
    static List<String> sentences(Timeline failing, Timeline clean) {
        Map<String, Happening> there = new HashMap<>();
        clean.all().forEach(one -> there.put(key(one), one));
        List<Happening> both = failing.all().stream()
                .filter(one -> there.containsKey(key(one)))
                .toList();
        List<String> sentences = new ArrayList<>(swaps(both, there).stream()
                .sorted(Comparator.comparing((Swap swap) -> !swap.isAtOnePlace())
                        .thenComparing(swap -> !swap.isMeeting())
                        .thenComparingLong(swap -> swap.second().cycle()))
                .limit(MOST_SENTENCES)
                .map(Swap::text)
                .toList());
        failing.all().stream()
                .filter(one -> !there.containsKey(key(one)))
                .findFirst()
                .ifPresent(one -> sentences.add(only("Only in the failing run", one)));
        Map<String, Happening> here = new HashMap<>();
        failing.all().forEach(one -> here.put(key(one), one));
        clean.all().stream()
                .filter(one -> !here.containsKey(key(one)))
                .findFirst()
                .ifPresent(one -> sentences.add(only("Only without the failure", one)));
        return sentences;
    }

    private static String only(String where, Happening one) {
        return String.format(
                Locale.ROOT,
                "%s, the first such thing: at %s \"%s\" (%.2f us).",
                where,
                one.device(),
                one.what(),
                one.nanoseconds() / 1e3);
    }

    private static String key(Happening one) {
        return one.device() + " " + one.what();
    }

    /** The pairs whose second one is the earliest for its first one; many more would say the same. */
    private static List<Swap> swaps(List<Happening> both, Map<String, Happening> there) {
        List<Swap> swaps = new ArrayList<>();
        for (int first = 0; first < both.size(); first++) {
            Happening one = both.get(first);
            long oneThere = there.get(key(one)).cycle();
            Swap elsewhere = null;
            Swap here = null;
            for (int second = first + 1; second < both.size() && here == null; second++) {
                Happening other = both.get(second);
                Happening otherThere = there.get(key(other));
                if (other.cycle() > one.cycle() && otherThere.cycle() < oneThere) {
                    Swap swap = new Swap(one, other, there.get(key(one)), otherThere);
                    here = swap.isAtOnePlace() ? swap : null;
                    elsewhere = elsewhere == null ? swap : elsewhere;
                }
            }
            if (here != null || elsewhere != null) {
                swaps.add(here != null ? here : elsewhere);
            }
        }
        return swaps;
    }
}

package org.reweave.emulator.timetravel;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.reweave.emulator.journal.format.JournalRecord.Cut;
import org.reweave.emulator.journal.format.JournalRecord.Happened;
import org.reweave.emulator.journal.format.JournalRecord.Item;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.scenario.ScenarioException;

/**
 * Where two runs of one fabric begin to differ. Their journals say behind which cut; both are then computed again from
 * there, cycle by cycle, to the first step of a device that is not the same.
 */
public final class RunDifference {
    private static final int MOST_DEVICES = 4;

    /**
     * The first difference.
     *
     * @param equalUntil cycle of the last cut with the same fingerprint; 0 = the start
     * @param cycle in which devices did different things; -1 = the runs end differently, and no step differs
     * @param devices that did, by name
     * @param first what the first run's journal has next, an event or a cut; null = it ends
     * @param second what the second run's journal has next
     * @param firstStates states of the first four of these devices behind that cycle, in the first run
     * @param secondStates the same in the second run
     */
    public record Found(
            long equalUntil,
            long cycle,
            List<String> devices,
            String first,
            String second,
            List<Map<String, Object>> firstStates,
            List<Map<String, Object>> secondStates) {}

    /** The next event or cut; null at the end. */
    private static Item next(Iterator<Item> items) {
        while (items.hasNext()) {
            Item item = items.next();
            if (item instanceof Happened || item instanceof Cut) {
                return item;
            }
        }
        return null;
    }

    private final Past first;
    private final Past second;

    private RunDifference(Past first, Past second) {
        this.first = first;
        this.second = second;
    }

    /**
     * Compares two runs.
     *
     * @return empty when their journals have the same events and cuts
     * @throws ScenarioException when their devices or cuts are not the same
     */
    public static Optional<Found> between(Past first, Past second) {
        RunDifference difference = new RunDifference(first, second);
        if (!List.of(first.network().names()).equals(List.of(second.network().names()))) {
            throw new ScenarioException(List.of(difference.names() + ": their fabrics have other devices"));
        }
        if (interval(first) != interval(second)) {
            throw new ScenarioException(List.of(difference.names() + ": run.cut-interval is " + interval(first)
                    + " cycles in one and " + interval(second) + " in the other, so their cuts cannot be compared"));
        }
        return difference.find();
    }

    private String names() {
        return "--diff " + first.name() + " " + second.name();
    }

    private static long interval(Past past) {
        return past.network().resolved().scenario().run().cutInterval();
    }

    private Optional<Found> find() {
        Iterator<Item> ofFirst = first.journal().items(0);
        Iterator<Item> ofSecond = second.journal().items(0);
        long equalUntil = 0;
        while (true) {
            Item one = next(ofFirst);
            Item other = next(ofSecond);
            if (one == null && other == null) {
                return Optional.empty();
            }
            if (one == null || !one.equals(other)) {
                return Optional.of(look(equalUntil, text(first, one), text(second, other)));
            }
            if (one instanceof Cut cut) {
                equalUntil = cut.cycle();
            }
        }
    }

    private static String text(Past past, Item item) {
        if (item instanceof Happened happened) {
            return new EventLines(past.network()).line(happened.event());
        }
        return item instanceof Cut cut
                ? "cut " + cut.cut() + " at cycle " + cut.cycle() + ", fingerprint " + cut.fingerprint()
                : null;
    }

    private Found look(long equalUntil, String next, String nextOfSecond) {
        Rerun one = first.at(equalUntil);
        Rerun other = second.at(equalUntil);
        long end = equalUntil + interval(first);
        List<Integer> differing = List.of();
        while (differing.isEmpty() && one.cycle() < end && one.cycle() == other.cycle()) {
            long to = one.cycle() + 1;
            if (!one.advance(to) || !other.advance(to)) {
                break;
            }
            differing = IntStream.range(0, first.network().deviceCount())
                    .filter(device -> one.device(device).log().hash()
                            != other.device(device).log().hash())
                    .boxed()
                    .toList();
        }
        List<Integer> shown = differing.subList(0, Math.min(MOST_DEVICES, differing.size()));
        String[] names = first.network().names();
        return new Found(
                equalUntil,
                differing.isEmpty() ? -1 : one.cycle() - 1,
                differing.stream().map(device -> names[device]).toList(),
                next,
                nextOfSecond,
                shown.stream().map(one::describe).toList(),
                shown.stream().map(other::describe).toList());
    }
}

package org.reweave.emulator.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whose turn it is on a cluster: one run at a time, in the order in which runs came. A run repeats every few seconds
 * what it knows of itself; so whoever keeps the turns can be replaced by a new one that hears the same again.
 */
final class Turns {
    /** Of runs that are over, so many are remembered. */
    static final int MOST_REMEMBERED = 20;

    /** No number yet. */
    static final long NO_TICKET = 0;

    /**
     * What a run says of itself.
     *
     * @param run its id
     * @param ticket the number that it was given, or {@link #NO_TICKET}
     * @param underWay whether it has had its turn
     * @param cycle of its last cut
     * @param stop cycle at which its traffic ends
     */
    record Entry(String run, String scenario, long ticket, boolean underWay, long cycle, long stop) {
        private Entry with(long number, boolean begun) {
            return new Entry(run, scenario, number, begun, cycle, stop);
        }
    }

    /**
     * A line of a listing.
     *
     * @param state {@code under way}, {@code queued}, or how it ended
     */
    record Line(String run, String scenario, String state, long cycle, long stop) {}

    private static final Comparator<Entry> IN_TURN =
            Comparator.comparing((Entry entry) -> !entry.underWay()).thenComparing(Entry::ticket);

    private final Map<String, Entry> present = new TreeMap<>();
    private final Deque<Line> over = new ArrayDeque<>(); // the last one first
    private long lastTicket;

    /**
     * Takes what a run says.
     *
     * @param settled whether all runs that were there before this object have had the time to say so; before that,
     *     nobody is given a number or a turn
     * @return the run as it is now
     */
    Entry announce(Entry said, boolean settled) {
        lastTicket = Math.max(lastTicket, said.ticket());
        Entry before = present.get(said.run());
        long ticket = before == null || said.ticket() != NO_TICKET ? said.ticket() : before.ticket();
        if (ticket == NO_TICKET && settled) {
            ticket = ++lastTicket;
        }
        boolean begun = said.underWay() || before != null && before.underWay();
        present.put(said.run(), said.with(ticket, begun));
        if (settled && !begun && ticket != NO_TICKET && ahead(said.run()) == 0) {
            present.put(said.run(), said.with(ticket, true));
        }
        return present.get(said.run());
    }

    /** Number of runs that come before this one. */
    int ahead(String run) {
        return inTurn().indexOf(present.get(run));
    }

    private List<Entry> inTurn() {
        return present.values().stream()
                .filter(entry -> entry.ticket() != NO_TICKET || entry.underWay())
                .sorted(IN_TURN)
                .toList();
    }

    /** A run needs the nodes no more. */
    void end(String run, String how) {
        Entry ended = present.remove(run);
        if (ended != null) {
            over.addFirst(new Line(run, ended.scenario(), how, ended.cycle(), ended.stop()));
            if (over.size() > MOST_REMEMBERED) {
                over.removeLast();
            }
        }
    }

    /** The run under way, those that wait in their order, and the last ones that are over, the latest first. */
    List<Line> listing() {
        List<Line> lines = new ArrayList<>();
        inTurn().forEach(entry -> lines.add(new Line(
                entry.run(),
                entry.scenario(),
                entry.underWay() ? "under way" : "queued",
                entry.cycle(),
                entry.stop())));
        lines.addAll(over);
        return lines;
    }
}

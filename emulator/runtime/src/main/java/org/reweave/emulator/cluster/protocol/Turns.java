package org.reweave.emulator.cluster.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The turns of runs on a cluster: one run at a time, in the order in which runs came. A run repeats its {@link Entry}
 * every second; so a new keeper of the turns receives all that the one before knew.
 */
public final class Turns {
    /** Number of runs that are over and still remembered. */
    static final int MOST_REMEMBERED = 20;

    /** Seconds of its life after which a keeper of the turns has heard of every run that was there before. */
    static final int SETTLES_AFTER = 3;

    /** The queue has given no number yet. */
    public static final long NO_TICKET = RunProtocol.NO_TICKET;

    /**
     * A run's announcement of itself.
     *
     * @param run its id
     * @param ticket the number that it was given, or {@link #NO_TICKET}
     * @param underWay whether it has had its turn
     * @param cycle of its last cut
     * @param stop cycle at which its traffic ends
     */
    public record Entry(String run, String scenario, long ticket, boolean underWay, long cycle, long stop) {
        private Entry with(long number, boolean begun) {
            return new Entry(run, scenario, number, begun, cycle, stop);
        }
    }

    /**
     * A line of a listing.
     *
     * @param state {@code under way}, {@code queued}, or how it ended
     */
    public record Line(String run, String scenario, String state, long cycle, long stop) {}

    /** @param origin of the process that leads the run, as it has announced itself last */
    private record Present(Entry entry, long origin) {}

    private static final Comparator<Entry> IN_TURN =
            Comparator.comparing((Entry entry) -> !entry.underWay()).thenComparing(Entry::ticket);

    private final Map<String, Present> present = new TreeMap<>();
    private final Deque<Line> over = new ArrayDeque<>(); // the last one first
    private long lastTicket;
    private int seconds;

    /**
     * A second has passed in which announcements could come. A keeper whose process was stopped sees no more than one
     * such second go by before it takes what has come meanwhile.
     */
    public void second() {
        seconds = Math.min(SETTLES_AFTER, seconds + 1);
    }

    /** Whether all runs that were there before this object have had the time to say so: else there are no turns. */
    private boolean isSettled() {
        return seconds == SETTLES_AFTER;
    }

    /**
     * Takes what a run says.
     *
     * @param origin of the process that leads the run: another process that goes on with the run has another one
     * @return the run as it is now
     */
    public Entry announce(Entry said, long origin) {
        lastTicket = Math.max(lastTicket, said.ticket());
        Present before = present.get(said.run());
        long ticket = before == null || said.ticket() != NO_TICKET
                ? said.ticket()
                : before.entry().ticket();
        if (ticket == NO_TICKET && isSettled()) {
            ticket = ++lastTicket;
        }
        boolean begun = said.underWay() || before != null && before.entry().underWay();
        put(said.with(ticket, begun), origin);
        if (isSettled() && !begun && ticket != NO_TICKET && ahead(said.run()) == 0) {
            put(said.with(ticket, true), origin);
        }
        return present.get(said.run()).entry();
    }

    private void put(Entry entry, long origin) {
        present.put(entry.run(), new Present(entry, origin));
    }

    /** Number of runs that come before this one. */
    public int ahead(String run) {
        return inTurn().indexOf(present.get(run).entry());
    }

    private List<Entry> inTurn() {
        return present.values().stream()
                .map(Present::entry)
                .filter(entry -> entry.ticket() != NO_TICKET || entry.underWay())
                .sorted(IN_TURN)
                .toList();
    }

    /**
     * A process needs the nodes no more for its run, unless another process has gone on with that run since.
     *
     * @param origin as the process has announced itself
     */
    public void end(String run, long origin, String how) {
        Present ended = present.get(run);
        if (ended != null && ended.origin() == origin) {
            present.remove(run);
            over.addFirst(new Line(
                    run,
                    ended.entry().scenario(),
                    how,
                    ended.entry().cycle(),
                    ended.entry().stop()));
            if (over.size() > MOST_REMEMBERED) {
                over.removeLast();
            }
        }
    }

    /** The run under way, those that wait in their order, and the last ones that are over, the latest first. */
    public List<Line> listing() {
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

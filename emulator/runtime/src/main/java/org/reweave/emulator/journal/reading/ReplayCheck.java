package org.reweave.emulator.journal.reading;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.journal.format.JournalRecord.Admitted;
import org.reweave.emulator.journal.format.JournalRecord.Cut;
import org.reweave.emulator.journal.format.JournalRecord.Happened;
import org.reweave.emulator.journal.format.JournalRecord.Item;
import org.reweave.emulator.journal.format.JournalRecord.RunEnded;
import org.reweave.emulator.journal.reading.ReplayReport.Comparison;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.lax.AdmissionException;
import org.reweave.emulator.lax.AdmissionsEndedException;

/** Compares a run with its journal, event by event and cut by cut, and ends the run at the first difference. */
public final class ReplayCheck implements RunListener {
    /** Ends the run, because all events were compared or one differs. */
    private static final class Halt extends RuntimeException {
        private static final long serialVersionUID = 1;

        Halt() {
            super("the replay has seen enough", null, false, false);
        }
    }

    private static final String NOTHING = "nothing: the run ends there";

    private final JournalItems items;
    private final Function<Event, String> words;
    private final long until;
    private Item last;
    private long events;
    private long cuts;
    private ReplayReport report;

    /**
     * @param words for an event, in a message
     * @param until compare up to the first cut at or after this cycle
     */
    public ReplayCheck(JournalReader journal, Function<Event, String> words, long until) {
        this(journal, words, 0, until);
    }

    /** @param from cycle of the cut behind which the run begins, at a checkpoint; 0 = at its start */
    public ReplayCheck(JournalReader journal, Function<Event, String> words, long from, long until) {
        this.items = journal.itemsBehind(from);
        this.words = words;
        this.until = until;
    }

    /** Runs a driver that has this check as its listener. */
    public ReplayReport run(RunDriver driver) {
        RunResult result;
        try {
            result = driver.run();
        } catch (Halt halt) {
            return report;
        } catch (RuntimeException e) {
            return failed(e);
        }
        Optional<Item> surplus = next();
        if (surplus.isPresent() || items.ended().isEmpty()) {
            return unlike(surplus, NOTHING);
        }
        String journal = end(items.ended().get());
        String now = end(result.outcome().label(), result.last().cycle(), result.fingerprint());
        return journal.equals(now) ? equal() : different(journal, now);
    }

    /**
     * Advances a run that has this check as its listener.
     *
     * @return why it went no further: a difference, or the end of the journal; empty = it did what it was told
     */
    public Optional<ReplayReport> follow(Runnable advance) {
        try {
            advance.run();
            return Optional.empty();
        } catch (Halt halt) {
            return Optional.of(report);
        } catch (AdmissionException | AdmissionsEndedException e) {
            return Optional.of(failed(e));
        }
    }

    private static String end(RunEnded ended) {
        return end(ended.outcome(), ended.cycle(), ended.fingerprint());
    }

    private static String end(String outcome, long cycle, String fingerprint) {
        return "the run ends as " + outcome + " at cycle " + cycle + ", fingerprint " + fingerprint;
    }

    /** Compares a run that breaks off with the journal, whose run may have broken off in the same way. */
    private ReplayReport failed(RuntimeException e) {
        if (e instanceof JournalException) {
            throw e;
        }
        if (e instanceof AdmissionException wrong) {
            return different(wrong.recorded(), wrong.executed());
        }
        if (e instanceof AdmissionsEndedException) {
            return unlike(next(), e.getMessage()); // a lax run cannot be repeated beyond its admissions
        }
        if (next().isEmpty()
                && items.ended().filter(end -> !end.failure().isEmpty()).isPresent()) {
            return equal();
        }
        throw e;
    }

    /**
     * The result where the run does something else than the journal says.
     *
     * @param journalled next in the journal; empty where it ends
     */
    private ReplayReport unlike(Optional<Item> journalled, String executed) {
        if (journalled.isPresent()) {
            return different(text(journalled.get()), executed);
        }
        if (items.ended().isEmpty()) {
            return report(Comparison.TRUNCATED, null, executed);
        }
        RunEnded ended = items.ended().get();
        boolean brokenOff = ended.interrupted() || !ended.failure().isEmpty();
        return brokenOff ? equal() : different(end(ended), executed);
    }

    @Override
    public void cut(CutTotals totals, List<Event> happened) {
        for (Event event : happened) {
            compare(new Happened(event));
            events++;
        }
        compare(new Cut(totals.cut(), totals.cycle(), totals.fingerprint()));
        cuts++;
        if (totals.cycle() >= until) {
            report = equal();
            throw new Halt();
        }
    }

    private void compare(Item executed) {
        Optional<Item> journalled = next();
        if (journalled.isPresent() && journalled.get().equals(executed)) {
            last = executed;
            return;
        }
        report = unlike(journalled, text(executed));
        throw new Halt();
    }

    /** The next event or cut; the admissions of a lax run are compared by the islands that repeat them. */
    private Optional<Item> next() {
        while (items.hasNext()) {
            Item item = items.next();
            if (!(item instanceof Admitted)) {
                return Optional.of(item);
            }
        }
        return Optional.empty();
    }

    private String text(Item item) {
        if (item instanceof Happened happened) {
            try {
                return words.apply(happened.event());
            } catch (RuntimeException e) {
                return happened.event().toString(); // numbers that no device or packet has
            }
        }
        Cut cut = (Cut) item;
        return "cut " + cut.cut() + " at cycle " + cut.cycle() + ", fingerprint " + cut.fingerprint();
    }

    private ReplayReport equal() {
        return report(Comparison.EQUAL, null, null);
    }

    private ReplayReport different(String journal, String executed) {
        return report(Comparison.DIFFERENT, journal, executed);
    }

    /** Whether the run differs cannot be said where a record is missing. */
    private ReplayReport report(Comparison verdict, String journal, String executed) {
        return new ReplayReport(
                items.missing() == 0 ? verdict : Comparison.DAMAGED,
                events,
                cuts,
                last == null ? 0 : last.cycle(),
                last == null ? null : text(last),
                journal,
                executed,
                items.missing(),
                items.ended().map(RunEnded::outcome).orElse(null),
                items.ended().map(RunEnded::fingerprint).orElse(null));
    }
}

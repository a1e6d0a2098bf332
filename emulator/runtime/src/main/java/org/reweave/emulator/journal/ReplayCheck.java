package org.reweave.emulator.journal;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.journal.JournalRecord.Admitted;
import org.reweave.emulator.journal.JournalRecord.Cut;
import org.reweave.emulator.journal.JournalRecord.Happened;
import org.reweave.emulator.journal.JournalRecord.Item;
import org.reweave.emulator.journal.JournalRecord.RunEnded;
import org.reweave.emulator.journal.ReplayReport.Comparison;
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

    private final JournalReader journal;
    private final Function<Event, String> words;
    private final long from;
    private final long until;
    private Iterator<JournalReader.Stored> records; // null = none was read yet
    private Iterator<Item> items = List.<Item>of().iterator();
    private long expected;
    private long missing;
    private JournalRecord.Header header; // of the first record that was read
    private RunEnded ended;
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
        this.journal = journal;
        this.words = words;
        this.from = from;
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
        if (surplus.isPresent()) {
            return different(text(surplus.get()), NOTHING);
        }
        if (ended == null) {
            return truncated(NOTHING);
        }
        String journal = end(ended.outcome(), ended.cycle(), ended.fingerprint());
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
            return admissionsEnded(e.getMessage());
        }
        if (next().isEmpty() && ended != null && !ended.failure().isEmpty()) {
            return equal();
        }
        throw e;
    }

    /** A lax run cannot be repeated beyond its admissions. */
    private ReplayReport admissionsEnded(String executed) {
        Optional<Item> surplus = next();
        if (surplus.isPresent()) {
            return different(text(surplus.get()), executed);
        }
        if (ended == null) {
            return truncated(executed);
        }
        boolean brokenOff = ended.interrupted() || !ended.failure().isEmpty();
        return brokenOff ? equal() : different(end(ended.outcome(), ended.cycle(), ended.fingerprint()), executed);
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
            report = report(Comparison.EQUAL, null, null);
            throw new Halt();
        }
    }

    private void compare(Item executed) {
        Optional<Item> journalled = next();
        if (journalled.isPresent() && journalled.get().equals(executed)) {
            last = executed;
            return;
        }
        if (journalled.isPresent()) {
            report = different(text(journalled.get()), text(executed));
        } else if (ended == null) {
            report = truncated(text(executed));
        } else if (ended.interrupted() || !ended.failure().isEmpty()) {
            report = equal();
        } else {
            report = different(end(ended.outcome(), ended.cycle(), ended.fingerprint()), text(executed));
        }
        throw new Halt();
    }

    /** The next event or cut; the admissions of a lax run are compared by the islands that repeat them. */
    private Optional<Item> next() {
        if (records == null) {
            expected = journal.recordBefore(from);
            records = journal.records(expected);
            skip();
        }
        Optional<Item> next = nextItem();
        while (next.filter(Admitted.class::isInstance).isPresent()) {
            next = nextItem();
        }
        return next;
    }

    /** Leaves out what the records have of the run before the checkpoint, records that are missing there included. */
    private void skip() {
        for (boolean before = from > 0; before; ) {
            Optional<Item> skipped = nextItem();
            before = skipped.isPresent() && !(skipped.get() instanceof Cut cut && cut.cycle() >= from);
            if (skipped.isPresent() && skipped.get() instanceof Cut cut && cut.cycle() == from) {
                missing = 0;
            }
        }
    }

    private Optional<Item> nextItem() {
        while (!items.hasNext() && ended == null && records.hasNext()) {
            JournalReader.Stored stored = records.next();
            if (stored.number() != expected && missing == 0) {
                missing = expected;
            }
            expected = stored.number() + 1;
            checkHeader(stored);
            ended = stored.record().fold(started -> null, batch -> null, end -> end, mark -> null);
            items = JournalReader.itemsOf(stored.number(), stored.record()).iterator();
        }
        return items.hasNext() ? Optional.of(items.next()) : Optional.empty();
    }

    private void checkHeader(JournalReader.Stored stored) {
        JournalRecord.Header own = stored.record().header();
        header = header == null ? own : header;
        if (!own.equals(header)) {
            throw new UnusableJournalException(
                    "record " + stored.number() + " of the journal is of " + own + ", the others are of " + header);
        }
    }

    static List<Item> itemsOf(long number, JournalRecord.EventBatch batch) {
        try {
            return batch.items();
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new UnusableJournalException("record " + number + " of the journal is damaged: " + e.getMessage(), e);
        }
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
        return report(missing == 0 ? Comparison.EQUAL : Comparison.DAMAGED, null, null);
    }

    private ReplayReport different(String journal, String executed) {
        return report(missing == 0 ? Comparison.DIFFERENT : Comparison.DAMAGED, journal, executed);
    }

    private ReplayReport truncated(String executed) {
        return report(missing == 0 ? Comparison.TRUNCATED : Comparison.DAMAGED, null, executed);
    }

    private ReplayReport report(Comparison verdict, String journal, String executed) {
        return new ReplayReport(
                verdict,
                events,
                cuts,
                last == null ? 0 : last.cycle(),
                last == null ? null : text(last),
                journal,
                executed,
                missing,
                ended == null ? null : ended.outcome(),
                ended == null ? null : ended.fingerprint());
    }
}

package org.reweave.emulator.journal;

import java.util.List;
import java.util.stream.IntStream;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;

/** A journal's first record, cuts, events and end without a run that they are of. */
public final class JournalCuts {
    public static final JournalRecord.Header HEADER = JournalRecord.Header.single(JournalRuns.RUN);
    public static final JournalRecord.RunStarted STARTED = new JournalRecord.RunStarted(HEADER, "", 7, "test", "", 1);

    /** Cycles between two cuts. */
    public static final int INTERVAL = 500;

    private JournalCuts() {}

    public static CutTotals totals(long cut) {
        return new CutTotals(
                cut,
                cut * INTERVAL,
                new long[Counter.count()],
                new long[DropCause.count()],
                0,
                0,
                0,
                true,
                String.format("%064x", cut));
    }

    /** Incompressible enough: 10,000 fill some batches. */
    public static List<Event> events(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> new Event(INTERVAL, i, 1, EventKind.DROPPED, i, ~(long) i << 20, 3, (long) i << 40))
                .toList();
    }

    public static JournalRecord.RunEnded ended() {
        return new JournalRecord.RunEnded(HEADER, "completed", false, "", 1, "", "", "");
    }
}

package org.reweave.emulator.catalogue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.disk.Disk;
import org.reweave.emulator.journal.format.CoordinatorEntry.Seal;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.JournalRecord.RunStarted;
import org.reweave.emulator.journal.format.RecordCodec;
import org.reweave.emulator.journal.format.Row;
import org.reweave.emulator.journal.format.RunHistory;
import org.reweave.emulator.journal.reading.Checkpoints;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.JournalRenewal;
import org.reweave.emulator.journal.store.RecordPrefix;
import org.reweave.emulator.journal.store.RecordSource;
import org.reweave.emulator.journal.store.UnusableJournalException;
import org.reweave.emulator.results.RunFolder;

/**
 * Makes a damaged run one that broke off, which a resume goes on with. Its journal keeps the longest whole prefix: the
 * records before the first one that is damaged, missing or not as the coordinator has sealed it, and the entries of the
 * coordinator that are about those records and about a last checkpoint that is whole. Results are removed, since a
 * resume writes them anew, and so are damaged checkpoints.
 */
public final class RunRepair {
    /**
     * The result of a repair.
     *
     * @param records of the journal
     * @param cycle from which a resume goes on; 0 = the run's start
     * @param losses in words, each beginning with what is lost; empty: nothing was damaged, and nothing is changed
     */
    public record Result(long records, long cycle, List<String> losses) {}

    private final Path folder;
    private final List<String> losses = new ArrayList<>();
    private final Map<Long, String> digests = new HashMap<>(); // of the first records, by their number
    private Optional<RunStarted> started = Optional.empty();
    private long records;
    private RunHistory history = RunHistory.NONE;
    private final List<RunHistory> earlier = new ArrayList<>(List.of(RunHistory.NONE)); // by number of entries

    private RunRepair(Path folder) {
        this.folder = folder;
    }

    /**
     * Repairs a run that nobody writes, and whose journal is in its folder.
     *
     * @throws UnusableJournalException when nothing of the journal is whole
     */
    public static Result repair(Path folder) throws IOException {
        JournalRenewal.recover(folder);
        return new RunRepair(folder).repair();
    }

    private Result repair() throws IOException {
        JournalPlace place = JournalPlace.in(folder);
        RunIntegrity.Result before = RunIntegrity.check(folder, Optional.of(place));
        try (RecordSource journal = RecordSource.open(place, Optional.empty())) {
            readRecords(journal);
            readEntries(journal);
        }
        String scenario = started.orElseThrow(() -> new UnusableJournalException(
                        place.label() + ": nothing of it is whole; run the scenario again"))
                .scenario();
        List<CheckpointCompleted> damaged = damagedCheckpoints();
        if (before.isWhole()) {
            return new Result(records, cycle(), List.of());
        }
        before.problems().stream().filter(problem -> !losses.contains(problem)).forEach(losses::add);
        Path open = RunFolder.reopen(folder, scenario).unfinished();
        for (CheckpointCompleted one : damaged) {
            CheckpointFile.remove(open, one.cut());
        }
        JournalRenewal.renew(open, journal -> new RecordPrefix(journal, records, history.entries()));
        Disk.sync(open);
        return new Result(records, cycle(), losses);
    }

    private long cycle() {
        List<CheckpointCompleted> all = history.checkpoints();
        return all.isEmpty() ? 0 : all.get(all.size() - 1).cycle();
    }

    private void readRecords(RecordSource journal) {
        Seal seal = Seal.NOTHING;
        digests.put(0L, seal.digest());
        try {
            for (Iterator<Row> rows = journal.rows(); rows.hasNext(); ) {
                Row row = rows.next();
                if (row.number() != records + 1) {
                    lost("record " + (records + 1) + " of the journal is missing");
                    return;
                }
                JournalRecord record = RecordCodec.decode(row);
                boolean isOurs = row.number() == 1
                        ? record instanceof RunStarted
                        : !(record instanceof RunStarted)
                                && record.header()
                                        .run()
                                        .equals(started.get().header().run());
                if (!isOurs) {
                    throw new IllegalArgumentException("it is of another run, or of the kind " + row.manifest());
                }
                if (record instanceof RunStarted first) {
                    started = Optional.of(first);
                }
                seal = seal.with(record);
                records = row.number();
                digests.put(records, seal.digest());
            }
        } catch (IllegalArgumentException e) {
            lost("record " + (records + 1) + " of the journal " + RecordCodec.complaint(e));
        } catch (UnusableJournalException e) {
            lost(e.getMessage());
        }
    }

    private void readEntries(RecordSource journal) {
        try {
            for (Iterator<Row> entries = journal.entries(); entries.hasNext(); ) {
                RunHistory next = history.with(entries.next());
                Seal seal = next.seal();
                if (!seal.digest().equals(digests.get(seal.records()))) {
                    lost("records of the journal up to " + seal.records() + " are not those that entry "
                            + next.entries() + " of the coordinator is about");
                    backTo(history);
                    return;
                }
                history = next;
                earlier.add(next);
            }
        } catch (IllegalArgumentException | UnusableJournalException e) {
            lost(e.getMessage());
            backTo(history);
        }
    }

    /** Records behind the last entry may be of a term that the entries no longer tell of. */
    private void backTo(RunHistory kept) {
        history = kept;
        records = Math.max(Math.min(records, 1), kept.seal().records());
    }

    /** Checkpoints that are not whole. The last one that the journal tells of must be there. */
    private List<CheckpointCompleted> damagedCheckpoints() {
        List<CheckpointCompleted> damaged = new ArrayList<>();
        Checkpoints there = new Checkpoints(folder, history.checkpoints());
        for (CheckpointCompleted one : there.all()) {
            try {
                there.verify(one);
            } catch (UnusableJournalException e) {
                damaged.add(one);
            }
        }
        while (!history.checkpoints().isEmpty() && !isThere(damaged)) {
            RunHistory now = history;
            CheckpointCompleted last = last(now);
            int entries = (int) now.entries();
            while (earlier.get(entries).checkpoints().contains(last)) {
                entries--;
            }
            backTo(earlier.get(entries));
        }
        return damaged;
    }

    private static CheckpointCompleted last(RunHistory history) {
        return history.checkpoints().get(history.checkpoints().size() - 1);
    }

    private boolean isThere(List<CheckpointCompleted> damaged) {
        CheckpointCompleted last = last(history);
        return !damaged.contains(last) && Files.exists(CheckpointFile.of(folder, last.cut()));
    }

    private void lost(String what) {
        losses.add(what);
    }
}

package org.reweave.emulator.catalogue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.reweave.emulator.journal.format.CoordinatorEntry.Seal;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.JournalRecord.Cut;
import org.reweave.emulator.journal.format.JournalRecord.EventBatch;
import org.reweave.emulator.journal.format.JournalRecord.Item;
import org.reweave.emulator.journal.format.JournalRecord.RunEnded;
import org.reweave.emulator.journal.format.JournalRecord.RunStarted;
import org.reweave.emulator.journal.format.RecordCodec;
import org.reweave.emulator.journal.format.Row;
import org.reweave.emulator.journal.format.RunHistory;
import org.reweave.emulator.journal.reading.Checkpoints;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.RecordSource;
import org.reweave.emulator.journal.store.UnusableJournalException;
import org.reweave.emulator.results.FileDigests;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.results.RunFolder;

/**
 * Whether the files, the journal and the checkpoints of a run are as they were written, found without running it.
 *
 * <p>The files of a run that is over have digests in {@code SHA256SUMS}: any changed bit is found. The end of the run
 * in its journal seals the digests of the results, so neither they nor the files can be replaced. A run that broke off
 * has a journal, whose records have checksums and numbers and are sealed by digests in the entries of the coordinator,
 * each of which has the digest of all before; and checkpoints, whose digests are in those entries. Its scenario is
 * compared with the one in the first record. A changed bit is found, or it is where nothing is kept, or MVStore goes
 * back to the state before, as after an earlier kill.
 */
public final class RunIntegrity {
    /**
     * Counts of the checked parts of a run, and the problems found.
     *
     * @param files with their digests; 0 when the run has no digests
     * @param records of the journal
     * @param checkpoints that are there
     * @param ended whether the journal has the run's end
     * @param open whether the run broke off
     * @param problems in words, each beginning with what is wrong; empty: all is as it was written
     */
    public record Result(int files, long records, int checkpoints, boolean ended, boolean open, List<String> problems) {
        public boolean isWhole() {
            return problems.isEmpty();
        }

        /** Whether there is something to go on with. */
        public boolean isResumable() {
            return open && records > 0;
        }
    }

    private final List<String> problems = new ArrayList<>();
    private long records;
    private int checkpoints;
    private RunEnded end; // null = the last record is no end
    private String run; // null = no record was read
    private RunStarted started; // null = the first record was not read
    private String lastFingerprint = "";
    private Seal seal = Seal.NOTHING; // of the records so far

    private RunIntegrity() {}

    /**
     * Checks a run that nobody writes.
     *
     * @param journal where its journal is; empty: it has none
     * @throws IOException when a file cannot be read at all
     */
    public static Result check(Path folder, Optional<JournalPlace> journal) throws IOException {
        RunIntegrity integrity = new RunIntegrity();
        boolean isOpen = OutputFolder.isUnfinished(folder);
        Optional<List<String>> files = isOpen
                ? Optional.empty() // a resume writes its results anew
                : FileDigests.problems(folder, Optional.empty());
        files.ifPresent(integrity.problems::addAll);
        if (files.isEmpty() && !isOpen) {
            integrity.problems.add(FileDigests.NAME + " is missing, which every run that is over has");
        }
        if (journal.isPresent()) {
            integrity.journal(folder, journal.get(), isOpen);
            integrity.scenario(folder);
        }
        if (files.isPresent()
                && integrity.end != null
                && !FileDigests.writtenSeal(folder).equals(integrity.end.seal())) {
            integrity.problems.add(
                    FileDigests.NAME + " was replaced: the end of the run in its journal seals other digests");
        }
        return new Result(
                files.isPresent() ? FileDigests.count(folder) : 0,
                integrity.records,
                integrity.checkpoints,
                integrity.end != null,
                isOpen,
                integrity.problems);
    }

    private void journal(Path folder, JournalPlace place, boolean isOpen) throws IOException {
        Optional<String> id = place.file().isPresent()
                ? Optional.empty() // a file holds one run, whatever a damaged summary says
                : RunCatalog.id(folder);
        try (RecordSource journal = RecordSource.open(place, id)) {
            if (journal.strays() > 0) {
                problems.add(journal.strays() + " rows of the journal belong to no record, or two to the same");
            }
            NavigableMap<Long, String> sealed = new TreeMap<>();
            RunHistory history = history(place, journal, sealed);
            boolean isRead = records(journal, sealed);
            if (records == 0 && (!isOpen || Checkpoints.isAnyIn(folder))) {
                problems.add("the journal holds nothing of this run");
            } else if (isRead && end == null && !isOpen) {
                problems.add("the journal has no end, and the folder is that of a run that is over");
            }
            checkpoints(new Checkpoints(folder, history.checkpoints()));
        } catch (UnusableJournalException e) {
            problems.add(e.getMessage());
        }
    }

    /**
     * A run that broke off has no digest of its scenario, and a resume of an earlier version may have sealed another.
     */
    private void scenario(Path folder) throws IOException {
        boolean isNamed = problems.stream().anyMatch(problem -> problem.startsWith(RunFolder.SCENARIO));
        if (started != null && !isNamed && !RunFolder.isScenario(folder, started.scenario())) {
            problems.add(RunFolder.SCENARIO + " is not the one that the journal begins with");
        }
    }

    /** @return whether all of them are as they were written */
    private boolean records(RecordSource journal, NavigableMap<Long, String> sealed) {
        int before = problems.size();
        for (Iterator<Row> rows = journal.rows(); rows.hasNext() && problems.size() == before; ) {
            Row row = rows.next();
            records++;
            if (records < row.number()) {
                problems.add("record " + records + " of the journal is missing");
            } else {
                record(row);
            }
            if (!seal.digest().equals(sealed.getOrDefault(records, seal.digest()))) {
                problems.add("records of the journal up to " + records
                        + " were replaced: they do not have the digest that the coordinator has of them");
            }
        }
        if (problems.size() == before && !sealed.isEmpty() && sealed.lastKey() > records) {
            problems.add("records " + (records + 1) + " to " + sealed.lastKey() + " of the journal are missing");
        }
        return problems.size() == before;
    }

    /** @param sealed takes the digests of the first records by their number, as far as the coordinator has them */
    private static RunHistory history(JournalPlace place, RecordSource journal, NavigableMap<Long, String> sealed) {
        RunHistory history = RunHistory.NONE;
        try {
            for (Iterator<Row> entries = journal.entries(); entries.hasNext(); ) {
                history = history.with(entries.next());
                sealed.put(history.seal().records(), history.seal().digest());
            }
        } catch (IllegalArgumentException e) {
            throw new UnusableJournalException(place.label() + ": " + e.getMessage(), e);
        }
        return history;
    }

    private void record(Row row) {
        try {
            JournalRecord record = RecordCodec.decode(row);
            if (run != null && !run.equals(record.header().run())) {
                throw new IllegalArgumentException(
                        "it is of run " + record.header().run() + ", those before are of " + run);
            }
            run = record.header().run();
            seal = seal.with(record);
            if (row.number() == 1 != record instanceof RunStarted) {
                throw new IllegalArgumentException("it is of the kind " + row.manifest());
            }
            started = record instanceof RunStarted first ? first : started;
            end = record instanceof RunEnded last ? last : null;
            if (record instanceof EventBatch batch) {
                for (Item item : batch.items()) {
                    lastFingerprint = item instanceof Cut cut ? cut.fingerprint() : lastFingerprint;
                }
            }
            if (end != null && end.failure().isEmpty() && !end.fingerprint().equals(lastFingerprint)) {
                throw new IllegalArgumentException("it ends with another fingerprint than the last cut has");
            }
        } catch (IllegalArgumentException e) {
            problems.add("record " + row.number() + " of the journal " + RecordCodec.complaint(e));
        }
    }

    /** The last two checkpoints are never removed; others may be. */
    private void checkpoints(Checkpoints there) {
        checkpoints = there.all().size();
        for (CheckpointCompleted one : there.all()) {
            try {
                there.verify(one);
            } catch (UnusableJournalException e) {
                problems.add(e.getMessage());
            }
        }
        there.lost().ifPresent(problems::add);
    }
}

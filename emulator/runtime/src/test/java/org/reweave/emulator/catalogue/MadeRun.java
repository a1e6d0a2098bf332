package org.reweave.emulator.catalogue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.CheckpointCodec;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.journal.JournalRuns;
import org.reweave.emulator.journal.format.CoordinatorEntry;
import org.reweave.emulator.journal.format.CoordinatorEntry.Seal;
import org.reweave.emulator.journal.format.CoordinatorEvent;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.format.CoordinatorEvent.RunOver;
import org.reweave.emulator.journal.format.CoordinatorEvent.TermStarted;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.JournalRecord.Cut;
import org.reweave.emulator.journal.format.JournalRecord.Header;
import org.reweave.emulator.journal.format.JournalRecord.RunEnded;
import org.reweave.emulator.journal.format.JournalRecord.RunStarted;
import org.reweave.emulator.journal.format.RecordCodec;
import org.reweave.emulator.journal.format.Row;
import org.reweave.emulator.journal.format.RunHistory;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.RecordFile;
import org.reweave.emulator.journal.store.RecordSource;
import org.reweave.emulator.results.FileDigests;
import org.reweave.emulator.results.RunFolder;

/**
 * Folders of a run that nobody has run: four records, four entries of the coordinator, and two checkpoints, at cuts 10
 * and 20. They are made in a millisecond, and have nothing in them but what the checks of stored runs look at.
 */
public final class MadeRun {
    public static final Header HEADER = Header.single(JournalRuns.RUN);
    static final String SCENARIO = "name = made\nseed = 7\n";
    static final long CYCLES_OF_A_CUT = 500;

    private final Path folder;
    private final List<JournalRecord> records = new ArrayList<>();
    private RunHistory history = RunHistory.NONE;
    private Seal seal = Seal.NOTHING;
    private final List<CoordinatorEntry> entries = new ArrayList<>();

    private MadeRun(Path folder) {
        this.folder = folder;
    }

    /** A run that is over. */
    public static Path over(Path folder) throws IOException {
        MadeRun run = new MadeRun(Files.createDirectories(folder));
        for (String result : RunFolder.RESULTS) {
            Files.writeString(folder.resolve(result), result.equals(RunFolder.SCENARIO) ? SCENARIO : result);
        }
        Files.writeString(
                folder.resolve(RunFolder.SUMMARY),
                "{ \"run\": \"" + JournalRuns.RUN
                        + "\", \"scenario\": \"made\", \"seed\": 7, \"outcome\": \"completed\","
                        + " \"cycles\": 10000, \"fingerprint\": \"ff20\" }\n");
        run.begin();
        run.record(new RunEnded(
                HEADER, "completed", false, "", 20 * CYCLES_OF_A_CUT, fingerprint(20), "{}", FileDigests.seal(folder)));
        run.entry(new RunOver(20, 20 * CYCLES_OF_A_CUT));
        run.journal();
        FileDigests.write(folder);
        return folder;
    }

    /** A run that broke off behind its second checkpoint. */
    public static Path brokenOff(Path runs, String name) throws IOException {
        Path folder = Files.createDirectories(runs.resolve("." + name + ".partial"));
        MadeRun run = new MadeRun(folder);
        Files.writeString(folder.resolve(RunFolder.SCENARIO), SCENARIO);
        run.begin();
        run.journal();
        return folder;
    }

    private void begin() throws IOException {
        record(new RunStarted(HEADER, SCENARIO, 7, "test", "fabric", 1_790_000_000_000L));
        entry(new TermStarted(JournalRuns.RUN, 1, 0, 0, 1));
        for (long cut : new long[] {10, 20}) {
            record(JournalRuns.batch(List.of(
                    new Cut(cut - 1, (cut - 1) * CYCLES_OF_A_CUT, fingerprint(cut - 1)),
                    new Cut(cut, cut * CYCLES_OF_A_CUT, fingerprint(cut)))));
            entry(checkpoint(cut));
        }
    }

    public static String fingerprint(long cut) {
        return String.format(Locale.ROOT, "ff%02d", cut);
    }

    private CheckpointCompleted checkpoint(long cut) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CheckpointCodec.write(
                Checkpoint.of(cut, cut * CYCLES_OF_A_CUT, new byte[] {1}, List.of(new byte[] {2})),
                new byte[] {3},
                bytes);
        Files.write(CheckpointFile.of(folder, cut), bytes.toByteArray());
        String digest = HexFormat.of().formatHex(CheckpointCodec.sha256().digest(bytes.toByteArray()));
        return new CheckpointCompleted(cut, cut * CYCLES_OF_A_CUT, bytes.size(), digest);
    }

    private void record(JournalRecord record) {
        records.add(record);
        seal = seal.with(record);
    }

    private void entry(CoordinatorEvent event) {
        CoordinatorEntry entry = history.entries(List.of(event), seal).get(0);
        history = history.with(entry);
        entries.add(entry);
    }

    private void journal() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RecordFile.write(new Made(), bytes);
        RecordFile.read(new ByteArrayInputStream(bytes.toByteArray()), JournalPlace.in(folder));
    }

    /** A journal in memory. */
    private final class Made implements RecordSource {
        @Override
        public long last() {
            return records.size();
        }

        @Override
        public Iterator<Row> rows(long from, long to) {
            List<Row> rows = new ArrayList<>();
            for (long number = from; number <= to; number++) {
                rows.add(RecordCodec.row(number, records.get((int) number - 1)));
            }
            return rows.iterator();
        }

        @Override
        public Iterator<Row> entries() {
            List<Row> rows = new ArrayList<>();
            entries.forEach(entry -> rows.add(entry.row(rows.size() + 1L)));
            return rows.iterator();
        }

        @Override
        public int strays() {
            return 0;
        }

        @Override
        public void close() {}
    }
}

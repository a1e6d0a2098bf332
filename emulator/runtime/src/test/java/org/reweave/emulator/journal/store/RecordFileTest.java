package org.reweave.emulator.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.catalogue.MadeRun;
import org.reweave.emulator.journal.JournalRuns;
import org.reweave.emulator.journal.format.CoordinatorEntry.Seal;
import org.reweave.emulator.journal.format.CoordinatorEvent.RunOver;
import org.reweave.emulator.journal.format.JournalRecord.Cut;
import org.reweave.emulator.journal.format.JournalRecord.EventBatch;
import org.reweave.emulator.journal.format.JournalRecord.Header;
import org.reweave.emulator.journal.format.RecordCodec;
import org.reweave.emulator.journal.format.Row;
import org.reweave.emulator.journal.format.RunHistory;

/** The records of an archive are those of the journal, and whatever else stands there is refused by its number. */
class RecordFileTest {
    private static final int BATCH = 1; // the kind

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    @BeforeEach
    void begin() throws IOException {
        again();
    }

    private void again() throws IOException {
        bytes.reset();
        out.write("reweave journal 3\n".getBytes(StandardCharsets.UTF_8));
        Files.deleteIfExists(folder.resolve("journal.mv.db"));
    }

    private void record(long number, int kind, byte[] content) throws IOException {
        out.writeLong(number);
        out.writeByte(kind);
        out.writeInt(content.length);
        out.write(content);
    }

    private static byte[] batch(String run) {
        byte[] items = JournalRuns.batch(List.of(new Cut(1, 500, "ff"))).bytes();
        return RecordCodec.encode(new EventBatch(Header.single(run), items));
    }

    private List<Row> read() throws IOException {
        RecordFile.read(new ByteArrayInputStream(bytes.toByteArray()), JournalPlace.in(folder));
        List<Row> rows = new ArrayList<>();
        try (RecordSource source = RecordSource.open(JournalPlace.in(folder), Optional.empty())) {
            source.rows().forEachRemaining(rows::add);
            source.entries().forEachRemaining(rows::add);
        }
        return rows;
    }

    private void isRefused(String message) throws IOException {
        assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessage(message);
        again();
    }

    @Test
    void aJournalComesBackWithItsEntries() throws IOException {
        Path run = MadeRun.over(folder.resolve("run"));
        bytes.reset();
        List<Row> written = new ArrayList<>();
        try (RecordSource source = RecordSource.open(JournalPlace.in(run), Optional.empty())) {
            RecordFile.write(source, bytes);
            source.rows().forEachRemaining(written::add);
            source.entries().forEachRemaining(written::add);
        }
        List<Row> read = read();
        assertThat(read).hasSize(8);
        assertThat(read).usingRecursiveComparison().isEqualTo(written);
    }

    @Test
    void numbersMayHaveGapsAndMustRise() throws IOException {
        record(2, BATCH, batch("a"));
        record(5, BATCH, batch("a"));
        out.writeLong(0);
        out.writeLong(0);
        assertThat(read()).extracting(Row::number).containsExactly(2L, 5L);
        again();
        record(2, BATCH, batch("a"));
        record(2, BATCH, batch("a"));
        isRefused("record 2 of its journal is not after record 2, or beyond 4000000");
        record(-1, BATCH, batch("a"));
        isRefused("record -1 of its journal is not after record 0, or beyond 4000000");
        record(4_000_001, BATCH, batch("a"));
        isRefused("record 4000001 of its journal is not after record 0, or beyond 4000000");
        record(4_000_000, BATCH, batch("a"));
        out.writeLong(0);
        out.writeLong(0);
        assertThat(read()).hasSize(1);
    }

    @Test
    void lengthsThatNoRecordHasAreRefused() throws IOException {
        for (int length : new int[] {-1, RecordSource.LONGEST_RECORD + 1}) {
            out.writeLong(1);
            out.writeByte(BATCH);
            out.writeInt(length);
            isRefused("record 1 of its journal has " + length + " bytes; at most 16777216 are read");
        }
        for (int length : new int[] {0, 3}) {
            record(1, BATCH, new byte[length]);
            isRefused("record 1 of its journal is damaged: its checksum is wrong: bytes were changed or lost");
        }
        for (int length : new int[] {1, RecordSource.LONGEST_RECORD}) {
            out.writeLong(1);
            out.writeByte(BATCH);
            out.writeInt(length);
            isRefused("its journal is cut short");
        }
        record(1, BATCH, batch("a"));
        isRefused("its journal is cut short");
    }

    @Test
    void recordsOfNoKindOrOfSeveralRunsAreRefused() throws IOException {
        record(1, 3, batch("a"));
        isRefused("record 1 of its journal is of no known kind");
        record(1, BATCH, batch("a"));
        record(2, BATCH, batch("b"));
        isRefused("record 2 of its journal is of another run than the others");
        record(1, 2, batch("a"));
        isRefused("record 1 of its journal is damaged: its checksum is wrong: bytes were changed or lost");
    }

    @Test
    void aRunsIdHasRoomInADatabase() throws IOException {
        int own = "|single|1".length();
        record(1, BATCH, batch("x".repeat(255 - own)));
        out.writeLong(0);
        out.writeLong(0);
        assertThat(read()).hasSize(1);
        again();
        record(1, BATCH, batch("x".repeat(256 - own)));
        isRefused("record 1 of its journal has a run's id of 256 characters");
    }

    @Test
    void entriesFollowEachOtherAndHaveTheirDigests() throws IOException {
        record(1, BATCH, batch("a"));
        out.writeLong(0);
        byte[] entry = RunHistory.NONE
                .entries(List.of(new RunOver(1, 500)), Seal.NOTHING)
                .get(0)
                .row(1)
                .bytes();
        for (int i = 1; i <= 2; i++) {
            out.writeLong(i);
            out.writeInt(entry.length);
            out.write(entry);
        }
        isRefused("entry 2 of the coordinator's history is damaged: it does not have the digest of itself and the"
                + " entries before");
        record(1, BATCH, batch("a"));
        out.writeLong(0);
        out.writeLong(2);
        out.writeInt(entry.length);
        out.write(entry);
        isRefused("entry 2 of the coordinator's history is damaged: entry 1 is missing before");
    }

    @Test
    void aJournalWithoutRecordsIsEmpty() throws IOException {
        out.writeLong(0);
        assertThat(read()).isEmpty();
    }

    @Test
    void thousandsOfRecordsComeBack() throws IOException {
        byte[] batch = batch("a");
        for (int number = 1; number <= 1000; number++) {
            record(number, BATCH, batch);
        }
        out.writeLong(0);
        out.writeLong(0);
        assertThat(read()).hasSize(1000).allMatch(row -> row.bytes().length == batch.length);
    }

    @Test
    void aRowThatIsNoRecordIsNotWritten() throws IOException {
        Path run = MadeRun.over(folder.resolve("run"));
        JournalSurgery.of(run).record(3, row -> new Row(3, row.serializer() + 1, row.manifest(), row.bytes()));
        try (RecordSource source = RecordSource.open(JournalPlace.in(run), Optional.empty())) {
            assertThatThrownBy(() -> RecordFile.write(source, bytes))
                    .isInstanceOf(UnusableJournalException.class)
                    .hasMessage("record 3 of its journal is none of reweave's");
        }
    }
}

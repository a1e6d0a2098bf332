package org.reweave.emulator.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.disk.Disk;
import org.reweave.emulator.disk.SimulatedDisk;
import org.reweave.emulator.disk.SimulatedH2Path;
import org.reweave.emulator.journal.format.Chains;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.RecordCodec;
import org.reweave.emulator.journal.format.Row;

class JournalRenewalTest {
    private static final JournalRecord.Header HEADER = JournalRecord.Header.single("run");
    private static final String RECORDS = "journal.records";
    private static final int BATCHES = 4;
    private static final int POWER_FAILURES = 30;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("journal.mv.db");
        try (JournalFileWriter writer = new JournalFileWriter(JournalPlace.in(folder))) {
            String chain = Chains.records(HEADER);
            writer.put(chain, RecordCodec.row(1, new JournalRecord.RunStarted(HEADER, "", 1, "", "", 1)));
            for (int i = 0; i < BATCHES; i++) {
                writer.put(chain, RecordCodec.row(2L + i, new JournalRecord.EventBatch(HEADER, new byte[i])));
            }
            writer.commit();
        }
    }

    private RecordSource open() {
        return RecordSource.open(JournalPlace.in(folder), Optional.empty());
    }

    private List<Long> numbers() {
        List<Long> numbers = new ArrayList<>();
        try (RecordSource source = open()) {
            for (Iterator<Row> rows = source.rows(); rows.hasNext(); ) {
                numbers.add(rows.next().number());
            }
        }
        return numbers;
    }

    private byte[] records(long most) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RecordSource source = open()) {
            RecordFile.write(new RecordPrefix(source, most, 0), out);
        }
        return out.toByteArray();
    }

    private void isAlone() {
        assertThat(folder.toFile().list()).containsExactly("journal.mv.db");
    }

    @Test
    void aRenewedJournalIsAnotherFileWithTheSameRecords() throws IOException {
        byte[] before = Files.readAllBytes(file);
        JournalRenewal.renew(folder);
        assertThat(numbers()).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(Files.readAllBytes(file)).isNotEqualTo(before);
        isAlone();
    }

    @Test
    void aPartOfAJournalTakesItsPlace() throws IOException {
        JournalRenewal.renew(folder, journal -> new RecordPrefix(journal, 3, 0));
        assertThat(numbers()).containsExactly(1L, 2L, 3L);
        isAlone();
    }

    @Test
    void recordsThatAKillHasLeftAreTheJournal() throws IOException {
        Files.write(folder.resolve(RECORDS), records(2));
        Files.writeString(folder.resolve(".journal.mv.db.partial"), "the half of a file");
        JournalRenewal.recover(folder);
        assertThat(numbers()).containsExactly(1L, 2L);
        isAlone();
    }

    @Test
    void recordsThatAKillHasLeftAreRenewedInPlaceOfTheFile() throws IOException {
        Files.write(folder.resolve(RECORDS), records(2));
        Files.writeString(file, "damaged");
        JournalRenewal.renew(folder);
        assertThat(numbers()).containsExactly(1L, 2L);
        isAlone();
    }

    @Test
    void aJournalThatNobodyRenewedIsLeftAsItIs() throws IOException {
        byte[] before = Files.readAllBytes(file);
        JournalRenewal.recover(folder);
        assertThat(file).hasBinaryContent(before);
    }

    @Test
    void recordsBehindARenewalSurviveAPowerFailure() throws IOException {
        SimulatedH2Path.register();
        SimulatedDisk disk =
                SimulatedDisk.over(Files.createDirectory(folder.resolve("disk")).toRealPath());
        Disk.write(disk.root().resolve("journal.mv.db"), Files.readAllBytes(file));
        JournalRenewal.renew(disk.root());
        try (JournalFileWriter writer = new JournalFileWriter(JournalPlace.in(disk.root()))) {
            writer.put(Chains.records(HEADER), RecordCodec.row(6, new JournalRecord.EventBatch(HEADER, new byte[9])));
            writer.commit();
            writer.sync();
            for (int seed = 0; seed < POWER_FAILURES; seed++) {
                Path left = folder.resolve("left" + seed);
                disk.log().leave(disk.log().size(), seed, left);
                JournalRenewal.recover(left);
                try (RecordSource source = RecordSource.open(JournalPlace.in(left), Optional.empty())) {
                    assertThat(source.last()).as("seed %d", seed).isEqualTo(6);
                }
            }
        }
    }

    @Test
    void aJournalThatCannotBeReadStaysAsItWas() throws IOException {
        Files.writeString(file, "damaged");
        assertThatThrownBy(() -> JournalRenewal.renew(folder)).isInstanceOf(UnusableJournalException.class);
        assertThat(file).hasContent("damaged");
        isAlone();
    }
}

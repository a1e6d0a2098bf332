package org.reweave.emulator.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.disk.SimulatedDisk;
import org.reweave.emulator.disk.SimulatedH2Path;
import org.reweave.emulator.journal.format.Row;

class JournalFileWriterTest {
    private static final String CHAIN = "run|single|1";
    private static final int POWER_FAILURES = 50;

    @TempDir
    private Path folder;

    /** @return in how many power failures behind the last commit the first of two rows is there */
    private int survived(String name, long longestUnsyncedNanos) throws IOException {
        SimulatedH2Path.register();
        SimulatedDisk disk =
                SimulatedDisk.over(Files.createDirectory(folder.resolve(name)).toRealPath());
        int survived = 0;
        try (JournalFileWriter file = new JournalFileWriter(JournalPlace.in(disk.root()), longestUnsyncedNanos)) {
            for (int number = 1; number <= 2; number++) {
                file.put(CHAIN, new Row(number, 1, "kind", new byte[5000]));
                file.commit();
            }
            for (int seed = 0; seed < POWER_FAILURES; seed++) {
                Path left = folder.resolve(name + seed);
                disk.log().leave(disk.log().size(), seed, left);
                JournalPlace place = JournalPlace.in(left);
                try (RecordSource source = RecordSource.open(place, Optional.empty())) {
                    survived += source.last() > 0 ? 1 : 0;
                } catch (JournalException e) {
                    // the file, or what is in it, is gone
                }
            }
        }
        return survived;
    }

    @Test
    void aCommitBringsThoseThatAreOldToTheDiskFirst() throws IOException {
        assertThat(survived("synced", 0)).isEqualTo(POWER_FAILURES);
        assertThat(survived("unsynced", Long.MAX_VALUE)).isLessThan(POWER_FAILURES);
    }

    /** A disk on which every call fails from some moment on. */
    private SimulatedDisk failingOnceTold(AtomicBoolean fails) throws IOException {
        SimulatedH2Path.register();
        SimulatedDisk disk = SimulatedDisk.over(folder.toRealPath());
        disk.before(() -> {
            if (fails.get()) {
                throw new IOException("No space left on device");
            }
        });
        return disk;
    }

    @Test
    void aFileThatCannotBeOpenedIsFreeAgain() throws IOException {
        AtomicBoolean fails = new AtomicBoolean();
        SimulatedDisk disk = failingOnceTold(fails);
        JournalPlace place = JournalPlace.in(disk.root());
        disk.failAt("", 0, new IOException("No space left on device")); // the sync of the folder, behind the file
        assertThatThrownBy(() -> new JournalFileWriter(place))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(": cannot be opened: no space left on the device");
        new JournalFileWriter(place).close();
    }

    @Test
    void aFileThatFailsSaysWhatCouldNotBeDoneAndIsFreeAgain() throws IOException {
        AtomicBoolean fails = new AtomicBoolean();
        JournalPlace place = JournalPlace.in(failingOnceTold(fails).root());
        JournalFileWriter file = new JournalFileWriter(place);
        file.put(CHAIN, new Row(1, 1, "kind", new byte[5000]));
        fails.set(true);
        assertThatThrownBy(file::commit)
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(": cannot be written: no space left on the device");
        assertThatThrownBy(file::sync)
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(": cannot be written: ");
        assertThatCode(file::close).doesNotThrowAnyException();
        fails.set(false);
        new JournalFileWriter(place).close();
    }

    @Test
    void aFileThatCannotBeClosedIsFreeAgain() throws IOException {
        AtomicBoolean fails = new AtomicBoolean();
        JournalPlace place = JournalPlace.in(failingOnceTold(fails).root());
        JournalFileWriter file = new JournalFileWriter(place);
        file.put(CHAIN, new Row(1, 1, "kind", new byte[5000]));
        fails.set(true);
        assertThatThrownBy(file::close)
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(": cannot be closed: no space left on the device");
        fails.set(false);
        new JournalFileWriter(place).close();
    }
}

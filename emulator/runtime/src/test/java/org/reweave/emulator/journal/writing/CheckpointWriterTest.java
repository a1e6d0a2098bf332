package org.reweave.emulator.journal.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.reading.Checkpoints;
import org.reweave.emulator.journal.store.JournalException;

@Timeout(60)
class CheckpointWriterTest {
    private static final byte[] RESULTS = {3};

    @TempDir
    private Path folder;

    private CheckpointWriter writer(List<Long> kept) {
        return new CheckpointWriter(folder, kept, () -> {});
    }

    private static Checkpoint at(long cut) {
        return Checkpoint.of(cut, cut * 500, new byte[] {1}, List.of(new byte[] {2}));
    }

    private static CheckpointCompleted write(CheckpointWriter writer, long cut) {
        writer.write(at(cut), RESULTS);
        return writer.written(true).orElseThrow();
    }

    private List<Long> cuts() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString().replaceAll("\\D", ""))
                    .map(Long::valueOf)
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aCheckpointIsReadAsItsCompletionSays() {
        CheckpointCompleted completed = write(writer(List.of()), 10);
        assertThat(completed.cut()).isEqualTo(10);
        assertThat(completed.cycle()).isEqualTo(5_000);
        assertThat(new Checkpoints(folder, List.of(completed)).read(completed).results())
                .isEqualTo(RESULTS);
    }

    @Test
    void aCheckpointIsToldOnceAndNotBeforeAllOfItIsThere() {
        CountDownLatch begun = new CountDownLatch(1);
        CheckpointWriter writer = new CheckpointWriter(folder, List.of(), () -> await(begun));
        assertThat(writer.written(true)).as("none is under way").isEmpty();
        writer.write(at(10), RESULTS);
        assertThat(writer.written(false)).isEmpty();
        assertThat(CheckpointFile.of(folder, 10))
                .as("a checkpoint before the journal began")
                .doesNotExist();
        begun.countDown();
        assertThat(writer.written(true)).map(CheckpointCompleted::cut).contains(10L);
        assertThat(CheckpointFile.of(folder, 10)).exists();
        assertThat(writer.written(true)).as("it was told").isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aCheckpointThatIsDoneIsToldToWhoDoesNotWait() throws InterruptedException {
        CheckpointWriter writer = writer(List.of());
        writer.write(at(10), RESULTS);
        Optional<CheckpointCompleted> told = Optional.empty();
        while (told.isEmpty()) {
            Thread.sleep(1);
            told = writer.written(false);
        }
        assertThat(told).map(CheckpointCompleted::cut).contains(10L);
    }

    @Test
    void aJournalThatDoesNotBeginIsTheReasonInItsOwnWords() throws IOException {
        CheckpointWriter writer = new CheckpointWriter(folder, List.of(), () -> {
            throw new JournalException("no server answers");
        });
        writer.write(at(10), RESULTS);
        assertThatThrownBy(() -> writer.written(true))
                .isInstanceOf(JournalException.class)
                .hasMessage("no server answers");
        assertThat(cuts()).isEmpty();
    }

    @Test
    void aFolderThatTakesNoFileIsNamedWithTheReason() {
        Path gone = folder.resolve("gone");
        CheckpointWriter writer = new CheckpointWriter(gone, List.of(), () -> {});
        writer.write(at(10), RESULTS);
        assertThatThrownBy(() -> writer.written(true))
                .isInstanceOf(JournalException.class)
                .hasMessageStartingWith("a checkpoint cannot be written into " + gone + ": ")
                .hasMessageNotContaining("Exception");
    }

    @Test
    void aWriterWithoutMemoryIsNotWaitedForForEver() {
        for (Error end : List.of(
                new OutOfMemoryError("Java heap space"),
                new NoClassDefFoundError("Could not initialize class org.reweave.X"))) {
            CheckpointWriter writer = new CheckpointWriter(folder, List.of(), () -> {
                throw end;
            });
            writer.write(at(10), RESULTS);
            assertThatThrownBy(() -> writer.written(true))
                    .isInstanceOf(JournalException.class)
                    .hasMessage("a checkpoint cannot be written into " + folder + ": out of memory");
        }
    }

    @Test
    void checkpointsAreThinnedOutButForTheLastTwo() throws IOException {
        CheckpointWriter writer = writer(List.of());
        LongStream.rangeClosed(1, CheckpointWriter.MOST).forEach(cut -> write(writer, cut));
        assertThat(cuts()).hasSize(CheckpointWriter.MOST);
        write(writer, CheckpointWriter.MOST + 1L);
        assertThat(cuts()).containsExactly(1L, 3L, 5L, 7L, 9L, 11L, 12L, 13L);
        LongStream.rangeClosed(14, 17).forEach(cut -> write(writer, cut));
        assertThat(cuts()).containsExactly(1L, 3L, 5L, 7L, 9L, 11L, 12L, 13L, 14L, 15L, 16L, 17L);
        write(writer, 18);
        assertThat(cuts()).containsExactly(1L, 5L, 9L, 12L, 14L, 16L, 17L, 18L);
    }

    @Test
    void checkpointsOfARunThatGoesOnAreThinnedOutWithItsOwn() throws IOException {
        CheckpointWriter before = writer(List.of());
        LongStream.rangeClosed(1, CheckpointWriter.MOST).forEach(cut -> write(before, cut));
        write(writer(LongStream.rangeClosed(1, CheckpointWriter.MOST).boxed().toList()), 20);
        assertThat(cuts()).containsExactly(1L, 3L, 5L, 7L, 9L, 11L, 12L, 20L);
    }
}

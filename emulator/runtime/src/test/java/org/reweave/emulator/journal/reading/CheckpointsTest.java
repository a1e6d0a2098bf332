package org.reweave.emulator.journal.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.CheckpointCodec;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;

class CheckpointsTest {
    /** A checkpoint's file of one cut, known as that of another or of itself. */
    private static CheckpointCompleted written(Path folder, long cut, long knownCut, long knownCycle)
            throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        Checkpoint checkpoint = Checkpoint.of(cut, cut * 500, new byte[] {1}, List.of(new byte[] {2}));
        CheckpointCodec.write(checkpoint, new byte[] {3}, packed);
        byte[] bytes = packed.toByteArray();
        Files.write(CheckpointFile.of(folder, knownCut), bytes);
        String digest = HexFormat.of().formatHex(CheckpointCodec.sha256().digest(bytes));
        return new CheckpointCompleted(knownCut, knownCycle, bytes.length, digest);
    }

    @Test
    void theLastCheckpointAtACycleOrBeforeIsRead(@TempDir Path folder) throws IOException {
        List<CheckpointCompleted> all = List.of(written(folder, 10, 10, 5_000), written(folder, 20, 20, 10_000));
        Checkpoints checkpoints = new Checkpoints(folder, all);
        assertThat(checkpoints.all()).isEqualTo(all);
        assertThat(checkpoints.lost()).isEmpty();
        List<String> refusals = new ArrayList<>();
        assertThat(checkpoints.last(4_999, refusals::add)).isEmpty();
        for (long cycle : new long[] {5_000, 9_999}) {
            assertThat(checkpoints
                            .last(cycle, refusals::add)
                            .orElseThrow()
                            .checkpoint()
                            .cut())
                    .isEqualTo(10);
        }
        assertThat(checkpoints
                        .last(10_000, refusals::add)
                        .orElseThrow()
                        .checkpoint()
                        .cut())
                .isEqualTo(20);
        assertThat(checkpoints.read(all.get(0)).results()).containsExactly(3);
        assertThat(refusals).isEmpty();
        Files.delete(CheckpointFile.of(folder, 20));
        Checkpoints left = new Checkpoints(folder, all);
        assertThat(left.all()).containsExactly(all.get(0));
        assertThat(left.lost()).contains("checkpoint-20.bin is missing");
        assertThat(Checkpoints.isAnyIn(folder)).isTrue();
        Files.delete(CheckpointFile.of(folder, 10));
        assertThat(Checkpoints.isAnyIn(folder)).isFalse();
    }

    @Test
    void aCheckpointOfAnotherCutOrCycleIsDamaged(@TempDir Path folder) throws IOException {
        for (CheckpointCompleted other : List.of(written(folder, 10, 11, 5_000), written(folder, 20, 20, 9_999))) {
            Checkpoints checkpoints = new Checkpoints(folder, List.of(other));
            String message = "checkpoint checkpoint-" + other.cut() + ".bin at cycle " + other.cycle()
                    + " is damaged: it is of another cut";
            assertThatThrownBy(() -> checkpoints.verify(other)).hasMessage(message);
            assertThatThrownBy(() -> checkpoints.read(other)).hasMessage(message);
        }
    }

    @Test
    void aCheckpointOfAnotherVersionIsNamedAndPassedOver(@TempDir Path folder) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(packed))) {
            out.writeByte(CheckpointCodec.VERSION - 1);
        }
        byte[] bytes = packed.toByteArray();
        Files.write(CheckpointFile.of(folder, 40), bytes);
        String digest = HexFormat.of().formatHex(CheckpointCodec.sha256().digest(bytes));
        Checkpoints checkpoints =
                new Checkpoints(folder, List.of(new CheckpointCompleted(40, 20_000, bytes.length, digest)));
        List<String> refusals = new ArrayList<>();
        assertThat(checkpoints.last(Long.MAX_VALUE, refusals::add)).isEmpty();
        assertThat(refusals)
                .containsExactly("checkpoint checkpoint-40.bin at cycle 20000 is of version "
                        + (CheckpointCodec.VERSION - 1) + "; this version of reweave goes on from version "
                        + CheckpointCodec.VERSION + " only");
    }
}

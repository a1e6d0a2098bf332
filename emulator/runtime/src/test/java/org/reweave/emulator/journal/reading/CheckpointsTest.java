package org.reweave.emulator.journal.reading;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.reweave.emulator.checkpoint.CheckpointCodec;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;

class CheckpointsTest {
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

package org.reweave.emulator.journal;

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
import org.reweave.emulator.journal.CoordinatorEvent.CheckpointCompleted;

class CheckpointCodecTest {
    @Test
    void aCheckpointThatUnpacksWithoutEndIsRefusedBeforeItIsUnpacked() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            out.writeByte(CheckpointCodec.VERSION);
            out.writeLong(1);
            out.writeLong(1);
            out.writeInt(Integer.MAX_VALUE); // the length of the governor's state
        }
        assertThatThrownBy(() -> CheckpointCodec.read(bytes.toByteArray()))
                .isInstanceOf(IOException.class)
                .hasMessage("it unpacks to more than 1073741824 bytes");
    }

    @Test
    void aCheckpointThatEndsInItsFirstNumbersIsRefusedInWords() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            out.writeByte(CheckpointCodec.VERSION);
            out.writeInt(1);
        }
        assertThatThrownBy(() -> CheckpointCodec.read(bytes.toByteArray()))
                .isInstanceOf(IOException.class)
                .hasMessage("it ends too early");
    }

    @Test
    void aCheckpointOfAnotherVersionIsNamedAndPassedOver(@TempDir Path folder) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(packed))) {
            out.writeByte(CheckpointCodec.VERSION - 1);
        }
        byte[] bytes = packed.toByteArray();
        Files.write(Checkpoints.file(folder, 40), bytes);
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

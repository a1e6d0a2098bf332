package org.reweave.emulator.checkpoint;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

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
}

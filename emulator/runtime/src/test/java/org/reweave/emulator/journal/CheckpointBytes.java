package org.reweave.emulator.journal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.reweave.emulator.checkpoint.Checkpoint;

/** Checkpoints as they lie in a run's folder, for tests of other packages. */
public final class CheckpointBytes {
    private CheckpointBytes() {}

    public static byte[] of(Checkpoint checkpoint) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CheckpointCodec.write(checkpoint, new byte[8], bytes);
        return bytes.toByteArray();
    }

    public static Checkpoint read(byte[] bytes) throws IOException {
        CheckpointCodec.Content content = CheckpointCodec.read(bytes);
        return content.kept()
                .orElseThrow(() -> new IOException("it is of version " + content.version()))
                .checkpoint();
    }
}

package org.reweave.emulator.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

/** A checkpoint comes back as it was, or is refused in words that say what is wrong. */
class CheckpointCodecTest {
    private static final byte[] GOVERNOR = {5, 6, 7};
    private static final byte[] RESULTS = {8};
    private static final List<byte[]> STATES = List.of(new byte[] {1, 2}, new byte[0], new byte[] {3});

    /** The numbers of a checkpoint, as they are before they are packed. */
    private interface Numbers {
        void to(DataOutputStream out) throws IOException;
    }

    private static byte[] packed(Numbers numbers) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            out.writeByte(CheckpointCodec.VERSION);
            out.writeLong(70);
            out.writeLong(140_000);
            numbers.to(out);
        }
        return bytes.toByteArray();
    }

    private static void isRefused(Numbers numbers, String message) throws IOException {
        byte[] bytes = packed(numbers);
        assertThatThrownBy(() -> CheckpointCodec.read(bytes, Path.of("")))
                .isInstanceOf(IOException.class)
                .hasMessage(message);
    }

    @Test
    void aCheckpointComesBackWithItsCutGovernorResultsAndTheStateOfEachDevice() throws IOException {
        AtomicBoolean isClosed = new AtomicBoolean();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream() {
            @Override
            public void close() {
                isClosed.set(true);
            }
        };
        CheckpointCodec.write(Checkpoint.of(70, 140_000, GOVERNOR, STATES), RESULTS, bytes);

        CheckpointCodec.Content content = CheckpointCodec.read(bytes.toByteArray(), Path.of(""));
        assertThat(isClosed).isTrue();
        assertThat(content.version()).isEqualTo(CheckpointCodec.VERSION);
        KeptCheckpoint kept = content.kept().orElseThrow();
        assertThat(kept.checkpoint().cut()).isEqualTo(70);
        assertThat(kept.checkpoint().cycle()).isEqualTo(140_000);
        assertThat(kept.checkpoint().governor()).isEqualTo(GOVERNOR);
        assertThat(kept.results()).isEqualTo(RESULTS);
        assertThat(kept.checkpoint().devices()).isEqualTo(STATES.size());
        for (int device = 0; device < STATES.size(); device++) {
            assertThat(kept.checkpoint().device(device)).isEqualTo(STATES.get(device));
        }
    }

    @Test
    void aCheckpointOfAnotherVersionIsNotReadOn() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            out.writeByte(CheckpointCodec.VERSION + 1);
        }
        CheckpointCodec.Content content = CheckpointCodec.read(bytes.toByteArray(), Path.of(""));
        assertThat(content.version()).isEqualTo(CheckpointCodec.VERSION + 1);
        assertThat(content.kept()).isEmpty();
    }

    @Test
    void theDeviceIsNamedWhoseStateDoesNotHaveItsDigest() throws IOException {
        isRefused(
                out -> {
                    out.writeInt(0);
                    out.writeInt(0);
                    out.writeInt(2);
                    out.writeInt(0);
                    byte[] digest = CheckpointCodec.sha256().digest(new byte[] {1});
                    for (int state = 1; state <= 2; state++) { // the second one was another when it was written
                        out.write(digest, 0, 16);
                        out.writeInt(1);
                        out.write(state);
                    }
                },
                "the state of device 1 does not have its digest");
    }

    @Test
    void aLengthOrANumberOfDevicesThatCannotBeIsRefused() throws IOException {
        isRefused(out -> out.writeInt(-1), "it ends inside a state of -1 bytes");
        isRefused(
                out -> {
                    out.writeInt(5);
                    out.write(GOVERNOR);
                },
                "it ends inside a state of 5 bytes");
        isRefused(out -> out.writeInt(1 << 30), "it ends inside a state of 1073741824 bytes");
        isRefused(
                out -> {
                    out.writeInt(1);
                    out.write(0);
                    out.writeInt(1 << 30);
                },
                "it unpacks to more than 1073741824 bytes");
        for (int devices : new int[] {-1, (1 << 24) + 1}) {
            isRefused(
                    out -> {
                        out.writeInt(0);
                        out.writeInt(0);
                        out.writeInt(devices);
                    },
                    "it has " + devices + " devices");
        }
        isRefused(
                out -> {
                    out.writeInt(0);
                    out.writeInt(0);
                    out.writeInt(1 << 24);
                    out.writeInt(0);
                },
                "it ends too early");
    }

    @Test
    void aCheckpointWithoutDevicesIsOne() throws IOException {
        byte[] bytes = packed(out -> {
            out.writeInt(0);
            out.writeInt(0);
            out.writeInt(0);
            out.writeInt(0);
        });
        assertThat(CheckpointCodec.read(bytes, Path.of(""))
                        .kept()
                        .orElseThrow()
                        .checkpoint()
                        .devices())
                .isZero();
    }

    @Test
    void filesOfCheckpointsAreKnownByTheirNames() {
        assertThat(CheckpointFile.of(Path.of("run"), 70)).isEqualTo(Path.of("run", "checkpoint-70.bin"));
        assertThat(List.of("checkpoint-70.bin", "checkpoint-1.bin", "checkpoint-9223372036854775807.bin"))
                .allMatch(CheckpointFile::isName);
        assertThat(List.of(
                        "checkpoint-0.bin",
                        "checkpoint-07.bin",
                        "checkpoint--7.bin",
                        "checkpoint-.bin",
                        "checkpoint-70.bin.partial",
                        ".checkpoint-70.bin",
                        "checkpoint-70"))
                .noneMatch(CheckpointFile::isName);
    }

    @Test
    void aCheckpointThatUnpacksWithoutEndIsRefusedBeforeItIsUnpacked() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            out.writeByte(CheckpointCodec.VERSION);
            out.writeLong(1);
            out.writeLong(1);
            out.writeInt(Integer.MAX_VALUE); // the length of the governor's state
        }
        assertThatThrownBy(() -> CheckpointCodec.read(bytes.toByteArray(), Path.of("")))
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
        assertThatThrownBy(() -> CheckpointCodec.read(bytes.toByteArray(), Path.of("")))
                .isInstanceOf(IOException.class)
                .hasMessage("it ends too early");
    }
}

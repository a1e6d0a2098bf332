package org.reweave.emulator.journal.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.checkpoint.CheckpointPart;
import org.reweave.emulator.checkpoint.PartList;
import org.reweave.emulator.checkpoint.PartStates;
import org.reweave.emulator.device.DeviceState;
import org.reweave.emulator.disk.DiskLog;
import org.reweave.emulator.disk.SimulatedDisk;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.reading.Checkpoints;
import org.reweave.emulator.journal.store.UnusableJournalException;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

/** Checkpoints whose states nodes write into files of their own. */
class NodeCheckpointsTest {
    private static final Network NETWORK =
            new Network(ResolvedScenario.of(ScenarioLoader.parse("ring.conf", """
            description = "A torus"
            fabric.generator = "torus:2x4"
            routing.engine = updown
            device.preset = iba-1x
            traffic.load = 0.1
            run { warmup = 5us, duration = 20us, limit = 100us, cut-interval = 2us }
            """, List.of())));
    private static final int NODES = 2;

    @TempDir
    private Path folder;

    private static List<DeviceState> states(int node) {
        return IntStream.range(0, NETWORK.deviceCount())
                .filter(device -> device % NODES == node)
                .mapToObj(device -> DeviceState.of(NETWORK.create(device), channel -> true, 1))
                .toList();
    }

    private static CheckpointPart part(Path in, long cut, int node) throws IOException {
        return PartStates.write(in, cut, 1, node, states(node), NETWORK.wiring());
    }

    /** A checkpoint as the governor makes one of reports without states. */
    private static Checkpoint head(long cut, PartList files) {
        return Checkpoint.ofNodes(cut, cut * 500, new byte[] {1}, NETWORK.deviceCount())
                .with(files);
    }

    /** The nodes write, then the run's process does. */
    private static CheckpointCompleted write(Path in, CheckpointWriter writer, long cut) throws IOException {
        PartList files = new PartList();
        writer.write(head(cut, files), new byte[] {2});
        List<CheckpointPart> parts = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            parts.add(part(in, cut, node));
        }
        files.complete(parts);
        return writer.written(true).orElseThrow();
    }

    private CheckpointWriter writer() {
        return new CheckpointWriter(folder, List.of(), () -> {});
    }

    @Test
    void theStatesAreReadFromTheFilesOfTheNodes() throws IOException {
        CheckpointCompleted completed = write(folder, writer(), 10);

        Checkpoint read =
                new Checkpoints(folder, List.of(completed)).read(completed).checkpoint();

        for (int device = 0; device < NETWORK.deviceCount(); device++) {
            assertThat(read.device(device))
                    .isEqualTo(states(device % NODES).get(device / NODES).complete(channel -> new long[0]));
        }
    }

    @Test
    void whereANodeWillNotWriteItsFileThereIsNoCheckpointAndTheNextOneIsWritten() throws IOException {
        CheckpointWriter writer = writer();
        PartList files = new PartList();
        writer.write(head(10, files), new byte[] {2});
        part(folder, 10, 0);
        assertThat(writer.written(false)).isEmpty();
        files.giveUp();
        assertThat(writer.written(true)).isEmpty();
        assertThat(CheckpointFile.of(folder, 10)).doesNotExist();
        assertThat(write(folder, writer, 20).cut()).isEqualTo(20);
    }

    @Test
    void theFilesOfNodesGoWithTheCheckpointsThatAreThinnedOut() throws IOException {
        CheckpointWriter writer = writer();
        for (long cut = 1; cut <= CheckpointWriter.MOST + 1; cut++) {
            write(folder, writer, cut);
        }
        assertThat(CheckpointFile.of(folder, 2)).doesNotExist();
        assertThat(CheckpointFile.parts(folder))
                .doesNotContain("checkpoint-2.1-0.bin", "checkpoint-2.1-1.bin")
                .contains("checkpoint-1.1-0.bin", "checkpoint-12.1-1.bin", "checkpoint-13.1-1.bin")
                .hasSize(NODES * 8);
    }

    @Test
    void aFileThatIsNotAsItWasWrittenIsNamedAndTheCheckpointBeforeIsRead() throws IOException {
        CheckpointWriter writer = writer();
        List<CheckpointCompleted> both = List.of(write(folder, writer, 10), write(folder, writer, 20));
        Path file = folder.resolve("checkpoint-20.1-1.bin");
        byte[] whole = Files.readAllBytes(file);
        List<String> lines = new ArrayList<>();

        byte[] flipped = whole.clone();
        flipped[whole.length / 2] ^= 1;
        Files.write(file, flipped);
        lines.add(refusal(both));
        Files.write(file, new byte[3]);
        lines.add(refusal(both));
        Files.delete(file);
        lines.add(refusal(both));

        String damaged = "checkpoint checkpoint-20.bin at cycle 10000 is damaged: checkpoint-20.1-1.bin ";
        assertThat(lines.get(0)).startsWith(damaged + "has the digest ").endsWith(" as it was written");
        assertThat(lines.get(1)).isEqualTo(damaged + "has 3 bytes, not the " + whole.length + " that were written");
        assertThat(lines.get(2))
                .isEqualTo(damaged + "is missing, a file of " + whole.length
                        + " bytes with the states of a node's devices");
    }

    /** The last checkpoint is refused, and the one before is read. */
    private String refusal(List<CheckpointCompleted> both) {
        List<String> remarks = new ArrayList<>();
        Checkpoints checkpoints = new Checkpoints(folder, both);
        assertThat(checkpoints
                        .last(Long.MAX_VALUE, remarks::add)
                        .orElseThrow()
                        .checkpoint()
                        .cut())
                .isEqualTo(10);
        assertThatThrownBy(() -> checkpoints.verify(both.get(1))).isInstanceOf(UnusableJournalException.class);
        assertThat(remarks).hasSize(1);
        return remarks.get(0);
    }

    @Test
    void filesOfAnotherCutOrWithoutSomeDeviceAreRefused() throws IOException {
        List<CheckpointPart> parts = List.of(part(folder, 10, 0), part(folder, 10, 1));
        int devices = NETWORK.deviceCount();

        assertThatThrownBy(() -> PartStates.read(folder, parts, 11, devices, device -> true))
                .isInstanceOf(IOException.class)
                .hasMessage("checkpoint-10.1-0.bin is of cut 10 with " + devices + " devices, not of cut 11 with "
                        + devices);
        assertThatThrownBy(() -> PartStates.read(folder, parts.subList(0, 1), 10, devices, device -> true))
                .isInstanceOf(IOException.class)
                .hasMessage("no file of its list has the state of device 1");
        assertThat(PartStates.read(folder, parts.subList(0, 1), 10, devices, device -> device == 2)
                        .apply(2))
                .isNotEmpty();
        CheckpointPart outside = new CheckpointPart("../scenario.conf", 3, "00");
        assertThatThrownBy(() -> PartStates.read(folder, List.of(outside), 10, devices, device -> true))
                .isInstanceOf(IOException.class)
                .hasMessage("its list has a file of 3 bytes whose name or digest no node writes");
    }

    /** A kill of all processes, or a power failure, before any step of nodes and of the run's process. */
    @Test
    void whateverIsInterruptedTheLastCheckpointThatCountedIsWholeAndTheOneBefore(@TempDir Path real)
            throws IOException {
        SimulatedDisk disk = SimulatedDisk.over(real.toRealPath());
        DiskLog log = disk.log();
        CheckpointWriter writer = new CheckpointWriter(disk.root(), List.of(), () -> {});
        List<CheckpointCompleted> completed = new ArrayList<>();
        for (long cut = 1; cut <= CheckpointWriter.MOST + 3; cut++) {
            completed.add(write(disk.root(), writer, cut));
            log.mark("checkpoint " + cut);
        }
        int cases = 0;
        for (int before = 0; before <= log.size(); before++) {
            int counted = 0;
            while (log.isMarked("checkpoint " + (counted + 1), before)) {
                counted++;
            }
            Path left = Files.createDirectory(folder.resolve("left-" + before));
            log.leave(before, before, left);
            Checkpoints there = new Checkpoints(left, completed.subList(0, counted));
            for (int last = counted; last > Math.max(0, counted - 2); last--) {
                Optional<CheckpointCompleted> expected = Optional.of(completed.get(last - 1));
                assertThat(there.all()).as("before action %d", before).contains(expected.get());
                there.verify(expected.get());
                cases++;
            }
        }
        assertThat(cases).isGreaterThan(200);
    }
}

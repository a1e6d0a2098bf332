package org.reweave.emulator.campaign;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.DamagedStateException;
import org.reweave.emulator.cluster.ClusterTargets;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.journal.store.UnusableJournalException;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.traffic.trace.TraceFormatException;
import org.reweave.emulator.wire.WireException;
import org.reweave.routing.io.FabricFormatException;
import org.reweave.routing.plugin.PluginException;

/** All readers of files from outside, and how they refuse. */
final class Targets {
    private Targets() {}

    /** How the project says that an input is wrong. */
    static final List<Class<? extends Exception>> INPUT_ERRORS = List.of(
            FabricFormatException.class,
            TraceFormatException.class,
            ScenarioException.class,
            UnusableJournalException.class,
            DamagedStateException.class,
            PluginException.class,
            BatchState.RefusedException.class,
            ClusterException.class,
            WireException.class,
            IOException.class);

    /**
     * All readers.
     *
     * @param folder of their own
     */
    static List<Target> all(Path folder) throws IOException {
        Network network = CheckpointTargets.network();
        Checkpoint taken = CheckpointTargets.taken(network);
        return Stream.of(
                        FabricTargets.all(folder),
                        ScenarioTargets.all(folder),
                        RunTargets.all(folder),
                        BatchTargets.all(folder),
                        CheckpointTargets.all(network, taken),
                        ClusterTargets.all(folder, network, taken))
                .flatMap(List::stream)
                .toList();
    }

    /** The reader of a name, which is one of {@link #all}. */
    static Target named(String name, Path folder) throws IOException {
        return all(folder).stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static boolean isRefusal(Throwable e) {
        return INPUT_ERRORS.stream().anyMatch(type -> type.isInstance(e));
    }

    /** Whether a refusal is one line; a scenario's has a line for each problem. */
    static boolean isOneLine(Throwable refusal) {
        List<String> lines = refusal instanceof ScenarioException scenario
                ? scenario.problems()
                : Collections.singletonList(refusal.getMessage());
        return lines.stream().allMatch(line -> line != null && !line.contains("\n"));
    }

    static byte[] packed(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}

package org.reweave.emulator.campaign;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.checkpoint.DamagedStateException;
import org.reweave.emulator.journal.UnusableJournalException;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.traffic.trace.TraceFormatException;
import org.reweave.routing.io.FabricFormatException;
import org.reweave.routing.plugin.PluginException;

/**
 * A reader of files from outside.
 *
 * @param corpus files that are read without complaint
 * @param mostBytes that the reader may allocate in all for a mutant, whether or not it still holds them
 */
record Target(String name, List<byte[]> corpus, long mostBytes, Reader reader) {
    private static final long MOST_BYTES = 256L << 20;

    Target(String name, List<byte[]> corpus, Reader reader) {
        this(name, corpus, MOST_BYTES, reader);
    }

    /** Reads a mutant; throws one of {@link #INPUT_ERRORS} when it is refused. */
    interface Reader {
        void read(byte[] mutant) throws Exception;
    }

    /** How the project says that an input is wrong. */
    static final List<Class<? extends Exception>> INPUT_ERRORS = List.of(
            FabricFormatException.class,
            TraceFormatException.class,
            ScenarioException.class,
            UnusableJournalException.class,
            DamagedStateException.class,
            PluginException.class,
            BatchState.RefusedException.class,
            IOException.class);

    /**
     * All readers.
     *
     * @param folder of their own
     */
    static List<Target> all(Path folder) throws IOException {
        return Stream.of(
                        FabricTargets.all(folder),
                        ScenarioTargets.all(folder),
                        RunTargets.all(folder),
                        CheckpointTargets.all())
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
        return refusal instanceof ScenarioException
                || refusal.getMessage() != null && !refusal.getMessage().contains("\n");
    }

    static List<byte[]> texts(String... texts) {
        return Stream.of(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
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

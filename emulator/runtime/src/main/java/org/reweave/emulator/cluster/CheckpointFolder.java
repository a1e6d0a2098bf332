package org.reweave.emulator.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.checkpoint.CheckpointPart;
import org.reweave.emulator.cluster.messages.CheckpointPlace;
import org.reweave.emulator.cluster.protocol.Part;
import org.reweave.emulator.disk.FileFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run's folder, into which the nodes of the run write the states of their devices at checkpoints. A file in it whose
 * name nobody can guess tells nodes that their folder of the same path is this one. At the end of the run files are
 * removed that belong to no checkpoint: an incarnation that ended has left them.
 */
final class CheckpointFolder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("reweave");

    private final Path folder;
    private final Path token;
    private final Set<String> claimed; // files that are others' to remove

    /** What is in the folder already belongs to checkpoints of the run before it was resumed. */
    CheckpointFolder(Path folder) {
        this.folder = folder.toAbsolutePath();
        try {
            this.claimed = new HashSet<>(CheckpointFile.parts(this.folder));
            this.token = Files.createTempFile(this.folder, ".nodes-", ".partial"); // as what a resume removes
        } catch (IOException e) {
            throw new UncheckedIOException(folder + ": cannot be written: " + FileFailure.reason(e), e);
        }
    }

    Path path() {
        return folder;
    }

    CheckpointPlace place() {
        return new CheckpointPlace(folder.toString(), token.getFileName().toString());
    }

    /** Why a part of a run, in the process that hosts it, does not reach the folder of the run; empty = it does. */
    static Optional<String> obstacle(CheckpointPlace place, Part part) {
        Path folder = Path.of(place.folder());
        Path token = folder.resolve(place.token());
        if (!Files.exists(token)) {
            return Optional.of("does not see " + folder + " of the run's process");
        }
        try {
            Path trial = folder.resolve(place.token() + "-" + part.incarnation() + "-" + part.node() + ".partial");
            Files.createFile(trial);
            Files.delete(trial);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("cannot write into " + folder + ": " + FileFailure.reason(e));
        }
    }

    /** Some files are another one's to remove. */
    synchronized void claim(List<CheckpointPart> parts) {
        parts.forEach(part -> claimed.add(part.file()));
        try {
            claimed.retainAll(CheckpointFile.parts(folder));
        } catch (IOException e) {
            warn(e);
        }
    }

    void remove(List<CheckpointPart> parts) {
        for (CheckpointPart part : parts) {
            remove(part.file());
        }
    }

    private void remove(String file) {
        try {
            Files.deleteIfExists(folder.resolve(file));
        } catch (IOException e) {
            warn(e);
        }
    }

    private void warn(IOException e) {
        LOG.warn("{}: files of nodes that no checkpoint needs stay there: {}", folder, FileFailure.reason(e));
    }

    @Override
    public synchronized void close() {
        remove(token.getFileName().toString());
        try {
            CheckpointFile.parts(folder).stream()
                    .filter(file -> !claimed.contains(file))
                    .forEach(this::remove);
        } catch (IOException e) {
            warn(e);
        }
    }
}

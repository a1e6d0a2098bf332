package org.reweave.emulator.journal.writing;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.reweave.emulator.actor.EndOfMemory;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.CheckpointCodec;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.checkpoint.CheckpointPart;
import org.reweave.emulator.checkpoint.PartList;
import org.reweave.emulator.disk.Disk;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.store.JournalException;

/**
 * Writes checkpoints into the run's folder beside the run, one at a time: a run whose next checkpoint is due before the
 * last one is written waits. A file gets its name when all of it is on the disk.
 *
 * <p>Old checkpoints are removed: when there are more than {@link #MOST}, every second one goes but for the last two.
 * So the last one is there to go on from, and the run can be looked into anywhere from one that is not far before.
 */
final class CheckpointWriter {
    /** Checkpoints that are kept. */
    static final int MOST = 12;

    private final Path folder;
    private final List<Long> kept;
    private final Runnable begun;
    private Optional<CompletableFuture<Optional<CheckpointCompleted>>> underWay = Optional.empty();

    /**
     * @param kept cuts of the checkpoints that are there, ascending
     * @param begun returns when the journal says what is run: a checkpoint without that would be one whose journal is
     *     lost; called in a thread of the writer's own
     */
    CheckpointWriter(Path folder, List<Long> kept, Runnable begun) {
        this.folder = folder;
        this.kept = new ArrayList<>(kept);
        this.begun = begun;
    }

    /**
     * Begins to write a checkpoint, when {@link #written} has returned the last one. Where nodes write the states,
     * their list is written once all of their files are there, and nothing if they will not be.
     */
    void write(Checkpoint checkpoint, byte[] results) {
        CompletableFuture<Optional<CheckpointCompleted>> done = new CompletableFuture<>();
        checkpoint.parts().ifPresent(PartList::claim);
        Thread writer = new Thread(
                () -> {
                    try {
                        begun.run();
                        done.complete(store(checkpoint, results));
                    } catch (IOException | RuntimeException | Error e) { // whoever waits learns of it
                        done.completeExceptionally(e);
                    }
                },
                "checkpoint-writer");
        writer.setDaemon(true);
        writer.start();
        underWay = Optional.of(done);
    }

    /**
     * The checkpoint that was begun, once, when all of it is on the disk; empty when nodes did not write their files.
     *
     * @param wait until it is known; else empty while it is not
     * @throws JournalException when it could not be written, or the journal did not begin
     */
    Optional<CheckpointCompleted> written(boolean wait) {
        if (underWay.isEmpty() || !wait && !underWay.get().isDone()) {
            return Optional.empty();
        }
        try {
            Optional<CheckpointCompleted> completed = underWay.get().join();
            underWay = Optional.empty();
            return completed;
        } catch (CompletionException e) {
            if (e.getCause() instanceof JournalException ofJournal) {
                throw ofJournal;
            }
            String reason = EndOfMemory.isReasonOf(e) ? "out of memory" : FileFailure.reason(e.getCause());
            throw new JournalException("a checkpoint cannot be written into " + folder + ": " + reason, e.getCause());
        }
    }

    private Optional<CheckpointCompleted> store(Checkpoint checkpoint, byte[] results) throws IOException {
        List<CheckpointPart> parts = List.of();
        if (checkpoint.parts().isPresent()) {
            Optional<List<CheckpointPart>> all = checkpoint.parts().get().await();
            if (all.isEmpty()) {
                return Optional.empty();
            }
            parts = all.get();
        }
        return Optional.of(store(checkpoint, parts, results));
    }

    private CheckpointCompleted store(Checkpoint checkpoint, List<CheckpointPart> parts, byte[] results)
            throws IOException {
        Path file = CheckpointFile.of(folder, checkpoint.cut());
        MessageDigest digest = CheckpointCodec.sha256();
        Disk.replace(file, out -> {
            OutputStream buffered = new BufferedOutputStream(new DigestOutputStream(out, digest), 1 << 16);
            CheckpointCodec.write(checkpoint, parts, results, buffered);
            buffered.flush();
        });
        kept.add(checkpoint.cut());
        prune();
        String hex = HexFormat.of().formatHex(digest.digest());
        return new CheckpointCompleted(checkpoint.cut(), checkpoint.cycle(), Files.size(file), hex);
    }

    private void prune() throws IOException {
        if (kept.size() > MOST) {
            List<Long> old = kept.subList(0, kept.size() - 2);
            for (int i = old.size() - 2; i >= 0; i -= 2) {
                CheckpointFile.remove(folder, old.remove(i));
            }
        }
    }
}

package org.reweave.emulator.checkpoint;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The files of a checkpoint that nodes are writing. Whoever keeps the checkpoint waits for their list; the files are
 * its own from then on.
 */
public final class PartList {
    private final CompletableFuture<Optional<List<CheckpointPart>>> files = new CompletableFuture<>();
    private volatile boolean claimed;

    /** All of the files are on the disk. */
    public void complete(List<CheckpointPart> all) {
        files.complete(Optional.of(List.copyOf(all)));
    }

    /** Some node will not write its file. */
    public void giveUp() {
        files.complete(Optional.empty());
    }

    /** The caller keeps the checkpoint, and removes its files when nobody needs them any more. */
    public void claim() {
        claimed = true;
    }

    public boolean isClaimed() {
        return claimed;
    }

    /** Waits for the files; empty = some will never be there. */
    public Optional<List<CheckpointPart>> await() {
        return files.join();
    }
}

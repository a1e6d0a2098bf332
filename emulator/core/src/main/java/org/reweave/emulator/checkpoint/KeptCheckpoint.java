package org.reweave.emulator.checkpoint;

/** A checkpoint, and the state that the results had there, as {@code results.RunRecorder} encodes it. */
public record KeptCheckpoint(Checkpoint checkpoint, byte[] results) {
    /** The same in a fraction of the memory, unless files of nodes have the states. */
    public KeptCheckpoint packed() {
        return checkpoint.files().isPresent() ? this : new KeptCheckpoint(checkpoint.packed(), results);
    }
}

package org.reweave.emulator.checkpoint;

/** A checkpoint, and the state that the results had there, as {@code results.RunRecorder} encodes it. */
public record KeptCheckpoint(Checkpoint checkpoint, byte[] results) {}

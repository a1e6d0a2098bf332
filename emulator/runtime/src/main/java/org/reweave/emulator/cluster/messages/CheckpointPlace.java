package org.reweave.emulator.cluster.messages;

/**
 * Where the nodes of a run write the states of their devices at checkpoints.
 *
 * @param folder absolute path of the run's folder, as its process sees it; empty = nodes write nothing
 * @param token name of a file in it, by which a node knows that its folder of that path is the same one
 */
public record CheckpointPlace(String folder, String token) {
    public static final CheckpointPlace NONE = new CheckpointPlace("", "");

    public boolean isNone() {
        return folder.isEmpty();
    }
}

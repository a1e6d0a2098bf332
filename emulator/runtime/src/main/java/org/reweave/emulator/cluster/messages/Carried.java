package org.reweave.emulator.cluster.messages;

/**
 * The frames that one node has carried to another one, or to all others.
 *
 * @param bytes of the bundles
 */
public record Carried(long frames, long bundles, long bytes) {
    public static final Carried NONE = new Carried(0, 0, 0);

    public Carried plus(Carried other) {
        return new Carried(frames + other.frames, bundles + other.bundles, bytes + other.bytes);
    }
}

package org.reweave.emulator.cluster.messages;

/**
 * How a run on nodes saves messages between them. Results do not depend on it; a benchmark leaves out one or the other.
 *
 * @param placement nodes get parts of the network between which few links lead; else devices are dealt out in turn
 * @param bundling all that one node has for another at a time goes in one message; else each frame in one of its own
 */
public record Economies(boolean placement, boolean bundling) {
    /** The economies of every real run. */
    public static final Economies ALL = new Economies(true, true);
}

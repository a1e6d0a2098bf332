package org.reweave.emulator.cluster.messages;

/**
 * Frames from one node to another, and word of how many bundles have come back.
 *
 * @param incarnation of the run's placement
 * @param from number of the sending node
 * @param number of bundles with frames that the sender has sent before this one
 * @param received bundles with frames that the sender has had from the receiver
 * @param frames as {@link org.reweave.emulator.wire.FrameWriter} writes them; none = this only acknowledges
 */
public record Bundle(long incarnation, int from, long number, long received, byte[] frames) implements ToFerry {}

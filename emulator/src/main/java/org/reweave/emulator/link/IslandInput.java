package org.reweave.emulator.link;

/**
 * What one island may be sent by another or by whoever drives it. {@link Frame} is nearly all of it, and is its own
 * message so that a frame between islands costs no wrapping.
 */
public interface IslandInput {}

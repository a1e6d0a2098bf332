package org.reweave.emulator.link;

/**
 * An input of an island, from another island or from its driver. Nearly all inputs are a {@link Frame}, which is its
 * own message so that a frame between islands costs no wrapping.
 */
public interface IslandInput {}

package org.reweave.emulator.cluster.world;

/** A promise is broken in a world. */
final class WorldException extends RuntimeException {
    private static final long serialVersionUID = 1;

    WorldException(String message) {
        super(message);
    }
}

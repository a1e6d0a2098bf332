package org.reweave.emulator.wire;

/** Bytes that no sender of this version has written. */
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public WireException(String message) {
        super(message);
    }
}

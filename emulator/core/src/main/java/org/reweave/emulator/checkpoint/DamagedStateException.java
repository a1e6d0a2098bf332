package org.reweave.emulator.checkpoint;

/**
 * A checkpoint's bytes for a device are no state of that device: somebody changed them, since the digests are right.
 */
public final class DamagedStateException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    public DamagedStateException(String message, Throwable cause) {
        super(message, cause);
    }
}

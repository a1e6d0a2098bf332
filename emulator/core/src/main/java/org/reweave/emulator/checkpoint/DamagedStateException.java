package org.reweave.emulator.checkpoint;

/** What a checkpoint has for a device is no state of that device: somebody changed it, since its digests are right. */
public final class DamagedStateException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    public DamagedStateException(String message, Throwable cause) {
        super(message, cause);
    }
}

package org.reweave.routing.engine.spi;

/** An engine cannot route this fabric; the message says what it met and what would help. */
public final class UnroutableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UnroutableException(String message) {
        super(message);
    }
}

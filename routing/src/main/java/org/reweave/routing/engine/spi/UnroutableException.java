package org.reweave.routing.engine.spi;

/** An engine cannot route this fabric; the message names the obstacle and a remedy. */
public final class UnroutableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UnroutableException(String message) {
        super(message);
    }
}

package org.reweave.emulator.traffic.trace;

/** A trace file that cannot be read. The message names file and line, the value, the limit and what to do. */
public final class TraceFormatException extends Exception {
    private static final long serialVersionUID = 1;

    TraceFormatException(String message) {
        super(message);
    }
}

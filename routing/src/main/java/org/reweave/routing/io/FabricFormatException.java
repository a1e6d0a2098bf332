package org.reweave.routing.io;

/** A fabric file cannot be understood. The message is {@code file:line: what was found; what is expected}. */
public final class FabricFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String source;
    private final int line;

    /** @param line from 1; 0 = the file as a whole */
    public FabricFormatException(String source, int line, String found, String expected) {
        super(source + (line > 0 ? ":" + line : "") + ": " + found + "; expected " + expected);
        this.source = source;
        this.line = line;
    }

    /** The file's name. */
    public String source() {
        return source;
    }

    /** The line, from 1; 0 = the file as a whole. */
    public int line() {
        return line;
    }
}

package org.reweave.emulator.reproduce;

/** What a comparison came to. */
public enum Agreement {
    AGREES("agrees"),
    DIFFERS("differs"),
    /** Nothing to judge: no printed value, no value of ours, or a heuristic one. */
    NONE("");

    private final String text;

    Agreement(String text) {
        this.text = text;
    }

    /** For tables; empty for {@link #NONE}. */
    @Override
    public String toString() {
        return text;
    }
}

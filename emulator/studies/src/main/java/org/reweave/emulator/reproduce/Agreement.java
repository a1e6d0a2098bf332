package org.reweave.emulator.reproduce;

/** Result of comparing a value of ours with the printed one. */
public enum Agreement {
    AGREES("agrees"),
    DIFFERS("differs"),
    /** The interval of ours allows the printed value and much else: too few samples to say. */
    OPEN("open"),
    /** Nothing to judge: no printed value, or no value of ours. */
    NONE("");

    private final String text;

    Agreement(String text) {
        this.text = text;
    }

    /** The word for tables; empty for {@link #NONE}. */
    @Override
    public String toString() {
        return text;
    }
}

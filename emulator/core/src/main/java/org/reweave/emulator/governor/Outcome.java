package org.reweave.emulator.governor;

/** How a run ended. */
public enum Outcome {
    /** Traffic ended, the network emptied, and every reconfiguration is complete. */
    COMPLETED("completed"),
    /** A deadlock was proven. */
    DEADLOCKED("deadlocked"),
    /** The limit came first, the user stopped the run, or a NIC gave up a message. */
    INCOMPLETE("incomplete"),
    /** The engine found no tables for what the manager saw of the fabric when it last looked. */
    FAILED("failed");

    private final String label;

    Outcome(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}

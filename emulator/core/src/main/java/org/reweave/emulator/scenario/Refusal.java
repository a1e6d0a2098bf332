package org.reweave.emulator.scenario;

/** The reason why a value is not allowed: completes the sentence {@code path = value <complaint>; <remedy>}. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final String remedy;

    Refusal(String complaint, String remedy) {
        super(complaint, null, false, false);
        this.remedy = remedy;
    }

    /**
     * A refusal without a message of its own: the value cannot be judged, because another value is wrong and has been
     * reported.
     */
    static Refusal unknowable() {
        return new Refusal(null, null);
    }

    boolean isSilent() {
        return getMessage() == null;
    }

    String complaint() {
        return getMessage();
    }

    String remedy() {
        return remedy;
    }
}

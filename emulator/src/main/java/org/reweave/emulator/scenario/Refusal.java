package org.reweave.emulator.scenario;

/** Why one value cannot be: completes the sentence {@code path = value <complaint>; <remedy>}. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final String remedy;

    Refusal(String complaint, String remedy) {
        super(complaint, null, false, false);
        this.remedy = remedy;
    }

    /** The value cannot be judged because another one, already complained of, is wrong. */
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

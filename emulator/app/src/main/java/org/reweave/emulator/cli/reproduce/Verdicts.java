package org.reweave.emulator.cli.reproduce;

import org.reweave.emulator.reproduce.Agreement;
import org.reweave.emulator.reproduce.Outcome;

/** How many values of an outcome agree with the paper. */
record Verdicts(long agree, long differ, long open) {
    static Verdicts of(Outcome outcome) {
        return new Verdicts(
                outcome.count(row -> row.verdict() == Agreement.AGREES),
                outcome.count(row -> row.verdict() == Agreement.DIFFERS),
                outcome.count(row -> row.verdict() == Agreement.OPEN));
    }

    long judged() {
        return agree + differ + open;
    }
}

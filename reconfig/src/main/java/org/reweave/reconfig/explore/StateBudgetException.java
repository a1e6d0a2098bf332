package org.reweave.reconfig.explore;

/** A model has more states than it was allowed: nothing is known about it. */
public final class StateBudgetException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StateBudgetException(String message) {
        super(message);
    }
}

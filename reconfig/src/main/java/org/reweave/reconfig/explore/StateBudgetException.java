package org.reweave.reconfig.explore;

/** A model has more states than it was allowed: nothing is known of what lies beyond them. */
public final class StateBudgetException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A search that has not begun. */
    StateBudgetException(String message) {
        super(message);
    }

    /**
     * A search that ended with the budget.
     *
     * @param searched states of which every step was taken
     * @param steps from the first state to the last of these
     * @param allOrders whether no reduction has left out orders
     */
    StateBudgetException(StateBudgetException budget, int searched, int steps, boolean allOrders) {
        super(
                budget.getMessage() + ". Every step of " + searched + " states was taken, "
                        + (allOrders
                                ? "so all orders of up to " + steps + " steps"
                                : "up to " + steps + " steps away, in one order of steps that commute")
                        + ". None of these steps and ends breaks a promise; whether every run ends was not judged",
                budget);
    }
}

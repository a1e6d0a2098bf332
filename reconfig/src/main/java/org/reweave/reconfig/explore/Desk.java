package org.reweave.reconfig.explore;

import org.reweave.reconfig.state.StateVisitor;

/**
 * What there is of the manager that is not in charge: the second one before it takes over, which has nothing under way,
 * and the first one afterwards, with what it has sent.
 */
final class Desk {
    ManagerPart manager;
    Smps smps = new Smps();
    Reports reports = new Reports();
    long target;
    long begun;
    int timers;
    long contacted;
    boolean believes; // whether this manager takes itself for the only one and goes on with its change

    Desk(ManagerPart manager) {
        this.manager = manager;
    }

    /** The manager stops: only what has not come to its device yet may still do anything. */
    void retire() {
        manager.reset();
        smps.keepUnderWay();
        reports.clear();
        target = Tables.BEFORE;
        begun = Tables.BEFORE;
        timers = 0;
        contacted = 0;
        believes = false;
    }

    /** Whether nothing can come of this manager any more. */
    boolean isEmpty() {
        return !believes && smps.count() == 0;
    }

    void visit(StateVisitor state) {
        manager.visit(state);
        smps.visit(state);
        reports.visit(state);
        target = state.value(target);
        begun = state.value(begun);
        timers = state.value(timers);
        contacted = state.value(contacted);
        believes = state.value(believes);
    }
}

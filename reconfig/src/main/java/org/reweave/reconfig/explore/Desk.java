package org.reweave.reconfig.explore;

import org.reweave.reconfig.state.StateVisitor;

/**
 * A manager's part of the state: the manager, its SMPs and reports under way, and its records. Of two managers, the one
 * that is not in charge is the second one before it takes over, which has nothing under way, and the first one
 * afterwards, with what it has sent.
 */
final class Desk {
    ManagerPart manager;
    Smps smps = new Smps();
    Reports reports = new Reports();
    long target; // number of the tables that devices are to have
    long begun; // number of those of the last change of which anything was sent, or that needed nothing
    int timers; // a bit per timer that runs
    long contacted; // a bit per device that an SMP has come to

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
    }

    void visit(StateVisitor state) {
        manager.visit(state);
        smps.visit(state);
        reports.visit(state);
        target = state.value(target);
        begun = state.value(begun);
        timers = state.value(timers);
        contacted = state.value(contacted);
    }
}

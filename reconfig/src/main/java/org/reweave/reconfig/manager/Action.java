package org.reweave.reconfig.manager;

import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.routing.topology.Faults;

/** An effect of the manager, which its driver performs; the effects of a step are performed in their order. */
public sealed interface Action {
    /** The manager is idle: handle the events that came meanwhile. {@link Stimulus.Look} is the answer. */
    record LookAgain() implements Action {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.lookAgain(this);
        }
    }

    /** Discover the working part of the fabric. {@link Stimulus.Discovered} is the answer. */
    record Discover() implements Action {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.discover(this);
        }
    }

    /**
     * Take failed elements as discovered without asking any device. {@link Stimulus.Discovered} is the answer, with
     * {@code silence}, so that a discovery follows the change.
     *
     * @param known faults that a discovery has found
     * @param believed faults if traps are right, too
     */
    record Believe(Faults known, Faults believed) implements Action {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.believe(this);
        }
    }

    /** The discovery has found nothing new. */
    record NothingNew() implements Action {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.nothingNew(this);
        }
    }

    /**
     * Mark the paths that have failed in the tables that NICs are to have. {@link Stimulus.Marked} is the answer.
     *
     * @param known faults that a discovery has found
     * @param believed these, and the links of which traps tell
     */
    record MarkPaths(Faults known, Faults believed) implements Action {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.markPaths(this);
        }
    }

    /** Let the time of a table computation pass. {@link Stimulus.ComputationOver} is the answer. */
    record StartComputation() implements Action {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.startComputation(this);
        }
    }

    /**
     * Compute the tables that devices are to have for the change whose number is the state's. {@link Stimulus.Computed}
     * or {@link org.reweave.reconfig.spi.ManagerInput.Unroutable} is the answer.
     *
     * @param faults to be routed around
     * @param plan number of the planned change that says how to route, from 1; 0 = none has been taken up
     * @param planned whether this change is a planned one: a routing is asked for, not further paths
     */
    record ComputeTables(Faults faults, int plan, boolean planned) implements Action {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.computeTables(this);
        }
    }

    /**
     * Perform an effect of the scheme's protocol, for the change whose number is the state's. Answers come as
     * {@link Stimulus.PassOn}.
     */
    record Perform(ManagerEffect.ForDriver effect) implements Action {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.perform(this);
        }
    }

    /** Forget everything that is unanswered, and a computation that has not ended. */
    record GiveUpAll() implements Action {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.giveUpAll(this);
        }
    }

    /**
     * Everything that was sent is in force, stored tables as well.
     *
     * @param settled whether no tables were sent, because NICs joined or nothing could be routed
     * @param doubtful whether a switch did not answer
     */
    record Complete(boolean settled, boolean doubtful) implements Action {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.complete(this);
        }
    }

    /**
     * Note a decision.
     *
     * @param change number of the change that the decision belongs to
     * @param detail as the decision's kind says
     */
    record Decided(Decision decision, long change, long detail) implements Action {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.decided(this);
        }
    }

    /** Decisions of the manager that people want to know of. */
    enum Decision {
        /** New tables will be computed. (1 = although nothing may have changed) */
        CHANGE_FOUND,
        /** NICs have come to a fabric that is otherwise unchanged. (how many) */
        NICS_JOINED,
        /** Tables, or marks on paths, are ready to be sent. (0) */
        TABLES_READY,
        /** There are no tables for the rest of the fabric. (0) */
        UNROUTABLE,
        /** The change is complete. (0) */
        RECONFIGURED,
        /** Another change ends this one before it is complete. (0) */
        ABANDONED,
        /** The scheme's protocol begins again with a new discovery. (0) */
        REDISCOVERY
    }

    /** One function per action. */
    interface Cases<R> {
        R lookAgain(LookAgain action);

        R discover(Discover action);

        R believe(Believe action);

        R nothingNew(NothingNew action);

        R markPaths(MarkPaths action);

        R startComputation(StartComputation action);

        R computeTables(ComputeTables action);

        R perform(Perform action);

        R giveUpAll(GiveUpAll action);

        R complete(Complete action);

        R decided(Decided action);
    }

    <R> R fold(Cases<R> cases);
}

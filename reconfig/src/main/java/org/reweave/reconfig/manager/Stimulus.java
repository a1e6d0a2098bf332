package org.reweave.reconfig.manager;

import java.util.List;
import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.routing.topology.Faults;

/** An input of the manager. */
public sealed interface Stimulus {
    /** Traps have come, all before the manager reacts to the first of them. */
    record Trapped(List<Trap> traps) implements Stimulus {
        public Trapped {
            traps = List.copyOf(traps);
        }

        public Trapped(Trap trap) {
            this(List.of(trap));
        }

        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.trapped(this);
        }
    }

    /** A period has ended after which an idle manager discovers the fabric anew, with or without a trap. */
    record PeriodEnded() implements Stimulus {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.periodEnded(this);
        }
    }

    /** The time of the next planned change has come. */
    record PlanDue() implements Stimulus {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.planDue(this);
        }
    }

    /** The idle manager looks at what has come up: the driver's answer to {@link Action.LookAgain}. */
    record Look() implements Stimulus {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.look(this);
        }
    }

    /**
     * A discovery is complete: the driver's answer to {@link Action.Discover} and {@link Action.Believe}.
     *
     * @param faults everything that was not found to work
     * @param reach everything that was found
     * @param silence whether a switch did not answer that is at a working port of another, or none was asked
     */
    record Discovered(Faults faults, Reach reach, boolean silence) implements Stimulus {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.discovered(this);
        }
    }

    /**
     * Failed paths are marked in the tables that NICs are to have: the driver's answer to {@link Action.MarkPaths}.
     *
     * @param nics those that can be reached past the failed links, in the order in which they are to be told
     */
    record Marked(List<Integer> nics) implements Stimulus {
        public Marked {
            nics = List.copyOf(nics);
        }

        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.marked(this);
        }
    }

    /** The time that a table computation takes is over: the driver's answer to {@link Action.StartComputation}. */
    record ComputationOver() implements Stimulus {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.computationOver(this);
        }
    }

    /**
     * Tables are computed, and devices are to have them from now on: the driver's answer to
     * {@link Action.ComputeTables}.
     */
    record Computed(Change change) implements Stimulus {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.computed(this);
        }
    }

    /** There are no tables for the rest of the fabric: the driver's other answer to {@link Action.ComputeTables}. */
    record Unroutable() implements Stimulus {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.unroutable(this);
        }
    }

    /** A device has acknowledged everything that was sent to it. */
    record Acknowledged(int device) implements Stimulus {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.acknowledged(this);
        }
    }

    /** A device has answered {@link Action.AskCounts}; see {@link org.reweave.reconfig.spi.ManagerInput}. */
    record Counted(int device, long entered, long left) implements Stimulus {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.counted(this);
        }
    }

    /** A message of a device's agent has come. */
    record Reported(int device, long message) implements Stimulus {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.reported(this);
        }
    }

    /** A timer of the scheme's protocol has run out. */
    record TimerFired(ManagerTimer timer) implements Stimulus {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.timerFired(this);
        }
    }

    /**
     * A device did not answer in spite of all retries. The driver has dropped what was still to be sent to the device,
     * and its records of the device's tables.
     */
    record Silent(int device) implements Stimulus {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.silent(this);
        }
    }

    /** One function per stimulus. */
    interface Cases<R> {
        R trapped(Trapped stimulus);

        R periodEnded(PeriodEnded stimulus);

        R planDue(PlanDue stimulus);

        R look(Look stimulus);

        R discovered(Discovered stimulus);

        R marked(Marked stimulus);

        R computationOver(ComputationOver stimulus);

        R computed(Computed stimulus);

        R unroutable(Unroutable stimulus);

        R acknowledged(Acknowledged stimulus);

        R counted(Counted stimulus);

        R reported(Reported stimulus);

        R timerFired(TimerFired stimulus);

        R silent(Silent stimulus);
    }

    <R> R fold(Cases<R> cases);
}

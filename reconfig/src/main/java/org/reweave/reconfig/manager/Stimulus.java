package org.reweave.reconfig.manager;

import java.util.List;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerInput.Change;
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

    /** Something has happened that concerns the scheme's protocol. */
    record PassOn(ManagerInput.FromDriver input) implements Stimulus {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.passOn(this);
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

        R passOn(PassOn stimulus);
    }

    <R> R fold(Cases<R> cases);

    /** The kind of what comes to the manager: of what is passed on, or of this stimulus. */
    default Class<?> kind() {
        return this instanceof PassOn passed ? passed.input().getClass() : getClass();
    }
}

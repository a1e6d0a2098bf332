package org.reweave.reconfig.spi;

import java.util.List;

/** What a manager's protocol learns. */
public sealed interface ManagerInput {
    /** New tables are computed and may be sent.
     *  @param switches that can be reached, nearest to the change first; ties by number
     *  @param nics that can be reached, in the order of their switches */
    record TablesReady(List<Integer> switches, List<Integer> nics) implements ManagerInput {
        public TablesReady {
            switches = List.copyOf(switches);
            nics = List.copyOf(nics);
        }

        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.tablesReady(this);
        }
    }

    /** A device has everything that was sent to it and uses it. */
    record Acknowledged(int device) implements ManagerInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.acknowledged(this);
        }
    }

    /** A device did not answer in spite of all retries; another change will be reported if it went away. */
    record Unreachable(int device) implements ManagerInput {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.unreachable(this);
        }
    }

    /** One function per input: a new input breaks every protocol until it is treated. */
    interface Cases<R> {
        R tablesReady(TablesReady input);

        R acknowledged(Acknowledged input);

        R unreachable(Unreachable input);
    }

    <R> R fold(Cases<R> cases);
}

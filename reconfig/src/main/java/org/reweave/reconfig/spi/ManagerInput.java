package org.reweave.reconfig.spi;

import java.util.List;

/** An input of a manager's protocol. */
public sealed interface ManagerInput {
    /** An input that comes from the driver; the other inputs are decisions of the manager's machine. */
    sealed interface FromDriver extends ManagerInput {}

    /**
     * The fabric has changed or is to be routed anew; tables are being computed. Comes before {@link TablesReady},
     * unless that is for {@link Change#PATHS} which only marks what a trap has told of; once more when the protocol has
     * asked for it by {@link ManagerEffect.Rediscover}, and then everything asked before is forgotten, as it is when
     * {@link ManagerProtocol#mayOverlap} let this change end another. What is sent in answer to it are the tables of
     * the last change.
     *
     * @param switches that can be reached, in the order in which they are to be updated
     * @param nics that can be reached, in that order too
     * @param unknown those of the switches whose tables are unknown, since they did not answer or have restarted
     */
    record ChangeDetected(List<Integer> switches, List<Integer> nics, List<Integer> unknown) implements ManagerInput {
        public ChangeDetected {
            switches = List.copyOf(switches);
            nics = List.copyOf(nics);
            unknown = List.copyOf(unknown);
        }

        /** A change before which the tables of all switches are known. */
        public ChangeDetected(List<Integer> switches, List<Integer> nics) {
            this(switches, nics, List.of());
        }

        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.changeDetected(this);
        }
    }

    /** The relation of new tables to those in force. */
    enum Change {
        /** Another routing: with the old one it may deadlock. The devices are all that can be reached. */
        ROUTING,
        /**
         * Further paths, and marks on those that have failed. They cannot deadlock with what is in force, but may be
         * used only once their entries are in all switches. The devices are those that something changes for.
         */
        PATHS
    }

    /**
     * New tables are computed and may be sent.
     *
     * @param switches to be updated, in order
     * @param nics to be told, in order
     */
    record TablesReady(Change change, List<Integer> switches, List<Integer> nics) implements ManagerInput {
        public TablesReady {
            switches = List.copyOf(switches);
            nics = List.copyOf(nics);
        }

        /** Another routing. */
        public TablesReady(List<Integer> switches, List<Integer> nics) {
            this(Change.ROUTING, switches, nics);
        }

        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.tablesReady(this);
        }
    }

    /**
     * There are no tables for the working part of the fabric: the old tables stay, which all switches that can be
     * reached have. Comes in place of {@link TablesReady}. Where a switch may lack the old tables, {@link TablesReady}
     * comes with these.
     */
    record Unroutable() implements FromDriver {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.unroutable(this);
        }
    }

    /**
     * NICs have come (back) to a fabric that is otherwise unchanged, which is no reconfiguration (thesis §6.3); none is
     * under way. These NICs may have missed control packets and notices that the other NICs got.
     */
    record NicsJoined(List<Integer> nics) implements ManagerInput {
        public NicsJoined {
            nics = List.copyOf(nics);
        }

        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.nicsJoined(this);
        }
    }

    /** A device has everything that was sent to it, and uses or stores it. */
    record Acknowledged(int device) implements FromDriver {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.acknowledged(this);
        }
    }

    /**
     * A device has answered {@link ManagerEffect.AskCounts}. Both numbers never fall.
     *
     * @param entered data packets that have come into being here, or in from parts of the fabric that the manager
     *     cannot reach
     * @param left data packets that have ended here, consumed or dropped, or gone out to such parts
     */
    record CountsReported(int device, long entered, long left) implements FromDriver {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.countsReported(this);
        }
    }

    /**
     * A device's agent has sent a message. It may come late, after a new {@link ChangeDetected} as well, and more than
     * once.
     */
    record Reported(int device, long message) implements FromDriver {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.reported(this);
        }
    }

    /** A timer that was set has run out; an old one may still come after a new {@link ChangeDetected}. */
    record TimerFired(ManagerTimer timer) implements FromDriver {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.timerFired(this);
        }
    }

    /**
     * A device did not answer in spite of all retries; another change will be reported if it went away. The driver has
     * dropped everything that was still to be sent to the device, and its records of the device's tables.
     */
    record Unreachable(int device) implements FromDriver {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.unreachable(this);
        }
    }

    /**
     * One function per input: a new input breaks every protocol until it is treated. What a protocol never asks for is
     * a fault when it comes.
     */
    interface Cases<R> {
        R changeDetected(ChangeDetected input);

        R tablesReady(TablesReady input);

        R unroutable(Unroutable input);

        R nicsJoined(NicsJoined input);

        R acknowledged(Acknowledged input);

        default R countsReported(CountsReported input) {
            throw new IllegalStateException("device " + input.device() + " reported counts unasked");
        }

        default R reported(Reported input) {
            throw new IllegalStateException("device " + input.device() + " reported " + input.message());
        }

        default R timerFired(TimerFired input) {
            throw new IllegalStateException("timer " + input.timer() + " was never set");
        }

        R unreachable(Unreachable input);
    }

    <R> R fold(Cases<R> cases);
}

package org.reweave.reconfig.epoch;

import java.util.Optional;
import org.reweave.reconfig.spi.Recount;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.state.StateVisitor;

/** A switch's knowledge of packets of old epochs: {@link Clearance} where the manager waits for it, else none. */
interface OldPackets {
    /** How many changes lie between the tables in force and those of a change to come. */
    long behind(long next);

    /**
     * A packet comes in.
     *
     * @return the packet's marks in this switch
     */
    long arrived(long marks);

    /** A packet is granted or lost. */
    void packetLeft(long marks);

    /** Counts the packets in the switch anew; empty = none are counted. */
    default Optional<Recount> recount() {
        return Optional.empty();
    }

    /** The tables of a change are in force. */
    void installed(long next);

    /** Every packet that follows on a channel was sent in this epoch or later. */
    void separator(int inPort, int lane, long mark);

    void linkChanged(int port, boolean up);

    /** Repeats the report to the manager: the epochs that this switch is clean of. */
    void report();

    void visit(StateVisitor state);

    static OldPackets of(SwitchSite site, boolean watched) {
        return watched ? new Clearance(site) : new Unwatched();
    }

    /** Nobody asks about old epochs and no neighbour sends separators. */
    final class Unwatched implements OldPackets {
        private long change;

        @Override
        public long behind(long next) {
            return next - change;
        }

        @Override
        public long arrived(long marks) {
            return marks;
        }

        @Override
        public void packetLeft(long marks) {}

        @Override
        public void installed(long next) {
            change = next;
        }

        @Override
        public void separator(int inPort, int lane, long mark) {
            throw new IllegalStateException("separator " + mark + " at a switch that watches no old epochs");
        }

        @Override
        public void linkChanged(int port, boolean up) {}

        @Override
        public void report() {
            throw new IllegalStateException("a report is asked of a switch that watches no old epochs");
        }

        @Override
        public void visit(StateVisitor state) {
            change = state.value(change);
        }
    }
}

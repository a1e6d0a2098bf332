package org.reweave.reconfig.spi;

import java.util.Optional;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * A scheme's part in one switch, without time. After every input other than a data packet (a separator, tables, a
 * control packet, a change of a link) the driver routes every held packet of the switch again and offers every waiting
 * head again; after a separator is appended to an output, in whatever hook, it offers that output's waiting heads
 * again.
 *
 * <p>{@code marks} are the extension bits of a packet's header, whose meaning is the scheme's own. Ports are numbered
 * from 1.
 */
public interface SwitchAgent extends AgentState {
    /**
     * Chooses the ways of a packet, after the routing delay; called again, after any input, for a packet that was held.
     * May change the packet's marks.
     *
     * @param routes empty; {@link SwitchSite#route} fills it in as the tables in force say
     */
    void route(Heading packet, Routes routes);

    /**
     * A packet is at the head of an input queue and asks for an output; one with several ways is offered at each, and
     * only discarded if none of them has room.
     *
     * @param room whether the next buffer has room for all of it (losing arbitration is not lack of room)
     * @return a {@link Verdict}; with room {@code FORWARD}, {@code HOLD} or a discard, without room {@code HOLD} or a
     *     discard
     */
    default int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
        return room ? Verdict.FORWARD : Verdict.HOLD;
    }

    /**
     * Whether a head that asks for an output is kept from it, with or without room, until a separator has gone out
     * there.
     */
    default boolean waitsForSeparator(int outPort, int outLane, long marks) {
        return false;
    }

    /**
     * Description of the condition that a packet held by {@link #route} or {@link #offer} waits for, in words that
     * follow "held for" in reports on a run.
     */
    default String holdsFor() {
        return "the scheme";
    }

    /**
     * A packet goes on to the next device.
     *
     * @return the marks it carries there
     */
    default long forwarded(long marks) {
        return marks;
    }

    /**
     * The head of a packet has come in. The packet is then routed at least once, unless lost before, and in the end
     * granted or lost.
     *
     * @return its marks in this switch
     */
    default long arrived(int inPort, int lane, long marks) {
        return marks;
    }

    /**
     * A packet is granted its output: it is ahead of every separator that is appended there from now on.
     *
     * @return its marks, for {@link #forwarded}, which comes next
     */
    default long granted(int inPort, int lane, int outPort, int outLane, long marks) {
        return marks;
    }

    /**
     * A packet is discarded or dropped before it was granted an output.
     *
     * @param outPort that it was routed to; 0 = none yet, or there is no way
     */
    default void lost(int inPort, int lane, int outPort, int outLane, long marks) {
        // most agents count nothing
    }

    /** Begins to count the packets in the switch anew; empty = this agent keeps no sums of packets. */
    default Optional<Recount> recount() {
        return Optional.empty();
    }

    /**
     * A separator has come in, in order with the packets of its VL.
     *
     * @throws IllegalStateException unless the scheme uses separators
     */
    default void separator(int inPort, int lane, long mark) {
        throw new IllegalStateException("separator " + mark + " at port " + inPort + " of a scheme that has none");
    }

    /**
     * The link at a port, in both directions, went down or came up, as this end notices at once; packets on the link
     * are lost.
     *
     * @return whether every packet that waits here is to be routed again; else heads whose only ways lead into dead
     *     links are dropped
     */
    default boolean linkChanged(int port, boolean up) {
        return false;
    }

    /**
     * A timer that this agent set with {@link SwitchSite#setTimer} has run down.
     *
     * @throws IllegalStateException unless the scheme sets timers at switches
     */
    default void timerFired(SwitchTimer timer) {
        throw new IllegalStateException("timer " + timer + " at a switch whose scheme sets none");
    }

    /**
     * New tables are stored, not in force.
     *
     * @param argument what the manager's protocol sent along
     */
    default void stored(long argument) {
        throw new IllegalStateException("tables " + argument + " stored for a scheme that uses them at once");
    }

    /**
     * New tables are in force.
     *
     * @param argument what the manager's protocol sent along, such as an epoch
     */
    void installed(long argument);

    /**
     * A control packet of the scheme's manager has come; each comes once.
     *
     * @throws IllegalStateException unless the scheme sends switches such packets
     */
    default void receiveControl(long control) {
        throw new IllegalStateException("control " + control + " at a switch whose scheme has none");
    }

    /**
     * Another switch's broadcast has come; see {@link SwitchSite#broadcast}.
     *
     * @param from its number in the fabric
     * @throws IllegalStateException unless switches of the scheme broadcast
     */
    default void receiveBroadcast(int from, long control) {
        throw new IllegalStateException("broadcast " + control + " of " + from + " at a switch whose scheme has none");
    }
}

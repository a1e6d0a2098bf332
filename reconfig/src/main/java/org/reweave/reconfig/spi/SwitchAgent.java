package org.reweave.reconfig.spi;

import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/** A scheme's part in one switch. It knows no time; after any input the driver offers every held head of the switch again.
 *
 *  <p>{@code marks} are the extension bits of a packet's header, whose meaning is the scheme's own. Ports are numbered from 1. */
public interface SwitchAgent extends AgentState {
    /** Chooses where a packet may go, once its routing delay is over; and again, after any input, for one that was held. May change the
     *  packet's marks.
     *  @param routes empty; {@link SwitchSite#route} fills it in as the tables in force say */
    void route(Heading packet, Routes routes);

    /** A packet is at the head of an input queue and asks for an output; one with several ways is offered at each, and only discarded if none
     *  of them has room.
     *  @param room whether the next buffer has room for all of it (losing arbitration is not lack of room)
     *  @return a {@link Verdict}; with room {@code FORWARD}, {@code HOLD} or a discard, without room {@code HOLD} or a discard */
    int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room);

    /** A packet goes on to the next device.
     *  @return the marks it carries there */
    long forwarded(long marks);

    /** The link at a port went down or came up, as this end of it knows at once.
     *  @return whether every packet that waits here is to be routed again; else heads whose only ways lead into dead links are dropped */
    default boolean linkChanged(int port, boolean up) {
        return false;
    }

    /** A timer that this agent set with {@link SwitchSite#setTimer} has run down.
     *  @throws IllegalStateException unless the scheme sets timers at switches */
    default void timerFired(SwitchTimer timer) {
        throw new IllegalStateException("timer " + timer + " at a switch whose scheme sets none");
    }

    /** New tables are in force.
     *  @param argument what the manager's protocol sent along, such as an epoch */
    void installed(long argument);

    /** A control packet of the scheme's manager has come; each comes once.
     *  @throws IllegalStateException unless the scheme sends switches such packets */
    default void told(long control) {
        throw new IllegalStateException("control " + control + " at a switch whose scheme has none");
    }
}

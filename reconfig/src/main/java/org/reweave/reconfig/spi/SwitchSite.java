package org.reweave.reconfig.spi;

import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.SwitchView;

/**
 * A switch as seen by the scheme's agent in the switch, and the actions that the agent may request. The switch holds
 * the tables in force, which the view shows, and may hold stored tables, sent with {@link ManagerEffect.Use#STORED}.
 */
public interface SwitchSite extends SwitchView {
    /** Sets a timer; one that runs already is set anew. */
    void setTimer(SwitchTimer timer);

    /** Fills in the ways that the switch's own forwarder finds with the tables in force. */
    void route(Heading packet, Routes routes);

    /**
     * Fills in the ways that the switch's own forwarder finds with the stored tables. To be called only after
     * {@link SwitchAgent#stored} and until {@link #useStored}.
     */
    void routeStored(Heading packet, Routes routes);

    /** Puts the stored tables in force, and their dependencies with them. */
    void useStored();

    /**
     * Appends a separator, in-band, behind everything granted to an output on a VL: the far end's agent is told of it
     * after the last of those packets has come and before any later one. It uses no buffer there and is lost only with
     * its link. Nothing happens when the link is down.
     *
     * @param mark 0 .. 2^32 - 1, for {@link SwitchAgent#separator} or {@link NicAgent#separator}
     */
    void separate(int outPort, int lane, long mark);

    /** Has every packet that is not granted yet routed anew, and every held one as well. */
    void rerouteWaiting();

    /**
     * Sends the manager a message, back along the way by which its last packet came; nothing happens before the first
     * has come. The network may lose the message, so protocols ask again by repeating the control packet to the device.
     *
     * @param message for {@link ManagerInput.Reported}
     */
    void report(long message);

    /**
     * Broadcasts a control packet, which each device passes on to its neighbours, from this switch through all working
     * ports. No device answers, and the packet may not reach every device. A device that the packet reaches gets it
     * once, and gets no earlier broadcast of this switch afterwards. So a broadcast should contain the whole state that
     * the switch wants to tell, not only the news.
     *
     * @param control for {@link NicAgent#receiveBroadcast} or {@link SwitchAgent#receiveBroadcast}
     */
    void broadcast(long control);

    /**
     * Sends one NIC a message, which switches pass on by their tables; nothing happens where the table has no way. The
     * network may lose the message.
     *
     * @param lid of the NIC
     * @param message for {@link NicAgent#receiveBroadcast}
     */
    void tell(int lid, long message);

    /**
     * Whether a path of the tables in force comes in on one channel and goes on by the other, according to the maker of
     * the tables, which derives these dependencies from the paths of all NICs and sends the dependencies with the
     * tables, for schemes with {@link SchemeDescription.TableNeed#DEPENDENCIES}. None in a switch that has no tables.
     */
    boolean hasDependency(int inPort, int inLane, int outPort, int outLane);
}

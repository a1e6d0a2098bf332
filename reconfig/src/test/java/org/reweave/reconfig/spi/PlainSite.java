package org.reweave.reconfig.spi;

import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * A working switch of four ports to other switches and two VLs, where LID n is reached by port n and the SL is the VL.
 */
public class PlainSite implements SwitchSite {
    /**
     * Has an agent route a packet for LID 2 that came in by port 1 on VL 0.
     *
     * @return its marks
     */
    public static long routed(SwitchAgent agent, long marks) {
        Heading packet = new Heading();
        packet.inPort = 1;
        packet.destination = 2;
        packet.marks = marks;
        agent.route(packet, new Routes());
        return packet.marks;
    }

    @Override
    public int device() {
        return 0;
    }

    @Override
    public int portCount() {
        return 4;
    }

    @Override
    public int laneCount() {
        return 2;
    }

    @Override
    public boolean isUp(int port) {
        return true;
    }

    @Override
    public boolean leadsToSwitch(int port) {
        return true;
    }

    @Override
    public int outPort(int lid) {
        return lid;
    }

    @Override
    public int lane(int inPort, int outPort, int level) {
        return level;
    }

    @Override
    public void setTimer(SwitchTimer timer) {
        // nobody's clock runs here
    }

    @Override
    public void route(Heading packet, Routes routes) {
        Forwarder.TABLES.route(packet, this, routes);
    }

    @Override
    public void routeStored(Heading packet, Routes routes) {
        route(packet, routes);
    }

    @Override
    public void useStored() {
        // its tables are always the same
    }

    @Override
    public void separate(int outPort, int lane, long mark) {
        // nobody listens
    }

    @Override
    public void rerouteWaiting() {
        // nothing waits
    }

    @Override
    public void report(long message) {
        // nobody listens
    }

    @Override
    public void broadcast(long control) {
        // nobody listens
    }

    @Override
    public void tell(int lid, long message) {
        // nobody listens
    }

    @Override
    public boolean hasDependency(int inPort, int inLane, int outPort, int outLane) {
        return false;
    }
}

package org.reweave.reconfig.explore;

import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.RoutingTables;

/** The scheme's agents in the switches and NICs of one world: they are given the state they have there before they are used, and it is taken
 *  from them afterwards. */
final class Devices {
    private final World world;
    private final Tables tables;
    private final SwitchAgent[] switches;
    private final NicAgent[] nics;

    Devices(Model model, World world, Tables tables) {
        this.world = world;
        this.tables = tables;
        Scheme scheme = model.scheme();
        SchemeOptions options = model.options();
        this.switches = new SwitchAgent[world.fabric.switchCount()];
        for (int device = 0; device < switches.length; device++) {
            switches[device] = scheme.switchAgent(options, new Site(device));
            world.agents[device] = switches[device].encode();
        }
        this.nics = new NicAgent[world.fabric.nicCount()];
        for (int nic = 0; nic < nics.length; nic++) {
            nics[nic] = scheme.nicAgent(options);
            world.agents[switches.length + nic] = nics[nic].encode();
        }
    }

    /** The agent of a switch, in the state it has in this world. */
    SwitchAgent openSwitch(int device) {
        switches[device].decode(world.agents[device]);
        return switches[device];
    }

    void closeSwitch(int device) {
        world.agents[device] = switches[device].encode();
    }

    NicAgent openNic(int device) {
        NicAgent agent = nics[device - switches.length];
        agent.decode(world.agents[device]);
        return agent;
    }

    void closeNic(int device) {
        world.agents[device] = nics[device - switches.length].encode();
    }

    boolean mayInject(int nicDevice) {
        return openNic(nicDevice).mayInject();
    }

    /** A switch of the world. */
    private final class Site implements SwitchSite {
        private final int device;

        Site(int device) {
            this.device = device;
        }

        @Override
        public int device() {
            return device;
        }

        @Override
        public int portCount() {
            return world.fabric.portCount(device);
        }

        @Override
        public int laneCount() {
            return world.lanes;
        }

        @Override
        public boolean isUp(int port) {
            int link = world.fabric.link(device, port);
            return link >= 0 && world.isUp(link);
        }

        @Override
        public boolean leadsToSwitch(int port) {
            int peer = world.fabric.peer(device, port);
            return peer >= 0 && world.fabric.isSwitch(peer);
        }

        @Override
        public int outPort(int lid) {
            return inForce().outPort(device, lid);
        }

        @Override
        public int lane(int inPort, int outPort, int level) {
            return inForce().slToVl().lane(device, inPort, outPort, level);
        }

        @Override
        public void route(Heading packet, Routes routes) {
            inForce().forwarder().route(packet, this, routes);
        }

        private RoutingTables inForce() {
            return tables.get(world.tables[device]);
        }
    }
}

package org.reweave.reconfig.explore;

import java.util.Arrays;
import org.reweave.reconfig.spi.AgentState;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.topology.Fabric;

/**
 * The scheme's agents in the switches and NICs of one world: each agent is set to its state in that world before use,
 * and the new state is stored afterwards. Actions that an agent requests are performed at once, except separators,
 * which are appended after the step's packet has been granted.
 */
final class Devices {
    private final World world;
    private final Tables tables;
    private final TableBlocks blocks;
    private final SwitchAgent[] switches;
    private final long[][] fresh; // by switch: its agent's state at first
    private final NicAgent[] nics;
    private final int[] separatorChannel = new int[64];
    private final long[] separatorMark = new long[64];
    private int separators;
    private final StateReader reader = new StateReader(new long[0]);
    private final StateWriter writer = new StateWriter();
    private final boolean[] concerned; // by device: whether the arrival of a broadcast is a step of its own

    Devices(Model model, World world, Tables tables) {
        this.world = world;
        this.tables = tables;
        this.blocks = new TableBlocks(world, tables);
        this.concerned = concerned(model);
        Scheme scheme = model.scheme();
        SchemeOptions options = model.options();
        this.switches = new SwitchAgent[world.fabric.switchCount()];
        for (int device = 0; device < switches.length; device++) {
            switches[device] = scheme.switchAgent(options, new WorldSwitch(device));
            close(switches[device], device);
        }
        this.fresh = Arrays.copyOf(world.agents, switches.length);
        this.nics = new NicAgent[world.fabric.nicCount()];
        for (int nic = 0; nic < nics.length; nic++) {
            nics[nic] = scheme.nicAgent(options, new WorldNic(switches.length + nic));
            close(nics[nic], switches.length + nic);
        }
    }

    TableBlocks blocks() {
        return blocks;
    }

    /** The agent of a switch, in the state it has in this world. */
    SwitchAgent openSwitch(int device) {
        return open(switches[device], device);
    }

    private <A extends AgentState> A open(A agent, int device) {
        reader.load(world.agents[device]);
        agent.visit(reader);
        return agent;
    }

    void closeSwitch(int device) {
        close(switches[device], device);
    }

    private void close(AgentState agent, int device) {
        writer.clear();
        agent.visit(writer);
        world.agents[device] = writer.toArray();
    }

    /** A switch starts again from nothing. */
    void forget(int device) {
        world.agents[device] = fresh[device];
        for (int timer = 0; timer < world.switchTimers.length; timer++) {
            world.switchTimers[timer] &= ~(1L << device);
        }
    }

    NicAgent openNic(int device) {
        return open(nics[device - switches.length], device);
    }

    void closeNic(int device) {
        close(nics[device - switches.length], device);
    }

    boolean mayInject(int nicDevice) {
        return openNic(nicDevice).mayInject();
    }

    /** Forgets separators of a step that broke off. */
    void clear() {
        separators = 0;
    }

    /** Appends this step's separators behind all granted packets. */
    void sendSeparators() {
        for (int i = 0; i < separators; i++) {
            int channel = separatorChannel[i];
            if (world.isUp(world.link(channel))) {
                world.outputs[channel] = Queues.append(world.outputs[channel], Queues.separator(separatorMark[i]));
            }
        }
        separators = 0;
    }

    private void separate(int device, int port, int lane, long mark) {
        if (world.fabric.link(device, port) < 0) {
            return; // nothing is plugged in
        }
        if (separators == separatorMark.length) {
            throw new IllegalStateException("more than " + separators + " separators in one step");
        }
        separatorChannel[separators] = world.channel(device, port, lane);
        separatorMark[separators++] = mark;
    }

    /** Has every packet that waits in a switch routed again; it counts as in the switch, not as on its wire. */
    void rerouteWaiting(int device) {
        for (int channel = 0; channel < world.inputs.length; channel++) {
            for (long rest = world.to(channel) == device ? world.inputs[channel] : 0;
                    rest != 0;
                    rest = Queues.withoutFirst(rest)) {
                int packet = Queues.get(rest, 0) - 1;
                if (world.ways[packet] > 0) {
                    world.clearWays(packet);
                    world.ways[packet] = World.HELD;
                }
            }
        }
    }

    /**
     * Ends a packet that has left its input queue without an output, and informs the agent of the switch.
     *
     * @param channel that it came in by
     * @param out channel that it was to leave by; -1 = none
     */
    void lose(int packet, int channel, int out, Fate how, int ruleCase) {
        int here = world.to(channel);
        openSwitch(here)
                .lost(
                        world.toPort(channel),
                        world.lane(channel),
                        out < 0 ? 0 : world.fromPort(out),
                        out < 0 ? 0 : world.lane(out),
                        world.marks[packet]);
        closeSwitch(here);
        world.end(packet, how, here, ruleCase);
    }

    /**
     * A switch's broadcast is on its way to all NICs that have packets, and to the switches at links that may fail. The
     * knowledge of the other NICs shows nowhere. The other switches never have news of their own and must not react to
     * a broadcast: they get the broadcast at once, and any reaction fails an assertion.
     */
    private void broadcast(int from, long control) {
        for (int device = 0; device < world.fabric.deviceCount(); device++) {
            if (device != from && concerned[device]) {
                world.desk.smps.add(device, Smps.ANNOUNCEMENT, control, from);
            } else if (device != from) {
                hearAtOnce(device, from, control);
            }
        }
    }

    private void hearAtOnce(int device, int from, long control) {
        long[] before = world.agents[device];
        deliverBroadcast(device, from, control);
        if (world.fabric.isSwitch(device) && !Arrays.equals(before, world.agents[device])) {
            throw new IllegalStateException(
                    world.fabric.deviceName(device) + ", at no link that may fail, reacts to a broadcast");
        }
    }

    /** Delivers a switch's broadcast to a device. */
    void deliverBroadcast(int device, int from, long control) {
        if (world.fabric.isSwitch(device)) {
            openSwitch(device).receiveBroadcast(from, control);
            closeSwitch(device);
        } else {
            openNic(device).receiveBroadcast(from, control);
            closeNic(device);
        }
    }

    private static boolean[] concerned(Model model) {
        Fabric fabric = model.fabric();
        boolean[] concerned = new boolean[fabric.deviceCount()];
        for (int link : model.fragile()) {
            concerned[fabric.linkDevice(link, 0)] = true;
            concerned[fabric.linkDevice(link, 1)] = true;
        }
        for (Model.Packet packet : model.packets()) {
            concerned[fabric.nicDevice(packet.source())] = true;
        }
        return concerned;
    }

    private void report(int device, long message) {
        if ((world.desk.contacted >>> device & 1) != 0) {
            world.desk.reports.add(device, message);
        } else if (world.other != null && (world.other.contacted >>> device & 1) != 0) {
            world.other.reports.add(device, message);
        }
    }

    /** A NIC of the world. */
    private final class WorldNic implements NicSite {
        private final int device;

        WorldNic(int device) {
            this.device = device;
        }

        @Override
        public int device() {
            return device;
        }

        @Override
        public int laneCount() {
            return world.lanes;
        }

        @Override
        public boolean isUp() {
            return !world.isCutOff(device);
        }

        @Override
        public void separate(int lane, long mark) {
            Devices.this.separate(device, world.fabric.attachedPort(device), lane, mark);
        }

        @Override
        public void report(long message) {
            Devices.this.report(device, message);
        }
    }

    /** A switch of the world. */
    private final class WorldSwitch implements SwitchSite {
        private final int device;

        WorldSwitch(int device) {
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
            return tables.outPort(blocks.ofEntry(device, lid), device, lid);
        }

        @Override
        public int lane(int inPort, int outPort, int level) {
            return tables.lane(blocks.ofRows(device), device, inPort, outPort, level);
        }

        @Override
        public void setTimer(SwitchTimer timer) {
            world.switchTimers[timer.ordinal()] |= 1L << device;
        }

        @Override
        public void broadcast(long control) {
            Devices.this.broadcast(device, control);
        }

        @Override
        public void tell(int lid, long message) {
            for (int nic = 0; nic < world.fabric.nicCount(); nic++) {
                int nicDevice = world.fabric.nicDevice(nic);
                if (world.fabric.attachedLid(nicDevice) == lid) {
                    world.desk.smps.add(nicDevice, Smps.ANNOUNCEMENT, message, device);
                }
            }
        }

        @Override
        public void route(Heading packet, Routes routes) {
            tables.forwarder(world.tables[device]).route(packet, this, routes);
        }

        @Override
        public void routeStored(Heading packet, Routes routes) {
            Forwarder stored = tables.forwarder(stored());
            long inForce = world.tables[device];
            world.tables[device] = world.stored[device]; // the forwarder asks this view
            stored.route(packet, this, routes);
            world.tables[device] = inForce;
        }

        @Override
        public void useStored() {
            world.install(device, stored());
            world.stored[device] = 0;
        }

        private long stored() {
            if (world.stored[device] == 0) {
                throw new IllegalStateException(world.fabric.deviceName(device) + " has no stored tables");
            }
            return world.stored[device];
        }

        @Override
        public void separate(int outPort, int lane, long mark) {
            Devices.this.separate(device, outPort, lane, mark);
        }

        @Override
        public void rerouteWaiting() {
            Devices.this.rerouteWaiting(device);
        }

        @Override
        public void report(long message) {
            Devices.this.report(device, message);
        }

        @Override
        public boolean hasDependency(int inPort, int inLane, int outPort, int outLane) {
            int channels = portCount() * world.lanes;
            int in = (inPort - 1) * world.lanes + inLane;
            return tables.hasDependency(
                    world.tables[device], device, in * channels + (outPort - 1) * world.lanes + outLane);
        }
    }
}

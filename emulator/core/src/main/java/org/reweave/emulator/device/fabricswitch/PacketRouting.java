package org.reweave.emulator.device.fabricswitch;

import org.reweave.emulator.device.Workspace;
import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.stats.DropCause;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * Has the scheme's agent choose the ways of a packet, and notes them in the {@link PacketArena}: as the packet's output
 * its first way, {@link PacketArena#HELD}, or why there is none ({@link #isRuled}).
 */
final class PacketRouting {
    private final PortLanes pairs;
    private final LaneClasses classes;
    private final PacketArena packets;
    private final SwitchAgent agent;
    private Workspace workspace;

    PacketRouting(SwitchConfig config, PacketArena packets, SwitchAgent agent, Workspace workspace) {
        SwitchParameters parameters = config.parameters();
        this.pairs = PortLanes.of(parameters.lanes());
        this.classes = new LaneClasses(
                parameters.laneChoice(),
                parameters.lanes(),
                config.routing().laneClasses(),
                config.identity().plan().trunk());
        this.packets = packets;
        this.agent = agent;
        this.workspace = workspace;
    }

    void useWorkspace(Workspace shared) {
        workspace = shared;
    }

    /** @param pair port and VL that the packet came in by */
    void choose(int pair, int slot) {
        long route = packets.route(slot);
        Heading heading = workspace.heading;
        Routes routes = workspace.routes;
        heading.inPort = pairs.port(pair) + 1;
        heading.lane = pairs.lane(pair);
        heading.packet = packets.id(slot);
        heading.destination = Wire.destination(route);
        heading.source = Wire.source(route);
        heading.level = Wire.level(route);
        heading.trail = packets.trail(slot);
        heading.marks = packets.marks(slot);
        routes.clear();
        agent.route(heading, routes);
        packets.setMarks(slot, heading.marks);
        if (routes.isHeld()) {
            packets.setOutput(slot, PacketArena.HELD);
        } else if (routes.count() > 0) {
            packets.ways.set(slot, classes.byLane(routes, heading.destination), pairs);
            packets.setOutput(slot, packets.ways.output(slot, 0));
        } else if (routes.ruleCase() < 0) {
            packets.setOutput(slot, lost(DropCause.UNREACHABLE));
        } else {
            packets.setOutput(slot, -1 - DropCause.count() - routes.ruleCase());
        }
    }

    /** The output of a packet that is dropped for a cause. */
    static int lost(DropCause cause) {
        return -1 - cause.ordinal();
    }

    /** Whether a packet with such an output is discarded by a rule of the scheme, {@link #ruleCase}. */
    static boolean isRuled(int output) {
        return -1 - output >= DropCause.count();
    }

    static int ruleCase(int output) {
        return -1 - output - DropCause.count();
    }

    /** Why a packet with such an output, which no rule discards, is dropped. */
    static DropCause cause(int output) {
        return DropCause.of(-1 - output);
    }
}

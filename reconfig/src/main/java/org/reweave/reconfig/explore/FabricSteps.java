package org.reweave.reconfig.explore;

import java.util.stream.IntStream;
import org.reweave.reconfig.explore.Model.Packet;
import org.reweave.reconfig.explore.Step.Kind;
import org.reweave.reconfig.paths.Path;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.routing.table.BubbleRings;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * The steps of packets: injection, routing, offers to outputs, and crossings of links. These rules are those of the
 * emulator's switch, without time.
 */
final class FabricSteps {
    private final Model model;
    private final World world;
    private final Devices devices;
    private final Tables tables;
    private final Watch watch;
    private final QueueHeads heads;
    private final int outputSlots;
    private final int[] ring; // [channel] of bubble flow control; null = the tables have none
    private final Heading heading = new Heading();
    private final Routes routes = new Routes();

    FabricSteps(Model model, World world, Devices devices, Tables tables, Watch watch) {
        this.model = model;
        this.world = world;
        this.devices = devices;
        this.tables = tables;
        this.watch = watch;
        this.heads = new QueueHeads(model, world);
        this.outputSlots = model.bounds().outputSlots();
        this.ring = model.before().rings().map(this::ringOfChannels).orElse(null);
    }

    private int[] ringOfChannels(BubbleRings rings) {
        return IntStream.range(0, world.inputs.length)
                .map(channel -> rings.ring(channel / world.lanes, world.lane(channel)))
                .toArray();
    }

    // ---- what may happen ----

    /** Adds the steps that may be possible; performing one that is not changes nothing. */
    void collect(Steps into) {
        for (int nic = 0; nic < world.fabric.nicCount(); nic++) {
            for (int register = 0; register < tables.registers(); register++) {
                if (mayInject(nic, register)) {
                    into.add(Kind.INJECT, nic, register);
                }
            }
        }
        for (int channel = 0; channel < world.inputs.length; channel++) {
            if (world.inputs[channel] != 0) {
                collectAt(channel, into);
            }
            if (world.outputs[channel] != 0 && mayCross(channel)) {
                into.add(Kind.CROSS, channel, 0);
            }
        }
        collectTimers(into);
    }

    private void collectTimers(Steps into) {
        for (int timer = 0; timer < world.switchTimers.length; timer++) {
            for (long rest = world.switchTimers[timer]; rest != 0; rest &= rest - 1) {
                into.add(Kind.SWITCH_TIMER, Long.numberOfTrailingZeros(rest), timer);
            }
        }
    }

    private void collectAt(int channel, Steps into) {
        if (heads.areSeveral()) {
            collectRoutes(channel, into);
        } else if (world.firstUnrouted(channel) >= 0) {
            into.add(Kind.ROUTE, channel, 0);
        }
        for (int place = heads.next(channel, 0); place >= 0; place = heads.next(channel, place + 1)) {
            int head = Queues.get(world.inputs[channel], place) - 1;
            for (int i = 0; i < world.ways[head]; i++) {
                into.add(Kind.OFFER, channel, place * World.WAYS + i);
            }
        }
    }

    /** Packets are routed in the order of arrival, and one that an agent makes wait holds up none behind it. */
    private void collectRoutes(int channel, Steps into) {
        boolean isFirst = true;
        for (int place = 0; place < Queues.size(world.inputs[channel]); place++) {
            int ways = world.ways[Queues.get(world.inputs[channel], place) - 1];
            if (ways == World.HELD || ways == World.UNROUTED && isFirst) {
                into.add(Kind.ROUTE, channel, place + 1);
            }
            isFirst &= ways != World.UNROUTED;
        }
    }

    /**
     * Whether a NIC may inject on a path register. Any usable register may be in use: a NIC may have migrated by itself
     * at any time, because packets were not acknowledged. Where no path is usable the NIC stays with an unusable one.
     */
    private boolean mayInject(int nic, int register) {
        int device = world.fabric.nicDevice(nic);
        int packet = world.nextOf(nic);
        if (packet < 0 || world.isCutOff(device)) {
            return false;
        }
        int to = world.packets.get(packet).destination();
        long path = tables.held(world.nicTables[nic], nic, to, register);
        NicAgent agent = devices.openNic(device);
        return agent.mayInject()
                && path != 0
                && (Path.isUsable(path) || !hasUsablePath(nic, to))
                && hasInputRoom(injectionChannel(agent, device, path), 1);
    }

    private boolean hasUsablePath(int nic, int to) {
        for (int register = 0; register < tables.registers(); register++) {
            if (Path.isUsable(tables.held(world.nicTables[nic], nic, to, register))) {
                return true;
            }
        }
        return false;
    }

    private int injectionChannel(NicAgent agent, int nicDevice, long path) {
        return world.channel(nicDevice, world.fabric.attachedPort(nicDevice), agent.lane(Path.lane(path)));
    }

    private long path(int packet) {
        Packet ends = world.packets.get(packet);
        return tables.path(ends.source(), ends.destination(), world.path[packet]);
    }

    /**
     * Whether a packet in an output queue may cross its link. A NIC always accepts the packet; without output queues
     * the packet has its place in the next buffer already.
     */
    private boolean mayCross(int channel) {
        boolean separator = !Queues.isPacket(Queues.get(world.outputs[channel], 0));
        return separator || outputSlots == 0 || hasInputRoom(channel, 1);
    }

    private boolean hasInputRoom(int channel, int wanted) {
        int taken =
                Queues.size(world.inputs[channel]) + (outputSlots == 0 ? Queues.packets(world.outputs[channel]) : 0);
        return !world.fabric.isSwitch(world.to(channel))
                || taken + wanted <= model.bounds().inputSlots();
    }

    /**
     * Whether the head behind a channel may be granted another one: where it enters a ring, one more packet must have
     * room besides.
     */
    private boolean hasRoom(int from, int channel) {
        int wanted = ring != null && ring[channel] != BubbleRings.NONE && ring[channel] != ring[from] ? 2 : 1;
        return outputSlots > 0
                ? Queues.packets(world.outputs[channel]) + wanted <= outputSlots
                : hasInputRoom(channel, wanted);
    }

    // ---- what happens ----

    void perform(int step) {
        int a = Step.a(step);
        switch (Step.kind(step)) {
            case INJECT -> inject(a, Step.b(step));
            case ROUTE -> route(step);
            case OFFER -> offer(step);
            case CROSS -> crossFirst(a);
            case SWITCH_TIMER -> fireTimer(a, Step.b(step));
            default -> throw new IllegalArgumentException("no step of packets: " + Step.kind(step));
        }
    }

    private void inject(int nic, int register) {
        int packet = world.nextOf(nic);
        int nicDevice = world.fabric.nicDevice(nic);
        int to = world.packets.get(packet).destination();
        long path = tables.held(world.nicTables[nic], nic, to, register);
        world.path[packet] = tables.pathNumber(nic, to, path);
        NicAgent agent = devices.openNic(nicDevice);
        int channel = injectionChannel(agent, nicDevice, path);
        world.marks[packet] = agent.injected();
        world.trail[packet] = agent.trail(lid(world.destinationDevice(packet)), 0);
        devices.closeNic(nicDevice);
        world.fate[packet] = Fate.TRAVELLING;
        watch.injected(packet, path);
        putOnWire(packet, channel);
    }

    private void route(int step) {
        int channel = Step.a(step);
        int packet = world.toRoute(step);
        int here = world.to(channel);
        heading.inPort = world.toPort(channel);
        heading.lane = world.lane(channel);
        long path = path(packet);
        heading.packet = packet;
        heading.destination = Path.destinationLid(path);
        heading.source = lid(world.sourceDevice(packet));
        heading.level = Path.level(path);
        heading.trail = world.trail[packet];
        heading.marks = world.marks[packet];
        routes.clear();
        world.clearWays(packet);
        SwitchAgent agent = devices.openSwitch(here);
        agent.route(heading, routes);
        devices.closeSwitch(here);
        world.marks[packet] = heading.marks;
        if (routes.isHeld()) {
            world.ways[packet] = World.HELD;
        } else if (routes.count() == 0) {
            world.inputs[channel] = without(channel, packet);
            loseWithoutWay(packet, channel);
        } else {
            keepWays(packet, here);
        }
    }

    private void loseWithoutWay(int packet, int channel) {
        int here = world.to(channel);
        if (routes.ruleCase() >= 0) {
            watch.discarded(packet, here, routes.ruleCase(), false);
            devices.lose(packet, channel, -1, Fate.DISCARDED, routes.ruleCase());
        } else {
            watch.unreachable(packet, here);
            devices.lose(packet, channel, -1, Fate.UNREACHABLE, 0);
        }
    }

    private long without(int channel, int packet) {
        long queue = world.inputs[channel];
        for (int i = 0; ; i++) {
            if (Queues.get(queue, i) == packet + 1) {
                return Queues.without(queue, i);
            }
        }
    }

    private void keepWays(int packet, int here) {
        if (routes.count() > World.WAYS) {
            throw new IllegalStateException(routes.count() + " ways at a time, limit " + World.WAYS);
        }
        world.ways[packet] = routes.count();
        for (int i = 0; i < routes.count(); i++) {
            world.way[packet * World.WAYS + i] = world.channel(here, routes.port(i), routes.lane(i));
            world.wayTrail[packet * World.WAYS + i] = routes.trail(i);
        }
    }

    private int lid(int nicDevice) {
        return world.fabric.attachedLid(nicDevice);
    }

    private void offer(int step) {
        int channel = Step.a(step);
        int place = Step.b(step) / World.WAYS;
        int i = Step.b(step) % World.WAYS;
        int packet = world.offered(step);
        int here = world.to(channel);
        int out = world.offeredWay(step);
        if (!world.isUp(world.link(out))) {
            if (world.allWaysDead(packet)) {
                world.inputs[channel] = Queues.without(world.inputs[channel], place);
                devices.lose(packet, channel, out, Fate.DEAD_OUTPUT, 0);
                watch.deadOutput(packet, here);
            }
            return;
        }
        SwitchAgent agent = devices.openSwitch(here);
        boolean room = hasRoom(channel, out);
        int inPort = world.toPort(channel);
        int lane = world.lane(channel);
        long marks = world.marks[packet];
        int verdict = agent.offer(inPort, lane, world.fromPort(out), world.lane(out), marks, room);
        devices.closeSwitch(here);
        if (Verdict.isDiscard(verdict) && !anotherWayHasRoom(packet, i, channel)) {
            watch.discarded(packet, here, Verdict.ruleCase(verdict), room);
            world.inputs[channel] = Queues.without(world.inputs[channel], place);
            devices.lose(packet, channel, out, Fate.DISCARDED, Verdict.ruleCase(verdict));
        } else if (verdict == Verdict.FORWARD && room) {
            world.marks[packet] =
                    agent.forwarded(agent.granted(inPort, lane, world.fromPort(out), world.lane(out), marks));
            devices.closeSwitch(here);
            world.trail[packet] = world.wayTrail[packet * World.WAYS + i];
            world.clearWays(packet);
            world.inputs[channel] = Queues.without(world.inputs[channel], place);
            leave(packet, out);
        }
    }

    /** A packet with several ways is discarded only if none of them has room. */
    private boolean anotherWayHasRoom(int packet, int but, int channel) {
        for (int i = 0; i < world.ways[packet]; i++) {
            int out = world.way[packet * World.WAYS + i];
            if (i != but && world.isUp(world.link(out)) && hasRoom(channel, out)) {
                return true;
            }
        }
        return false;
    }

    private void leave(int packet, int out) {
        if (outputSlots > 0) {
            world.outputs[out] = Queues.append(world.outputs[out], packet + 1);
        } else {
            putOnWire(packet, out);
        }
    }

    /** Puts a packet on its link. The packet arrives at once, unless separators on the link are ahead of the packet. */
    private void putOnWire(int packet, int channel) {
        if (world.outputs[channel] == 0) {
            arrive(packet, channel);
        } else {
            world.outputs[channel] = Queues.append(world.outputs[channel], packet + 1);
        }
    }

    private void crossFirst(int channel) {
        int thing = Queues.get(world.outputs[channel], 0);
        world.outputs[channel] = Queues.withoutFirst(world.outputs[channel]);
        if (Queues.isPacket(thing)) {
            arrive(thing - 1, channel);
            return;
        }
        int there = world.to(channel);
        long mark = (long) thing - Queues.SEPARATOR;
        if (world.fabric.isSwitch(there)) {
            devices.openSwitch(there).separator(world.toPort(channel), world.lane(channel), mark);
            devices.closeSwitch(there);
        } else {
            devices.openNic(there).separator(world.lane(channel), mark);
            devices.closeNic(there);
        }
    }

    private void fireTimer(int device, int timer) {
        world.switchTimers[timer] &= ~(1L << device);
        devices.openSwitch(device).timerFired(SwitchTimer.values()[timer]);
        devices.closeSwitch(device);
    }

    private void arrive(int packet, int channel) {
        int there = world.to(channel);
        if (world.fabric.isSwitch(there)) {
            watch.visits(packet, there);
            SwitchAgent agent = devices.openSwitch(there);
            world.marks[packet] = agent.arrived(world.toPort(channel), world.lane(channel), world.marks[packet]);
            devices.closeSwitch(there);
            world.inputs[channel] = Queues.append(world.inputs[channel], packet + 1);
        } else {
            watch.delivered(packet, there);
            world.end(packet, Fate.DELIVERED, there, 0);
        }
    }
}

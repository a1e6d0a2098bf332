package org.reweave.reconfig.explore;

import org.reweave.reconfig.explore.Step.Kind;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.Routes;

/** What packets do: they are injected, routed, offered, cross links and are lost with them. The emulator's switch without its clock. */
final class FabricSteps {
    private final Model model;
    private final World world;
    private final Devices devices;
    private final Promises.Watch watch;
    private final Heading heading = new Heading();
    private final Routes routes = new Routes();

    FabricSteps(Model model, World world, Devices devices, Promises.Watch watch) {
        this.model = model;
        this.world = world;
        this.devices = devices;
        this.watch = watch;
    }

    // ---- what may happen ----

    /** Adds the steps that may be possible; performing one that is not changes nothing. */
    void collect(Steps into) {
        for (int nic = 0; nic < world.fabric.nicCount(); nic++) {
            if (mayInject(nic)) {
                into.add(Kind.INJECT, nic, 0);
            }
        }
        for (int channel = 0; channel < world.inputs.length; channel++) {
            if (world.inputs[channel] != 0) {
                collectAt(channel, into);
            }
            if (world.outputs[channel] != 0 && hasInputRoom(channel)) {
                into.add(Kind.CROSS, channel, 0);
            }
        }
        if (world.faultsLeft > 0) {
            for (int link : model.fragile()) {
                if (world.isUp(link)) {
                    into.add(Kind.FAULT, link, 0);
                    into.add(Kind.FAULT, link, 1);
                }
            }
        }
    }

    private void collectAt(int channel, Steps into) {
        int head = Queues.get(world.inputs[channel], 0) - 1;
        if (unrouted(channel) >= 0) {
            into.add(Kind.ROUTE, channel, 0);
        }
        for (int i = 0; i < world.ways[head]; i++) {
            into.add(Kind.OFFER, channel, i);
        }
    }

    private boolean mayInject(int nic) {
        int device = world.fabric.nicDevice(nic);
        return world.nextOf(nic) >= 0 && hasInputRoom(injectionChannel(device)) && devices.mayInject(device);
    }

    private int injectionChannel(int nicDevice) {
        return world.channel(nicDevice, world.fabric.attachedPort(nicDevice), 0);
    }

    /** The oldest packet behind a channel that has no way yet, or -1. */
    private int unrouted(int channel) {
        long queue = world.inputs[channel];
        for (int i = 0; i < Queues.size(queue); i++) {
            int packet = Queues.get(queue, i) - 1;
            if (world.ways[packet] <= World.UNROUTED) {
                return packet;
            }
        }
        return -1;
    }

    /** Whether one more packet may cross a channel. A NIC always takes it. */
    private boolean hasInputRoom(int channel) {
        return !world.fabric.isSwitch(world.to(channel)) || Queues.size(world.inputs[channel]) < model.inputSlots();
    }

    private boolean hasRoom(int channel) {
        return model.outputSlots() > 0
                ? Queues.size(world.outputs[channel]) < model.outputSlots()
                : hasInputRoom(channel);
    }

    // ---- what happens ----

    void perform(int step) {
        int a = Step.a(step);
        switch (Step.kind(step)) {
            case INJECT -> inject(world.fabric.nicDevice(a));
            case ROUTE -> route(a);
            case OFFER -> offer(a, Step.b(step));
            case CROSS -> crossFirst(a);
            case FAULT -> fail(a, Step.b(step) == 1);
            default -> throw new IllegalArgumentException("no step of packets: " + Step.kind(step));
        }
    }

    private void inject(int nicDevice) {
        int packet = world.nextOf(nicDevice - world.fabric.switchCount());
        NicAgent agent = devices.openNic(nicDevice);
        world.marks[packet] = agent.injected();
        devices.closeNic(nicDevice);
        world.fate[packet] = Fate.TRAVELLING;
        int channel = injectionChannel(nicDevice);
        world.inputs[channel] = Queues.append(world.inputs[channel], packet + 1);
    }

    private void route(int channel) {
        int packet = unrouted(channel);
        int here = world.to(channel);
        PathLevels levels = model.before().pathLevels();
        heading.inPort = world.toPort(channel);
        heading.lane = world.lane(channel);
        heading.destination = lid(world.destinationDevice(packet));
        heading.source = lid(world.sourceDevice(packet));
        heading.level = levels.level(world.sourceDevice(packet), heading.destination);
        heading.trail = world.trail[packet];
        heading.marks = world.marks[packet];
        routes.clear();
        SwitchAgent agent = devices.openSwitch(here);
        agent.route(heading, routes);
        devices.closeSwitch(here);
        world.marks[packet] = heading.marks;
        if (routes.isHeld()) {
            world.ways[packet] = World.HELD;
        } else if (routes.count() == 0) {
            world.inputs[channel] = without(channel, packet);
            world.end(packet, Fate.UNREACHABLE, here, 0);
            watch.unreachable(packet, here);
        } else {
            keepWays(packet, here);
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
        return world.fabric.nicLid(nicDevice, world.fabric.attachedPort(nicDevice));
    }

    private void offer(int channel, int i) {
        int packet = Queues.get(world.inputs[channel], 0) - 1;
        int here = world.to(channel);
        int out = world.way[packet * World.WAYS + i];
        if (!world.isUp(world.link(out))) {
            world.inputs[channel] = Queues.withoutFirst(world.inputs[channel]);
            world.end(packet, Fate.DEAD_OUTPUT, here, 0);
            return;
        }
        boolean room = hasRoom(out);
        SwitchAgent agent = devices.openSwitch(here);
        int verdict = agent.offer(
                world.toPort(channel),
                world.lane(channel),
                world.fromPort(out),
                world.lane(out),
                world.marks[packet],
                room);
        if (Verdict.isDiscard(verdict)) {
            watch.discarded(packet, here, Verdict.ruleCase(verdict), room);
            world.inputs[channel] = Queues.withoutFirst(world.inputs[channel]);
            world.end(packet, Fate.DISCARDED, here, Verdict.ruleCase(verdict));
        } else if (verdict == Verdict.FORWARD && room) {
            world.marks[packet] = agent.forwarded(world.marks[packet]);
            world.trail[packet] = world.wayTrail[packet * World.WAYS + i];
            world.clearWays(packet);
            world.inputs[channel] = Queues.withoutFirst(world.inputs[channel]);
            leave(packet, out);
        }
        devices.closeSwitch(here);
    }

    private void leave(int packet, int out) {
        if (model.outputSlots() > 0) {
            world.outputs[out] = Queues.append(world.outputs[out], packet + 1);
        } else {
            arrive(packet, out);
        }
    }

    private void crossFirst(int channel) {
        int packet = Queues.get(world.outputs[channel], 0) - 1;
        world.outputs[channel] = Queues.withoutFirst(world.outputs[channel]);
        arrive(packet, channel);
    }

    private void arrive(int packet, int channel) {
        int there = world.to(channel);
        if (world.fabric.isSwitch(there)) {
            world.inputs[channel] = Queues.append(world.inputs[channel], packet + 1);
        } else {
            watch.delivered(packet, there);
            world.end(packet, Fate.DELIVERED, there, 0);
        }
    }

    /** A link fails and takes along what is in its output queues; what its far ends have not routed yet may still be on the wire. */
    private void fail(int link, boolean onTheWire) {
        world.linksDown |= 1L << link;
        world.faultsLeft--;
        for (int end = 0; end < 2; end++) {
            for (int lane = 0; lane < world.lanes; lane++) {
                int channel = (2 * link + end) * world.lanes + lane;
                while (world.outputs[channel] != 0) {
                    int packet = Queues.get(world.outputs[channel], 0) - 1;
                    world.outputs[channel] = Queues.withoutFirst(world.outputs[channel]);
                    world.end(packet, Fate.ON_DEAD_LINK, world.from(channel), 0);
                }
                if (onTheWire) {
                    loseWire(channel);
                }
            }
        }
    }

    private void loseWire(int channel) {
        for (int i = Queues.size(world.inputs[channel]) - 1; i >= 0; i--) {
            int packet = Queues.get(world.inputs[channel], i) - 1;
            if (world.ways[packet] == World.UNROUTED) {
                world.inputs[channel] = Queues.without(world.inputs[channel], i);
                world.end(packet, Fate.ON_DEAD_LINK, world.to(channel), 0);
            }
        }
    }
}

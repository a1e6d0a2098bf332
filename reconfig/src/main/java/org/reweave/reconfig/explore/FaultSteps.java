package org.reweave.reconfig.explore;

import org.reweave.reconfig.explore.Step.Kind;
import org.reweave.reconfig.spi.SwitchAgent;

/**
 * Failures and recoveries of links and switches, restarts of switches, and the packets lost by them. Both ends of a
 * link notice at once.
 */
final class FaultSteps {
    private final Model model;
    private final World world;
    private final Devices devices;
    private final Watch watch;
    private final QueueHeads heads;

    FaultSteps(Model model, World world, Devices devices, Watch watch) {
        this.model = model;
        this.world = world;
        this.devices = devices;
        this.watch = watch;
        this.heads = new QueueHeads(model, world);
    }

    void begin() {
        world.faultsLeft = model.bounds().faults();
        world.recoveriesLeft = model.bounds().recoveries();
    }

    void collect(Steps into) {
        boolean mayFail =
                world.faultsLeft > 0 && elementsDown() < model.bounds().together();
        for (int link : model.fragile()) {
            if (mayFail && world.isUp(link)) {
                into.add(Kind.FAULT, link, 0);
                into.add(Kind.FAULT, link, 1);
            }
            if (world.recoveriesLeft > 0 && !world.isUp(link) && !isAtDeadSwitch(link)) {
                into.add(Kind.RECOVERY, link, 0);
            }
        }
        for (int device : model.fragileSwitches()) {
            if (mayFail && !isDead(device)) {
                into.add(Kind.SWITCH_FAULT, device, 0);
                into.add(Kind.SWITCH_FAULT, device, 1);
            }
            if (world.recoveriesLeft > 0 && isDead(device)) {
                into.add(Kind.SWITCH_RECOVERY, device, 0);
            }
        }
        for (long rest = world.mayRestart(); rest != 0; rest &= rest - 1) {
            for (int how = 0; how < Kind.RESTARTS; how++) {
                into.add(world.restartsTakeTime ? Kind.AWAY : Kind.RESTART, Long.numberOfTrailingZeros(rest), how);
            }
        }
        for (long rest = world.restarted & world.switchesDown; rest != 0; rest &= rest - 1) {
            into.add(Kind.BACK, Long.numberOfTrailingZeros(rest), 0);
        }
    }

    /** Links and switches that have failed by themselves. */
    private int elementsDown() {
        int count = Long.bitCount(world.switchesDown);
        for (int link : model.fragile()) {
            count += world.isUp(link) || isAtDeadSwitch(link) ? 0 : 1;
        }
        return count;
    }

    private boolean isDead(int device) {
        return (world.switchesDown >>> device & 1) != 0;
    }

    private boolean isAtDeadSwitch(int link) {
        return isDead(world.fabric.linkDevice(link, 0)) || isDead(world.fabric.linkDevice(link, 1));
    }

    void perform(int step) {
        switch (Step.kind(step)) {
            case FAULT -> fail(Step.a(step), Step.b(step) == 1);
            case RECOVERY -> recover(Step.a(step));
            case SWITCH_FAULT -> failSwitch(Step.a(step), Step.b(step) == 1);
            case SWITCH_RECOVERY -> recoverSwitch(Step.a(step));
            case RESTART -> restart(Step.a(step), (Step.b(step) & Kind.WITH_WIRES) != 0);
            case AWAY -> {
                goDown(Step.a(step), (Step.b(step) & Kind.WITH_WIRES) != 0);
                world.switchesDown |= 1L << Step.a(step);
            }
            case BACK -> comeUp(Step.a(step));
            default -> throw new IllegalArgumentException("no fault: " + Step.kind(step));
        }
    }

    /**
     * A link fails. The packets in its output queues are lost; a packet that the far end has not routed yet may still
     * be on the wire, and may be lost too.
     */
    private void fail(int link, boolean onTheWire) {
        world.faultsLeft--;
        cut(link, onTheWire);
        tellEnds(link, false);
    }

    private void cut(int link, boolean onTheWire) {
        world.linksDown |= 1L << link;
        for (int end = 0; end < 2; end++) {
            for (int lane = 0; lane < world.lanes; lane++) {
                int channel = (2 * link + end) * world.lanes + lane;
                for (long rest = world.outputs[channel]; rest != 0; rest = Queues.withoutFirst(rest)) {
                    if (Queues.isPacket(Queues.get(rest, 0))) {
                        world.end(Queues.get(rest, 0) - 1, Fate.ON_DEAD_LINK, world.from(channel), 0);
                    }
                }
                world.outputs[channel] = 0;
                if (onTheWire) {
                    loseWire(channel);
                }
            }
        }
    }

    /** A switch fails, and keeps its tables: in schemes whose switches can fail, nobody would send new ones. */
    private void failSwitch(int device, boolean onTheWires) {
        world.faultsLeft--;
        world.switchesDown |= 1L << device;
        loseState(device, onTheWires);
    }

    /**
     * A switch loses what it holds, aside from tables: all packets in the switch, the state of its agent and its links.
     * Packets on its links are lost on all links or on none.
     */
    private void loseState(int device, boolean onTheWires) {
        loseInside(device);
        devices.forget(device);
        for (long rest = world.workingLinks(device); rest != 0; rest &= rest - 1) {
            cut(Long.numberOfTrailingZeros(rest), onTheWires);
            tellEnds(Long.numberOfTrailingZeros(rest), false);
        }
    }

    private void loseInside(int device) {
        for (int channel = 0; channel < world.inputs.length; channel++) {
            if (world.to(channel) == device) {
                world.inputs[channel] = loseInside(world.inputs[channel], device);
            } else if (world.from(channel) == device) {
                world.outputs[channel] = loseInside(world.outputs[channel], device);
            }
        }
    }

    /**
     * A switch restarts, without packets, its agent's state and the tables that it had: without any, or with those of
     * the start. Its links go down and come up meanwhile, and the devices at their other ends are told of both.
     */
    private void restart(int device, boolean onTheWires) {
        long links = world.workingLinks(device);
        goDown(device, onTheWires);
        devices.sendSeparators(); // while the links are down
        for (long rest = links; rest != 0; rest &= rest - 1) {
            world.linksDown &= ~Long.lowestOneBit(rest);
            tellEnds(Long.numberOfTrailingZeros(rest), true);
        }
    }

    /** A switch that restarts loses its state and its tables. */
    private void goDown(int device, boolean onTheWires) {
        world.restarted |= 1L << device;
        world.install(device, world.tablesOfRestart);
        world.stored[device] = 0;
        loseState(device, onTheWires);
    }

    /** @return an empty queue */
    private long loseInside(long queue, int device) {
        for (long rest = queue; rest != 0; rest = Queues.withoutFirst(rest)) {
            if (Queues.isPacket(Queues.get(rest, 0))) {
                world.end(Queues.get(rest, 0) - 1, Fate.IN_DEAD_SWITCH, device, 0);
            }
        }
        return 0;
    }

    /** A switch comes back, empty, with those of its links whose other end works. */
    private void recoverSwitch(int device) {
        world.recoveriesLeft--;
        comeUp(device);
    }

    private void comeUp(int device) {
        world.switchesDown &= ~(1L << device);
        for (int port = 1; port <= world.fabric.portCount(device); port++) {
            int link = world.fabric.link(device, port);
            if (link >= 0 && !isAtDeadSwitch(link)) {
                world.linksDown &= ~(1L << link);
                tellEnds(link, true);
            }
        }
    }

    /** A link comes back, empty; packets that already have ways keep them unless the agent has them routed again. */
    private void recover(int link) {
        world.linksDown &= ~(1L << link);
        world.recoveriesLeft--;
        tellEnds(link, true);
    }

    private void tellEnds(int link, boolean up) {
        for (int end = 0; end < 2; end++) {
            int device = world.fabric.linkDevice(link, end);
            if (isDead(device)) {
                continue;
            }
            if (!world.fabric.isSwitch(device)) {
                devices.openNic(device).linkChanged(up);
                devices.closeNic(device);
                continue;
            }
            SwitchAgent agent = devices.openSwitch(device);
            boolean again = agent.linkChanged(world.fabric.linkPort(link, end), up);
            devices.closeSwitch(device);
            if (again) {
                devices.rerouteWaiting(device);
            } else if (!up) {
                dropHeads(device);
            }
        }
    }

    private void loseWire(int channel) {
        for (int i = Queues.size(world.inputs[channel]) - 1; i >= 0; i--) {
            int packet = Queues.get(world.inputs[channel], i) - 1;
            if (world.ways[packet] == World.UNROUTED) {
                world.inputs[channel] = Queues.without(world.inputs[channel], i);
                devices.lose(packet, channel, -1, Fate.ON_DEAD_LINK, 0);
            }
        }
    }

    private void dropHeads(int device, int channel) {
        int lost = 0; // as bits: places
        for (int place = heads.next(channel, 0); place >= 0; place = heads.next(channel, place + 1)) {
            int packet = Queues.get(world.inputs[channel], place) - 1;
            lost |= world.ways[packet] > 0 && world.allWaysDead(packet) ? 1 << place : 0;
        }
        for (int gone = 0; lost != 0; gone++, lost &= lost - 1) {
            int place = Integer.numberOfTrailingZeros(lost) - gone;
            int packet = Queues.get(world.inputs[channel], place) - 1;
            int out = world.way[packet * World.WAYS];
            world.inputs[channel] = Queues.without(world.inputs[channel], place);
            devices.lose(packet, channel, out, Fate.DEAD_OUTPUT, 0);
            watch.deadOutput(packet, device);
        }
    }

    /** Heads of queues are lost when all their ways lead into dead links. */
    private void dropHeads(int device) {
        for (int channel = 0; channel < world.inputs.length; channel++) {
            if (world.to(channel) == device) {
                dropHeads(device, channel);
            }
        }
    }
}

package org.reweave.emulator.device.fabricswitch;

import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.manager.Trap;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.routing.table.RoutingTables;

/** A switch: the data path, what failing links and the failing switch itself do to it, and its management agent. */
public final class SwitchCore extends SwitchDataPath {
    private static final int TRAP = SCHEME_TIMER + 1;

    private final SwitchConfig config;
    private final long[] freshAgent;
    private final Smp trap = new Smp();

    public SwitchCore(SwitchConfig config) {
        super(config);
        this.config = config;
        this.freshAgent = agent.encode();
    }

    // ---- failures ----

    /**
     * A packet that is still arriving will never be whole. It keeps its place until its last flit would have come;
     * whoever has part of it is told in-band, and the last device on its way drops it.
     */
    private void cut(int port, int slot, long cycle) {
        packets.flags[slot] |= PacketArena.BAD;
        if (packets.has(slot, PacketArena.DROPPED)) {
            return;
        }
        log().event(cycle, EventKind.PACKET_CUT, packets.id[slot], port + 1, 0, 0);
        if (packets.has(slot, PacketArena.SENT)) {
            int output = packets.output[slot];
            if (!packets.has(slot, PacketArena.SEVERED)) {
                // behind its head: in one cycle a receiver treats cuts before arrivals
                long stamp = Math.max(cycle, packets.sendAt[slot]) + 1;
                outbox().cut(output / lanes(), output % lanes(), packets.id[slot], stamp);
            }
            return;
        }
        for (int lane = 0; lane < lanes(); lane++) {
            int queue = port * lanes() + lane;
            if ((requests.isRequesting(queue) || isHeld(queue)) && inputs.queues.get(queue, 0) == slot) {
                drop(queue, slot, DropCause.CUT, cycle);
            } else if (inputs.movingTo[queue] >= 0 && inputs.queues.get(queue, 0) == slot) {
                links().touch(inputs.movingTo[queue]
                        / lanes()); // it is in an output buffer, perhaps at its head without credits
            }
        }
    }

    @Override
    protected void onCut(int port, int lane, long packet, long cycle) {
        int slot = inputs.receiving[port];
        if (inputs.receivingLast[port] < cycle || packets.id[slot] != packet) {
            throw new IllegalStateException(
                    place(port) + " VL " + lane + ": cut of packet " + packet + ", which is not arriving");
        }
        cut(port, slot, cycle);
    }

    @Override
    protected void onPortDown(int port, long cycle) {
        if (inputs.receivingLast[port] >= cycle) {
            cut(port, inputs.receiving[port], cycle);
            inputs.receivingLast[port] = -1;
        }
        links().portDown(port, cycle);
        separators.clear(port, cycle);
        sever(port);
        boolean again = agent.linkChanged(port + 1, false) || config.forwarder().reroutes();
        for (int lane = 0; lane < lanes(); lane++) {
            int output = port * lanes() + lane;
            while (!outputs.isEmpty(output)) {
                giveUpFirst(output, DropCause.OUTPUT_LOST, cycle);
            }
            if (!again) {
                loseWays(output, cycle);
            }
        }
        if (again) {
            routeAgain(cycle);
        }
        reconsider(cycle);
        agentTimer(cycle + config.parameters().agentDelay(), TRAP, port);
    }

    /**
     * The next device notices by itself that packets under way to it are cut; should the link be back before their
     * tails come here, it is not told.
     */
    private void sever(int port) {
        for (int queue = 0; queue < ports() * lanes(); queue++) {
            int target = inputs.movingTo[queue];
            if (target >= 0 && target / lanes() == port) {
                int slot = inputs.queues.get(queue, 0);
                packets.flags[slot] |= packets.has(slot, PacketArena.SENT) ? PacketArena.SEVERED : 0;
            }
        }
    }

    @Override
    protected void onPortUp(int port, long cycle) {
        int[] freeUnits = new int[lanes()];
        for (int lane = 0; lane < lanes(); lane++) {
            freeUnits[lane] = inputUnits() - inputs.unitsUsed[port * lanes() + lane];
        }
        links().portUp(port, freeUnits, cycle);
        if (agent.linkChanged(port + 1, true) || config.forwarder().reroutes()) {
            routeAgain(cycle);
        } else {
            regainWays(cycle);
        }
        reconsider(cycle);
        agentTimer(cycle + config.parameters().agentDelay(), TRAP, port);
    }

    /**
     * The switch loses everything in it. Packets whose head has left are the next device's to count. Its links go down
     * in this cycle too.
     */
    @Override
    protected void onDeviceDown(long cycle) {
        for (int queue = 0; queue < ports() * lanes(); queue++) {
            for (int i = 0; i < inputs.queues.size(queue); i++) {
                loseInside(inputs.queues.get(queue, i), queue / lanes() + 1, cycle);
            }
            for (int i = 0; i < outputs.size(queue); i++) {
                loseInside(outputs.get(queue, i), 0, cycle);
            }
        }
        clearPackets();
        reports.clear();
        tables.clear();
        timers.clear();
        agent.decode(freshAgent);
    }

    private void loseInside(int slot, int inPort, long cycle) {
        if (!packets.has(slot, PacketArena.DROPPED | PacketArena.SENT)) {
            packets.flags[slot] |= PacketArena.DROPPED;
            log().drop(cycle, DropCause.DEVICE_FAILURE, packets.id[slot], inPort, 0);
        }
    }

    @Override
    protected void onDeviceUp(long cycle) {
        // it restarts as it went down: without packets and with empty tables; its ports come up by themselves
    }

    // ---- management ----

    @Override
    protected void onAgentTimer(int type, int index, long cycle) {
        if (type == SCHEME_TIMER) {
            if (timers.fires(index, cycle)) {
                agent.timerFired(SwitchTimer.values()[index]);
                reconsider(cycle);
            }
            return;
        }
        if (config.managerLid() == 0) {
            return;
        }
        int out = portTowards(config.managerLid());
        boolean up = links().isUp(index);
        log().event(cycle, EventKind.TRAP_SENT, index + 1, up ? 1 : 0, 0, 0);
        if (out == 0) {
            links().loseSmp(index, cycle);
            return;
        }
        trap.toLid(Smp.TRAP, config.managerLid(), new Trap(id(), index + 1, up).word());
        links().queueSmp(out - 1, trap.words(), trap.length(), cycle);
    }

    @Override
    public int portTowards(int lid) {
        int out = tables.outPort(lid);
        return out == RoutingTables.UNREACHABLE ? 0 : out;
    }

    @Override
    public boolean answer(Smp smp, int port, long cycle) {
        if (smp.attribute() == Smp.NODE_INFO) {
            for (int p = 0; p < ports(); p++) {
                if (links().isUp(p)) {
                    smp.setPayload(p >> 6, smp.payload(p >> 6) | 1L << p);
                }
            }
            if (tables.isBlank()) {
                smp.setBlank();
            }
        } else if (smp.attribute() == Smp.UPDATE) {
            reports.noteWay(smp, port);
            return update(smp, cycle);
        } else if (smp.attribute() == Smp.CONTROL) {
            reports.noteWay(smp, port);
            if (isNewControl(smp)) {
                tell(smp, cycle);
            }
        } else if (smp.attribute() == Smp.COUNTS) {
            writeCounts(smp);
        } else {
            throw new IllegalStateException(place(port) + ": SMP with attribute " + smp.attribute());
        }
        return true;
    }

    @Override
    protected void onBroadcast(Smp smp, int port, long cycle) {
        reports.noteWay(smp, port);
        tell(smp, cycle);
    }

    @Override
    protected void onAnnouncement(Smp smp, long cycle) {
        agent.heard(smp.origin(), smp.argument());
        reconsider(cycle);
    }

    @Override
    protected boolean passesOn(int port) {
        return true;
    }

    private void tell(Smp control, long cycle) {
        agent.told(control.argument());
        reconsider(cycle);
    }

    /**
     * @return whether it is answered: what a switch refuses is not, so that the manager gives up and discovers it anew
     */
    private boolean update(Smp smp, long cycle) {
        switch (tables.update(smp, cycle)) {
            case REFUSED -> {
                return false;
            }
            case INCOMPLETE -> {
                return true;
            }
            case INSTALLED -> agent.installed(smp.argument());
            case STORED -> agent.stored(smp.argument());
        }
        reconsider(cycle);
        return true;
    }

    // ---- report ----

    @Override
    protected void report(DeviceReport to) {
        long held = 0;
        for (int queue = 0; queue < ports() * lanes(); queue++) {
            to.credits().setBuffered(queue, inputs.unitsUsed[queue]);
            held += heldAt(queue);
            reportInputWait(queue, to);
            reportOutputWait(queue, to);
        }
        to.setBuffered(held);
        to.setQuiet(to.quiet() && !timers.anyWaiting() && separators.isEmpty());
    }

    private int heldAt(int queue) {
        int held = 0;
        for (int i = 0; i < inputs.queues.size(queue); i++) {
            held += packets.has(inputs.queues.get(queue, i), PacketArena.DROPPED | PacketArena.SENT) ? 0 : 1;
        }
        for (int i = 0; i < outputs.size(queue); i++) {
            held += packets.has(outputs.get(queue, i), PacketArena.LEFT_INPUT) ? 1 : 0;
        }
        return held;
    }

    private void reportInputWait(int queue, DeviceReport to) {
        if (!requests.isRequesting(queue)) {
            return;
        }
        int slot = inputs.queues.get(queue, 0);
        for (int output = requests.asked(queue, 0); output >= 0; output = requests.asked(queue, output + 1)) {
            if (hasRoom(slot, output) || outputs.isSending(output)) {
                return; // one way that is not blocked is enough
            }
        }
        for (int output = requests.asked(queue, 0); output >= 0; output = requests.asked(queue, output + 1)) {
            int needed = config.parameters().outputBuffer() > 0 ? 0 : units(slot);
            to.addWait(false, queue, output, needed, packets.id[slot], packets.marks[slot]);
        }
    }

    private void reportOutputWait(int output, DeviceReport to) {
        if (outputs.isEmpty(output)) {
            return;
        }
        int slot = outputs.first(output);
        if (links().freeCredits(output) < units(slot)) {
            to.addWait(true, output, output, units(slot), packets.id[slot], packets.marks[slot]);
        }
    }
}

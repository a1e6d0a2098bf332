package org.reweave.emulator.device.manager;

import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.device.Digests;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Update;
import org.reweave.emulator.device.Update.Basis;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.paths.DeviceTables;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;

/**
 * The manager's updates to devices, as SMPs along the routes of its last discovery, and its records of the devices'
 * tables. As long as a device has not acknowledged an update completely, the tables of that update may be in force or
 * not; the next update contains every entry in which the two possible tables differ. Stored tables count as in force
 * from their acknowledgement on, which they are when the change is complete; if it never is, nobody knows which tables
 * are in force.
 */
final class Distribution {
    private FabricMap map;
    private final SmpClient client;
    private final DeviceLog log;
    private final FabricDiscovery routes;
    private final DeviceTables atStart;
    private final TablePacket tablePacket;
    private final Installed installed; // as far as answers tell
    private final Installed sent; // the same when nothing is unanswered
    private Aim aim;
    private Aim begun; // the one of the last change that was begun or found to need nothing
    private final int[] unanswered; // by device: SMPs that it has not acknowledged, questions left out
    private final int[] updates; // by device: updates that it was sent since it last acknowledged everything
    private final boolean[] whole; // by device: an answer since its last update was begun told that nothing is lacking
    private final boolean[] storing; // by device: it was sent tables to store, and that change is not complete

    /** What devices are to have. */
    private static final class Aim {
        private final Installed target;
        private final long[][] dependencies; // of the tables, by switch; each empty unless the scheme asks for them

        Aim(Installed target, long[][] dependencies) {
            this.target = target;
            this.dependencies = dependencies;
        }

        void visit(StateVisitor state) {
            target.visit(state);
            for (int device = 0; device < dependencies.length; device++) {
                dependencies[device] = state.array(dependencies[device]);
            }
        }
    }

    /** @param tablePacket what one SMP brings */
    Distribution(
            FabricMap map,
            SmpClient client,
            DeviceLog log,
            FabricDiscovery routes,
            DeviceTables atStart,
            Faults absent,
            TablePacket tablePacket) {
        this.map = map;
        this.client = client;
        this.log = log;
        this.routes = routes;
        this.atStart = atStart;
        this.tablePacket = tablePacket;
        this.installed = new Installed(atStart, atStart);
        this.sent = new Installed(atStart, atStart);
        this.aim = atStart();
        this.begun = aim;
        this.unanswered = new int[map.deviceCount()];
        this.updates = new int[map.deviceCount()];
        this.whole = new boolean[map.deviceCount()];
        this.storing = new boolean[map.deviceCount()];
        forgetTablesOf(absent);
    }

    private Aim atStart() {
        return new Aim(new Installed(atStart, atStart), new long[map.switchCount()][0]);
    }

    /** Goes by a corrected map. */
    void use(FabricMap corrected) {
        map = corrected;
    }

    /** Sets marks on the paths that devices are to have. */
    void mark(DeviceTables tables) {
        aim = new Aim(new Installed(atStart, tables), aim.dependencies);
        begun = aim;
    }

    /**
     * Sets the tables that devices are to have after a change. They count no more if all updates are given up before
     * any of these tables is sent.
     *
     * @param dependencies of these tables, by switch; each empty unless the scheme asks for them
     */
    void aimAt(DeviceTables tables, long[][] dependencies) {
        aim = new Aim(new Installed(atStart, tables), dependencies.clone());
    }

    /** The tables that devices are to have. */
    DeviceTables aim() {
        return aim.target.tables();
    }

    /** A switch that is not there will start empty when it comes back. */
    void forgetTablesOf(Faults absent) {
        for (int device = 0; device < map.switchCount(); device++) {
            if (!absent.deviceUp(device)) {
                forget(device);
            }
        }
    }

    /** A switch has restarted, perhaps unseen: it has no tables. */
    void forget(int device) {
        installed.forget(device);
        sent.forget(device);
    }

    /** No device has anything. */
    void forgetAll() {
        for (int device = 0; device < map.deviceCount(); device++) {
            forget(device);
        }
    }

    /** Whether the tables of a reachable switch are unknown: the switch did not acknowledge its last tables. */
    boolean isInDoubt(Faults absent) {
        for (int device = 0; device < map.switchCount(); device++) {
            if (!installed.isKnown(device) && absent.deviceUp(device)) {
                return true;
            }
        }
        return false;
    }

    /** Whether nothing is known of a device's tables. */
    boolean isUnknown(int device) {
        return !installed.isKnown(device);
    }

    /** Whether a device has, or may have, something else than it is to have. */
    boolean differs(int device) {
        return !installed.isKnown(device)
                || !installed.sameAs(aim.target, device)
                || unanswered[device] > 0 && !sent.sameAs(aim.target, device);
    }

    /** Sends a switch its tables, or a NIC its paths. */
    void send(ManagerEffect.SendTables send, long change, long cycle) {
        send(send.device(), send.extent(), send.use(), send.argument(), change, cycle);
    }

    /** Sends a device those of its tables or paths that differ, or else a notice alone. */
    void sendDifference(ManagerEffect.Notify notice, long change, long cycle) {
        send(notice.device(), Extent.DIFFERENCE, Use.AT_ONCE, notice.argument(), change, cycle);
    }

    private void send(int device, Extent extent, Use use, long argument, long change, long cycle) {
        Basis basis = basis(device, extent);
        Blocks blocks = new Blocks(change, basis, use == Use.STORED);
        if (map.isSwitch(device)) {
            addTables(blocks, device, extent, basis);
        } else {
            addPaths(blocks, device, basis);
        }
        sent.set(device, aim.target);
        begun = aim;
        log.fact(cycle, Fact.UPDATE_BEGUN, device, change, () -> targetDigest(device));
        updates[device]++;
        whole[device] = false;
        storing[device] |= use == Use.STORED;
        List<long[]> payloads = isJoined() ? blocks.joined() : blocks.payloads();
        if (payloads.isEmpty()) {
            payloads = List.of(new long[] {Update.notice(change)});
        }
        unanswered[device] += payloads.size();
        for (int i = 0; i < payloads.size(); i++) {
            boolean last = i == payloads.size() - 1;
            client.request(
                    new SmpRequest(device, routes.route(device), Smp.UPDATE, argument, payloads.get(i), last), cycle);
        }
    }

    /** The tables or paths that a device may have, by records that an update with this basis builds on. */
    private List<Installed> known(int device, Basis basis) {
        if (basis == Basis.NOTHING) {
            return List.of();
        }
        boolean doubt = unanswered[device] > 0;
        return doubt ? List.of(installed, sent) : List.of(installed);
    }

    private void addTables(Blocks blocks, int device, Extent extent, Basis basis) {
        Installed target = aim.target;
        List<Installed> known = known(device, basis);
        ForwardingTable[] knownLft = basis != Basis.IN_FORCE
                ? new ForwardingTable[0]
                : known.stream().map(tables -> tables.lft(device)).toArray(ForwardingTable[]::new);
        if (tablePacket == TablePacket.PIECES) {
            blocks.piecesOfLft(target.lft(device), knownLft);
        } else if (tablePacket == TablePacket.SIZED && basis == Basis.IN_FORCE) {
            blocks.fewestEntries(target.lft(device), knownLft);
        } else if (extent == Extent.ENTRIES && basis == Basis.IN_FORCE) {
            blocks.sparseLft(target.lft(device), knownLft);
        } else {
            blocks.lft(target.lft(device), knownLft);
        }
        long[][] knownLanes = known.stream().map(tables -> tables.lanes(device)).toArray(long[][]::new);
        if (tablePacket == TablePacket.SIZED && basis != Basis.NOTHING) {
            blocks.rows(target.lanes(device), knownLanes);
        } else {
            blocks.lanes(target.lanes(device), knownLanes);
        }
        blocks.dependencies(aim.dependencies[device]);
    }

    private void addPaths(Blocks blocks, int device, Basis basis) {
        blocks.paths(
                map.nicCount() * aim.target.registers(),
                aim.target.paths(device).toArray(),
                known(device, basis).stream()
                        .map(tables -> tables.paths(device).toArray())
                        .toArray(long[][]::new));
    }

    private long targetDigest(int device) {
        Installed target = aim.target;
        return map.isSwitch(device)
                ? Digests.of(target.lft(device), target.lanes(device), aim.dependencies[device])
                : Digests.of(target.paths(device));
    }

    private boolean isJoined() {
        return tablePacket.isJoined();
    }

    /** How many SMPs an update with so many blocks takes; a notice has none. */
    int smps(int blocks) {
        return Math.max(1, isJoined() ? (blocks + Blocks.JOINED - 1) / Blocks.JOINED : blocks);
    }

    /**
     * A device of which nothing is known is sent everything. A switch that is sent a whole table keeps the rows that do
     * not change.
     */
    private Basis basis(int device, Extent extent) {
        if (!installed.isKnown(device)) {
            return Basis.NOTHING;
        }
        if (extent != Extent.FULL) {
            return Basis.IN_FORCE;
        }
        return map.isSwitch(device) ? Basis.ROWS_IN_FORCE : Basis.NOTHING;
    }

    void sendControl(int device, long control, long cycle) {
        unanswered[device]++;
        log.fact(cycle, Fact.CONTROL_SENT, device, control);
        client.request(new SmpRequest(device, routes.route(device), Smp.CONTROL, control, new long[0], true), cycle);
    }

    /**
     * Asks for a device's counts of data packets, ports towards what the last discovery did not find, and towards NICs
     * that have not answered, counting as the border.
     *
     * @param missing NICs that the manager misses: routes that follow from traps alone lead to them all the same
     */
    void askCounts(int device, List<Integer> missing, long cycle) {
        long[] border = new long[Smp.PORT_MASK_WORDS];
        for (int port = 1; port <= map.portCount(device); port++) {
            int peer = map.peer(device, port);
            if (peer >= 0 && (routes.route(peer) == null || missing.contains(peer))) {
                border[port - 1 >> 6] |= 1L << port - 1;
            }
        }
        client.request(new SmpRequest(device, routes.route(device), Smp.COUNTS, 0, border, true), cycle);
    }

    /**
     * A device has acknowledged an SMP.
     *
     * @param inPart whether it lacked other parts of the update that the SMP belongs to
     * @return whether it has now acknowledged everything
     */
    boolean acknowledged(SmpRequest request, boolean inPart) {
        int device = request.device();
        whole[device] |= request.attribute() == Smp.UPDATE && !inPart;
        if (--unanswered[device] > 0) {
            return false;
        }
        if (!hasLostParts(device)) {
            updates[device] = 0;
            installed.set(device, sent);
        }
        return true;
    }

    /**
     * Whether a device has acknowledged every part of an update and none as the last one that it lacked: it has
     * restarted in between, and the parts that it had are lost.
     */
    boolean hasLostParts(int device) {
        return unanswered[device] == 0 && updates[device] > 0 && !whole[device];
    }

    /** The change is complete: stored tables are in force. */
    void complete() {
        Arrays.fill(storing, false);
        begun = aim;
    }

    /** A device does not answer; nothing more is sent to it, and its table is unknown. */
    void giveUp(int device, long cycle) {
        client.forget(device, cycle);
        unanswered[device] = 0;
        updates[device] = 0;
        forget(device);
    }

    /**
     * Gives up all updates under way. A device that lacks an SMP of its only update keeps its former tables. The tables
     * of a device are unknown if the device may have got all of an update, or has stored tables that may be in force or
     * not. Devices are to have the tables of the last change of which anything was sent then: a device that missed that
     * change must not get other tables under its number than those that its neighbours have.
     */
    void giveUpAll() {
        for (int device = 0; device < unanswered.length; device++) {
            if (updates[device] == 1 && client.hasUnsentUpdate(device)) {
                sent.set(device, installed);
            } else if (unanswered[device] > 0 || storing[device]) {
                forget(device);
            }
        }
        aim = begun;
        client.forgetAll();
        Arrays.fill(unanswered, 0);
        Arrays.fill(updates, 0);
        Arrays.fill(storing, false);
    }

    void visit(StateVisitor state) {
        installed.visit(state);
        sent.visit(state);
        visitAims(state);
        state.values(unanswered);
        state.values(updates);
        state.values(whole);
        state.values(storing);
    }

    private void visitAims(StateVisitor state) {
        aim.visit(state);
        boolean isBegun = state.value(begun == aim);
        if (state.isReading()) {
            begun = isBegun ? aim : atStart();
        }
        if (!isBegun) {
            begun.visit(state);
        }
    }
}

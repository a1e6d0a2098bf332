package org.reweave.emulator.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.time.StateReader;
import org.reweave.emulator.time.StateWriter;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** What the manager sends devices for a reconfiguration, as SMPs along the routes of its last discovery, and what it knows of their tables. */
final class Distribution {
    private final Fabric fabric;
    private final SmpClient client;
    private final Sweep routes;
    private final byte[][] installed; // by switch, as far as answers tell; null = unknown
    private byte[][] target;
    private final int[] unanswered; // by device: SMPs that it has not acknowledged, questions left out

    Distribution(Fabric fabric, SmpClient client, Sweep routes, RoutingTables atStart, Faults absent) {
        this.fabric = fabric;
        this.client = client;
        this.routes = routes;
        this.installed = new byte[fabric.switchCount()][];
        for (int device = 0; device < installed.length; device++) {
            installed[device] = absent.deviceUp(device) ? atStart.lft(device) : null;
        }
        this.target = new byte[installed.length][];
        this.unanswered = new int[fabric.deviceCount()];
    }

    /** Tables to be sent from now on. */
    void aimAt(RoutingTables tables) {
        target = new byte[installed.length][];
        for (int device = 0; device < target.length; device++) {
            target[device] = tables.lft(device);
        }
    }

    /** A switch that is not there will start empty when it comes back. */
    void forgetTablesOf(Faults absent) {
        for (int device = 0; device < installed.length; device++) {
            if (!absent.deviceUp(device)) {
                installed[device] = null;
            }
        }
    }

    /** Whether a switch that is there has tables that nobody knows: it did not answer when it was sent its last ones. */
    boolean isInDoubt(Faults absent) {
        for (int device = 0; device < installed.length; device++) {
            if (installed[device] == null && absent.deviceUp(device)) {
                return true;
            }
        }
        return false;
    }

    void sendTables(int device, Extent extent, long argument, long change, long cycle) {
        byte[] table = target[device];
        byte[] old = installed[device];
        boolean full = extent == Extent.FULL || old == null;
        List<Integer> blocks = new ArrayList<>();
        for (int block = 0; block < Update.blocks(table); block++) {
            if (full || !Update.sameBlock(old, table, block)) {
                blocks.add(block);
            }
        }
        if (blocks.isEmpty()) {
            sendNotice(device, argument, change, cycle);
            return;
        }
        unanswered[device] += blocks.size();
        for (int i = 0; i < blocks.size(); i++) {
            int block = blocks.get(i);
            long[] payload = new long[Update.BLOCK_WORDS];
            payload[0] = Update.head(change, block, blocks.size(), full);
            for (int word = 1; word < payload.length; word++) {
                payload[word] = Update.pack(table, block, word - 1);
            }
            boolean last = i == blocks.size() - 1;
            client.request(new SmpRequest(device, routes.route(device), Smp.UPDATE, argument, payload, last), cycle);
        }
    }

    void sendNotice(int device, long argument, long change, long cycle) {
        unanswered[device]++;
        long[] payload = {Update.head(change, 0, 0, false)};
        client.request(new SmpRequest(device, routes.route(device), Smp.UPDATE, argument, payload, true), cycle);
    }

    void sendControl(int device, long control, long cycle) {
        unanswered[device]++;
        client.request(new SmpRequest(device, routes.route(device), Smp.CONTROL, control, new long[0], true), cycle);
    }

    /** Asks for a device's counts of data packets, ports towards what the last discovery did not find counting as the border. */
    void askCounts(int device, long cycle) {
        long[] border = new long[Smp.PORT_MASK_WORDS];
        for (int port = 1; port <= fabric.portCount(device); port++) {
            int peer = fabric.peer(device, port);
            if (peer >= 0 && routes.route(peer) == null) {
                border[port - 1 >> 6] |= 1L << port - 1;
            }
        }
        client.request(new SmpRequest(device, routes.route(device), Smp.COUNTS, 0, border, true), cycle);
    }

    /** A device has acknowledged an SMP.
     *  @return whether it has now acknowledged everything */
    boolean acknowledged(SmpRequest request) {
        int device = request.device();
        if (--unanswered[device] > 0) {
            return false;
        }
        if (request.attribute() == Smp.UPDATE && fabric.isSwitch(device)) {
            installed[device] = target[device];
        }
        return true;
    }

    /** A device does not answer; nothing more is sent to it, and its table is unknown. */
    void giveUp(int device, long cycle) {
        client.forget(device, cycle);
        unanswered[device] = 0;
        if (fabric.isSwitch(device)) {
            installed[device] = null;
        }
    }

    /** Nothing that is under way counts any more. */
    void giveUpAll() {
        client.forgetAll();
        for (int device = 0; device < installed.length; device++) {
            installed[device] = unanswered[device] > 0 ? null : installed[device];
        }
        Arrays.fill(unanswered, 0);
    }

    void encode(StateWriter out) {
        encode(installed, out);
        encode(target, out);
        out.ints(unanswered);
    }

    void decode(StateReader in) {
        decode(installed, in);
        decode(target, in);
        in.ints(unanswered);
    }

    private static void encode(byte[][] tables, StateWriter out) {
        for (byte[] table : tables) {
            out.flag(table != null);
            if (table != null) {
                out.bytes(table);
            }
        }
    }

    private static void decode(byte[][] tables, StateReader in) {
        for (int device = 0; device < tables.length; device++) {
            tables[device] = in.flag() ? in.bytes() : null;
        }
    }
}

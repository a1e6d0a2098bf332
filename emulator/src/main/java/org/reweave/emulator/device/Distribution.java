package org.reweave.emulator.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.time.StateReader;
import org.reweave.emulator.time.StateWriter;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.routing.table.PathDependencies;
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
    private long[][] dependencies; // of the target, by switch
    private final int lanes;
    private final boolean[] newTables; // by switch: among what it has not acknowledged is a table
    private final int[] unanswered; // by device: SMPs that it has not acknowledged, questions left out

    Distribution(ManagerConfig config, SmpClient client, Sweep routes) {
        RoutingTables atStart = config.installed();
        Faults absent = config.absent();
        this.fabric = config.fabric();
        this.lanes = config.dependencyLanes();
        this.client = client;
        this.routes = routes;
        this.installed = new byte[fabric.switchCount()][];
        for (int device = 0; device < installed.length; device++) {
            installed[device] = absent.deviceUp(device) ? atStart.lft(device) : null;
        }
        this.target = new byte[installed.length][];
        this.dependencies = new long[installed.length][];
        this.newTables = new boolean[installed.length];
        this.unanswered = new int[fabric.deviceCount()];
    }

    /** Tables to be sent from now on. */
    void aimAt(RoutingTables tables) {
        target = new byte[installed.length][];
        for (int device = 0; device < target.length; device++) {
            target[device] = tables.lft(device);
        }
        if (lanes > 0) {
            dependencies = PathDependencies.of(tables, lanes);
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

    void sendTables(ManagerEffect.SendTables send, long change, long cycle) {
        int device = send.device();
        byte[] table = target[device];
        byte[] old = installed[device];
        boolean full = send.extent() == Extent.FULL || old == null;
        boolean stored = send.use() == Use.STORED;
        List<Integer> blocks = new ArrayList<>();
        for (int block = 0; block < Update.blocks(table); block++) {
            if (full || !Update.sameBlock(old, table, block)) {
                blocks.add(block);
            }
        }
        if (blocks.isEmpty()) {
            sendNotice(device, send.argument(), change, cycle);
            return;
        }
        int total = blocks.size() + dependencyBlocks(device);
        for (int block = Update.blocks(table); blocks.size() < total; block++) {
            blocks.add(block);
        }
        unanswered[device] += total;
        newTables[device] = true;
        for (int i = 0; i < total; i++) {
            long[] payload = payload(device, blocks.get(i));
            payload[0] = Update.head(change, blocks.get(i), total, full, stored);
            boolean last = i == total - 1;
            client.request(
                    new SmpRequest(device, routes.route(device), Smp.UPDATE, send.argument(), payload, last), cycle);
        }
    }

    private int dependencyBlocks(int device) {
        int words = lanes == 0 ? 0 : dependencies[device].length;
        return (words + Update.BLOCK_WORDS - 2) / (Update.BLOCK_WORDS - 1);
    }

    /** Room for a head, and one block of the table or, behind those, of its dependencies. */
    private long[] payload(int device, int block) {
        long[] payload = new long[Update.BLOCK_WORDS];
        int blocks = Update.blocks(target[device]);
        for (int word = 1; word < payload.length; word++) {
            int at = (block - blocks) * (Update.BLOCK_WORDS - 1) + word - 1;
            if (block < blocks) {
                payload[word] = Update.pack(target[device], block, word - 1);
            } else if (at < dependencies[device].length) {
                payload[word] = dependencies[device][at];
            }
        }
        return payload;
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
        if (fabric.isSwitch(device) && newTables[device]) {
            installed[device] = target[device];
            newTables[device] = false;
        }
        return true;
    }

    /** A device does not answer; nothing more is sent to it, and its table is unknown. */
    void giveUp(int device, long cycle) {
        client.forget(device, cycle);
        unanswered[device] = 0;
        if (fabric.isSwitch(device)) {
            installed[device] = null;
            newTables[device] = false;
        }
    }

    /** Nothing that is under way counts any more. */
    void giveUpAll() {
        client.forgetAll();
        for (int device = 0; device < installed.length; device++) {
            installed[device] = unanswered[device] > 0 ? null : installed[device];
        }
        Arrays.fill(newTables, false);
        Arrays.fill(unanswered, 0);
    }

    void encode(StateWriter out) {
        encode(installed, out);
        encode(target, out);
        out.flags(newTables);
        out.ints(unanswered);
        for (int device = 0; device < dependencies.length && lanes > 0; device++) {
            out.longs(dependencies[device] == null ? new long[0] : dependencies[device]);
        }
    }

    void decode(StateReader in) {
        decode(installed, in);
        decode(target, in);
        in.flags(newTables);
        in.ints(unanswered);
        for (int device = 0; device < dependencies.length && lanes > 0; device++) {
            dependencies[device] = in.longs();
        }
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

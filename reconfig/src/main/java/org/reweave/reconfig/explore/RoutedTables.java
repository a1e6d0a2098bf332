package org.reweave.reconfig.explore;

import java.util.Arrays;
import org.reweave.reconfig.paths.Path;
import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.PathDependencies;
import org.reweave.routing.table.RoutingTables;

/**
 * The routings of a scheme that takes all its paths from the engine: {@code 1 + links known to be down} are those
 * computed later. NICs send to the LIDs of the fabric, on the service levels of the start.
 */
final class RoutedTables extends Tables {
    private final Model model;
    private final int lanes;
    private final long[] faultSets;
    private Entry[] entries = new Entry[0]; // few: searched in turn

    /** A routing and what follows from it. */
    private record Entry(long number, RoutingTables tables, long[][] dependencies) {}

    RoutedTables(Model model, int lanes) {
        this.model = model;
        this.lanes = lanes;
        this.faultSets = FaultSets.of(model);
    }

    /** @param number of tables in force or computed; those of a blank switch have no content */
    private RoutingTables get(long number) {
        return entry(number).tables;
    }

    private Entry entry(long number) {
        if (number == RESTORED || number == FIRST) {
            return entry(BEFORE);
        }
        for (Entry entry : entries) {
            if (entry.number == number) {
                return entry;
            }
        }
        RoutingTables tables =
                number == BEFORE ? model.before() : model.routing().after().apply(faults(number - 1));
        if (tables.rings().isPresent() && !tables.rings().equals(model.before().rings())) {
            throw new IllegalArgumentException("model " + model.name() + ": the new tables of " + tables.engine()
                    + " rely on bubble flow control in other rings than the first tables");
        }
        entries = Arrays.copyOf(entries, entries.length + 1);
        entries[entries.length - 1] = new Entry(number, tables, PathDependencies.of(tables, lanes));
        return entries[entries.length - 1];
    }

    @Override
    Target next(long target, long known) {
        try {
            get(known + 1);
            return new Target(known + 1, Change.ROUTING);
        } catch (UnroutableException refused) {
            return new Target(target, null);
        }
    }

    @Override
    boolean isRouted(long number) {
        return true;
    }

    @Override
    Forwarder forwarder(long number) {
        return get(number == BLANK ? BEFORE : number).forwarder();
    }

    @Override
    int outPort(long number, int device, int lid) {
        return number == BLANK ? RoutingTables.UNREACHABLE : get(number).outPort(device, lid);
    }

    @Override
    int lane(long number, int device, int inPort, int outPort, int level) {
        return number == BLANK ? 0 : get(number).slToVl().lane(device, inPort, outPort, level);
    }

    @Override
    boolean hasDependency(long number, int device, int bit) {
        return number != BLANK && (entry(number).dependencies[device][bit >> 6] >>> bit & 1) != 0;
    }

    @Override
    long beyond(int switchDevice, int nic) {
        long all = beyond(get(BEFORE), switchDevice, nic);
        for (long down : faultSets) {
            Target later = next(BEFORE, down);
            all |= beyond(get(later.number()), switchDevice, nic);
        }
        return all;
    }

    private long beyond(RoutingTables inForce, int s, int nic) {
        int port = inForce.outPort(s, lid(nic));
        int peer = port == 0 || port == RoutingTables.UNREACHABLE
                ? -1
                : model.fabric().peer(s, port);
        return peer >= 0 && model.fabric().isSwitch(peer) ? 1L << peer : 0;
    }

    private int lid(int nic) {
        return model.fabric().attachedLid(model.fabric().nicDevice(nic));
    }

    /** NICs keep what they have, and bare ones get the paths of the start. */
    @Override
    long at(int device, long number) {
        return model.fabric().isSwitch(device) ? number : BEFORE;
    }

    @Override
    long held(long number, int nic, int to, int register) {
        return number == BLANK ? 0 : path(nic, to, 0);
    }

    @Override
    int pathNumber(int nic, int to, long path) {
        return 0;
    }

    @Override
    long path(int nic, int to, int pathNumber) {
        int device = model.fabric().nicDevice(nic);
        int level = model.before().pathLevels().level(device, lid(to));
        int lane = model.before().slToVl().lane(device, 0, model.fabric().attachedPort(device), level);
        return Path.of(lid(to), level, lane);
    }
}

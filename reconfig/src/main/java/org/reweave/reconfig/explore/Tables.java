package org.reweave.reconfig.explore;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.reweave.routing.engine.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** The routings of a model by number: 0 is the one in force at first, {@code 1 + links known to be down} those computed later. */
final class Tables {
    static final long BEFORE = 0;

    private final Model model;
    private final Map<Long, RoutingTables> byNumber = new HashMap<>();
    private final Map<Long, BitSet> dependencies = new HashMap<>();

    Tables(Model model) {
        this.model = model;
        byNumber.put(BEFORE, model.before());
    }

    /** The number of the tables for what is known to be down. */
    static long numberFor(long linksDown) {
        return linksDown + 1;
    }

    RoutingTables get(long number) {
        return byNumber.computeIfAbsent(number, key -> model.after().apply(faults(key - 1)));
    }

    /** Whether the model's routing can route what is left. */
    boolean isRoutable(long linksDown) {
        try {
            get(numberFor(linksDown));
            return true;
        } catch (UnroutableException refused) {
            return false;
        }
    }

    /** Whether some NIC's path by these tables comes in on one channel and goes on by the other. */
    boolean hasDependency(long number, World world, int in, int out) {
        return dependencies
                .computeIfAbsent(number, key -> dependenciesOf(get(key), world))
                .get(in * world.inputs.length + out);
    }

    private static BitSet dependenciesOf(RoutingTables inForce, World world) {
        BitSet all = new BitSet();
        Fabric fabric = world.fabric;
        for (int from = fabric.switchCount(); from < fabric.deviceCount(); from++) {
            for (int to = fabric.switchCount(); to < fabric.deviceCount(); to++) {
                if (from != to) {
                    follow(inForce, world, from, to, all);
                }
            }
        }
        return all;
    }

    private static void follow(RoutingTables inForce, World world, int from, int to, BitSet all) {
        Fabric fabric = world.fabric;
        int lid = fabric.nicLid(to, fabric.attachedPort(to));
        int level = inForce.pathLevels().level(from, lid);
        int port = fabric.attachedPort(from);
        int in = world.channel(from, port, inForce.slToVl().lane(from, 0, port, level));
        for (int hop = 0; hop < fabric.switchCount() && fabric.isSwitch(world.to(in)); hop++) {
            int here = world.to(in);
            int outPort = inForce.outPort(here, lid);
            if (outPort == 0 || outPort == RoutingTables.UNREACHABLE) {
                return;
            }
            int out = world.channel(here, outPort, inForce.slToVl().lane(here, world.toPort(in), outPort, level));
            all.set(in * world.inputs.length + out);
            in = out;
        }
    }

    private static Faults faults(long linksDown) {
        Faults faults = Faults.none();
        for (int link = 0; link < Long.SIZE; link++) {
            if ((linksDown >>> link & 1) != 0) {
                faults = faults.withLink(link);
            }
        }
        return faults;
    }
}

package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** What is explored: a scheme on a small fabric without time, between two routings, with a few packets. Everything has a bound here.
 *
 *  @param name for reports
 *  @param scheme on the fabric of the tables
 *  @param before tables in force at first
 *  @param after tables for what is known to have failed, from a pure function
 *  @param planned whether a change is asked for although nothing has failed
 *  @param packets to be injected at any time, those of one NIC in this order
 *  @param fragile the links that may fail
 *  @param mute the devices that messages may be lost to or from
 *  @param localFirst explore only one order of steps that touch nothing shared (see {@link LocalSteps})
 *  @param budget states */
public record Model(
        String name,
        Scheme scheme,
        SchemeOptions options,
        RoutingTables before,
        Function<Faults, RoutingTables> after,
        boolean planned,
        List<Packet> packets,
        Bounds bounds,
        List<Integer> fragile,
        List<Integer> mute,
        boolean localFirst,
        int budget) {
    private static final int MAX_PACKETS = 6;
    private static final int MAX_DEVICES = 64;
    private static final int DEFAULT_BUDGET = 3_000_000;

    /** A packet from a NIC to another; NICs are numbered from 0. */
    public record Packet(int source, int destination) {}

    /** How much of everything there is.
     *
     *  @param inputSlots packets that an input queue of a (port, VL) holds: 1 or 2
     *  @param outputSlots packets that an output queue of a (port, VL) holds: 0 (none) to 2
     *  @param losses messages to or from devices that are lost in spite of all retries: 0 or 1
     *  @param faults times that a link fails: 0 to 2
     *  @param together links that are down at a time: 0 to 2
     *  @param recoveries links that have failed and work again: 0 or 1
     *  @param haste timers of waiting for an answer that run out while it is still under way: 0 or 1 */
    public record Bounds(
            int inputSlots, int outputSlots, int losses, int faults, int together, int recoveries, int haste) {
        /** One packet a buffer, no output queues, and nothing goes wrong. */
        public static final Bounds LEAST = new Bounds(1, 0, 0, 0, 0);

        public Bounds {
            List<String> wrong = new ArrayList<>();
            check(wrong, "inputSlots", inputSlots, 1, 2);
            check(wrong, "outputSlots", outputSlots, 0, 2);
            check(wrong, "losses", losses, 0, 1);
            check(wrong, "faults", faults, 0, 2);
            check(wrong, "together", together, 0, 2);
            check(wrong, "recoveries", recoveries, 0, 1);
            check(wrong, "haste", haste, 0, 1);
            if (!wrong.isEmpty()) {
                throw new IllegalArgumentException("bounds of a model: " + String.join("; ", wrong));
            }
        }

        /** What has failed stays down. */
        public Bounds(int inputSlots, int outputSlots, int losses, int faults, int haste) {
            this(inputSlots, outputSlots, losses, faults, faults, 0, haste);
        }

        public Bounds withLosses(int other) {
            return new Bounds(inputSlots, outputSlots, other, faults, together, recoveries, haste);
        }

        /** @param once links that are down at a time */
        public Bounds withFaults(int all, int once, int back) {
            return new Bounds(inputSlots, outputSlots, losses, all, once, back, haste);
        }

        private static void check(List<String> wrong, String what, int value, int least, int most) {
            if (value < least || value > most) {
                wrong.add(what + " = " + value + " is not in " + least + ".." + most);
            }
        }

        @Override
        public String toString() {
            return inputSlots + " packet" + (inputSlots == 1 ? "" : "s") + " per input queue, " + outputSlots
                    + " per output queue, " + losses + " losses, " + faults + " faults"
                    + (together < faults ? " (" + together + " at a time), " : ", ") + recoveries + " recoveries, "
                    + haste + " timers early";
        }
    }

    public Model {
        packets = List.copyOf(packets);
        fragile = List.copyOf(fragile);
        mute = List.copyOf(mute);
        Fabric fabric = before.fabric();
        scheme = scheme.on(fabric);
        List<String> wrong = new ArrayList<>();
        if (planned && !scheme.hasManager()) {
            wrong.add("a planned change for scheme " + scheme.name() + ", which has no manager");
        }
        if (packets.size() > MAX_PACKETS) {
            wrong.add(packets.size() + " packets, limit " + MAX_PACKETS);
        }
        if (fabric.linkCount() > Long.SIZE - 2 || fabric.deviceCount() > MAX_DEVICES) {
            wrong.add("a fabric of " + fabric.linkCount() + " links and " + fabric.deviceCount() + " devices, limits "
                    + (Long.SIZE - 2) + " and " + MAX_DEVICES);
        }
        for (int link : fragile) {
            if (!fabric.isTrunk(link)) {
                wrong.add("link " + fabric.linkName(link) + " leads to a NIC; only links between switches fail");
            }
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException("model " + name + ": " + String.join("; ", wrong));
        }
    }

    /** A planned change from some tables to others, in the least bounds. */
    public static Model planned(
            String name, Scheme scheme, RoutingTables before, RoutingTables after, List<Packet> packets) {
        return new Model(
                name,
                scheme,
                SchemeOptions.DEFAULT,
                before,
                faults -> after,
                true,
                packets,
                Bounds.LEAST,
                List.of(),
                List.of(),
                true,
                DEFAULT_BUDGET);
    }

    /** No planned change; one of some links fails.
     *  @param routes tables for what is known to have failed */
    public static Model failing(
            String name,
            Scheme scheme,
            Function<Faults, RoutingTables> routes,
            List<Integer> links,
            List<Packet> packets) {
        return new Model(
                name,
                scheme,
                SchemeOptions.DEFAULT,
                routes.apply(Faults.none()),
                routes,
                false,
                packets,
                new Bounds(1, 0, 0, 1, 0),
                links,
                List.of(),
                true,
                DEFAULT_BUDGET);
    }

    public Fabric fabric() {
        return before.fabric();
    }

    public Model with(Scheme other) {
        return new Model(
                name, other, options, before, after, planned, packets, bounds, fragile, mute, localFirst, budget);
    }

    public Model with(SchemeOptions other) {
        return new Model(
                name, scheme, other, before, after, planned, packets, bounds, fragile, mute, localFirst, budget);
    }

    public Model withPackets(List<Packet> other) {
        return new Model(
                name, scheme, options, before, after, planned, other, bounds, fragile, mute, localFirst, budget);
    }

    public Model with(Bounds other) {
        return new Model(
                name, scheme, options, before, after, planned, packets, other, fragile, mute, localFirst, budget);
    }

    /** One message is lost, to or from one of these devices. */
    public Model withLoss(List<Integer> devices) {
        return new Model(
                name,
                scheme,
                options,
                before,
                after,
                planned,
                packets,
                bounds.withLosses(1),
                fragile,
                devices,
                localFirst,
                budget);
    }

    public Model withLocalFirst(boolean other) {
        return new Model(name, scheme, options, before, after, planned, packets, bounds, fragile, mute, other, budget);
    }

    public Model withBudget(int other) {
        return new Model(
                name, scheme, options, before, after, planned, packets, bounds, fragile, mute, localFirst, other);
    }

    public Model named(String other) {
        return new Model(
                other, scheme, options, before, after, planned, packets, bounds, fragile, mute, localFirst, budget);
    }
}

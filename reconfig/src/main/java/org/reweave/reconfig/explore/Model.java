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
 *  @param before tables in force at first
 *  @param after tables for what is known to have failed, from a pure function
 *  @param planned whether a change is asked for although nothing has failed
 *  @param packets to be injected at any time, those of one NIC in this order
 *  @param inputSlots packets that an input queue of a (port, VL) holds: 1 or 2
 *  @param outputSlots packets that an output queue of a (port, VL) holds: 0 (none) to 2
 *  @param losses devices that may fail to answer in spite of all retries
 *  @param faults links that may fail
 *  @param fragile the links that these are taken from
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
        int inputSlots,
        int outputSlots,
        int losses,
        int faults,
        List<Integer> fragile,
        boolean localFirst,
        int budget) {
    private static final int DEFAULT_BUDGET = 5_000_000;

    /** A packet from a NIC to another; NICs are numbered from 0. */
    public record Packet(int source, int destination) {}

    public Model {
        packets = List.copyOf(packets);
        fragile = List.copyOf(fragile);
        List<String> wrong = new ArrayList<>();
        check(wrong, "packets", packets.size(), 6);
        check(wrong, "inputSlots", inputSlots, 2);
        check(wrong, "outputSlots", outputSlots, 2);
        check(wrong, "losses", losses, 1);
        check(wrong, "faults", faults, 2);
        if (inputSlots == 0) {
            wrong.add("inputSlots = 0 holds no packet");
        }
        if (before.fabric().linkCount() > Long.SIZE - 2) {
            wrong.add("the fabric has " + before.fabric().linkCount() + " links, limit " + (Long.SIZE - 2));
        }
        for (int link : fragile) {
            if (!before.fabric().isTrunk(link)) {
                wrong.add("link " + before.fabric().linkName(link) + " leads to a NIC; only links between switches fail");
            }
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException("model " + name + ": " + String.join("; ", wrong));
        }
    }

    private static void check(List<String> wrong, String what, int value, int limit) {
        if (value < 0 || value > limit) {
            wrong.add(what + " = " + value + " is not in 0.." + limit);
        }
    }

    /** A planned change from some tables to others, one packet a buffer, no output queues, nothing lost. */
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
                1,
                0,
                0,
                0,
                List.of(),
                true,
                DEFAULT_BUDGET);
    }

    public Fabric fabric() {
        return before.fabric();
    }

    public Model withOptions(SchemeOptions other) {
        return new Model(name, scheme, other, before, after, planned, packets, inputSlots, outputSlots, losses, faults,
                fragile, localFirst, budget);
    }

    public Model withScheme(Scheme other) {
        return new Model(name, other, options, before, after, planned, packets, inputSlots, outputSlots, losses, faults,
                fragile, localFirst, budget);
    }

    public Model withPackets(List<Packet> other) {
        return new Model(name, scheme, options, before, after, planned, other, inputSlots, outputSlots, losses, faults,
                fragile, localFirst, budget);
    }

    public Model withSlots(int input, int output) {
        return new Model(name, scheme, options, before, after, planned, packets, input, output, losses, faults,
                fragile, localFirst, budget);
    }

    public Model withLosses(int limit) {
        return new Model(name, scheme, options, before, after, planned, packets, inputSlots, outputSlots, limit, faults,
                fragile, localFirst, budget);
    }

    /** As this one, without a planned change, but links that may fail.
     *  @param routes tables for what is known to have failed */
    public Model failing(int limit, List<Integer> links, Function<Faults, RoutingTables> routes) {
        return new Model(name, scheme, options, before, routes, false, packets, inputSlots, outputSlots, losses, limit,
                links, localFirst, budget);
    }

    public Model withLocalFirst(boolean reduced) {
        return new Model(name, scheme, options, before, after, planned, packets, inputSlots, outputSlots, losses, faults,
                fragile, reduced, budget);
    }

    public Model withBudget(int states) {
        return new Model(name, scheme, options, before, after, planned, packets, inputSlots, outputSlots, losses, faults,
                fragile, localFirst, states);
    }

    /** The bounds, for reports. */
    public String bounds() {
        return packets.size() + " packets, " + inputSlots + " packet slot" + (inputSlots == 1 ? "" : "s")
                + " per input queue, " + outputSlots + " per output queue, " + losses + " losses, " + faults + " faults";
    }
}

package org.reweave.routing.table;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.reweave.routing.topology.Fabric;

/**
 * The tables that an engine computes and a manager installs: a linear forwarding table per switch, the SLtoVL rule, and
 * the service level of each path. Immutable once an engine has returned the tables. They contain none of an engine's
 * own bookkeeping, so that verification reads exactly the entries that switches read.
 */
public final class RoutingTables {
    /** LFT entry of a LID that this switch does not reach. */
    public static final int UNREACHABLE = 255;

    private final Fabric fabric;
    private final String engine;
    private final ForwardingTable[] lft;
    private final SlToVl slToVl;
    private final PathLevels pathLevels;
    private final AdaptiveTables adaptive; // null = none
    private final Forwarder forwarder;
    private final Trails trails; // null = all 0
    private final PathTables paths; // null = one path a pair
    private final BubbleRings rings; // null = none
    private final List<String> remarks;

    /**
     * @param lft entries of each switch by LID, 255 = unreachable, all of length {@code lidMax + 1}; copied
     * @throws IllegalArgumentException naming the first switch without a table, or with a port that it does not have
     */
    public RoutingTables(Fabric fabric, String engine, byte[][] lft, SlToVl slToVl, PathLevels pathLevels) {
        this(fabric, engine, ForwardingTable.of(checked(fabric, lft)), slToVl, pathLevels);
    }

    /** @param lft one per switch, all of length {@code lidMax + 1} */
    public RoutingTables(Fabric fabric, String engine, ForwardingTable[] lft, SlToVl slToVl, PathLevels pathLevels) {
        this(fabric, engine, lft, slToVl, pathLevels, null, Forwarder.TABLES, null, null, null, List.of());
    }

    private RoutingTables(
            Fabric fabric,
            String engine,
            ForwardingTable[] lft,
            SlToVl slToVl,
            PathLevels pathLevels,
            AdaptiveTables adaptive,
            Forwarder forwarder,
            Trails trails,
            PathTables paths,
            BubbleRings rings,
            List<String> remarks) {
        if (lft.length != fabric.switchCount()) {
            throw new IllegalArgumentException(lft.length + " tables for " + fabric.switchCount() + " switches");
        }
        this.fabric = fabric;
        this.engine = engine;
        this.lft = lft;
        this.slToVl = slToVl;
        this.pathLevels = pathLevels;
        this.adaptive = adaptive;
        this.forwarder = forwarder;
        this.trails = trails;
        this.paths = paths;
        this.rings = rings;
        this.remarks = List.copyOf(remarks);
    }

    /** Checks where an engine makes the tables: a fault of a user's engine then has the engine in its stack trace. */
    private static byte[][] checked(Fabric fabric, byte[][] lft) {
        for (int s = 0; s < Math.min(lft.length, fabric.switchCount()); s++) {
            if (lft[s] == null) {
                throw new IllegalArgumentException("switch " + fabric.deviceName(s) + " has no table, but null");
            }
            int ports = fabric.portCount(s);
            for (int lid = 0; lid < lft[s].length; lid++) {
                int port = lft[s][lid] & 0xff;
                if (port > ports && port != UNREACHABLE) {
                    throw new IllegalArgumentException("the table of switch " + fabric.deviceName(s) + " sends LID "
                            + lid
                            + " to port " + port + "; its ports are 1 to " + ports + ", 0 is itself and "
                            + UNREACHABLE + " unreachable");
                }
            }
        }
        return lft;
    }

    /** A copy of these tables as the deterministic part of an adaptive routing. */
    public RoutingTables with(AdaptiveTables function) {
        return new RoutingTables(
                fabric, engine, lft, slToVl, pathLevels, function, forwarder, trails, paths, rings, remarks);
    }

    /** A copy of these tables for switches whose forwarder uses more than the tables. */
    public RoutingTables with(Forwarder rule) {
        return new RoutingTables(
                fabric, engine, lft, slToVl, pathLevels, adaptive, rule, trails, paths, rings, remarks);
    }

    /** A copy of these tables for packets whose trails NICs write, and switches that choose ways by trails. */
    public RoutingTables with(Trails sources, Forwarder rule) {
        return new RoutingTables(
                fabric, engine, lft, slToVl, pathLevels, adaptive, rule, sources, paths, rings, remarks);
    }

    /** A copy of these tables with remarks for the user, in place of the present remarks. */
    public RoutingTables withRemarks(List<String> sentences) {
        return new RoutingTables(
                fabric, engine, lft, slToVl, pathLevels, adaptive, forwarder, trails, paths, rings, sentences);
    }

    /** A copy of these tables with alternative paths beside the paths of the tables. */
    public RoutingTables withPaths(PathTables alternatives) {
        return new RoutingTables(
                fabric, engine, lft, slToVl, pathLevels, adaptive, forwarder, trails, alternatives, rings, remarks);
    }

    /** A copy of these tables for switches that keep packets out of rings that have room for one packet only. */
    public RoutingTables with(BubbleRings promise) {
        return new RoutingTables(
                fabric, engine, lft, slToVl, pathLevels, adaptive, forwarder, trails, paths, promise, remarks);
    }

    /** A copy of these tables in which some switches have the tables that others give them. */
    public RoutingTables withTablesOf(int[] switches, RoutingTables others) {
        ForwardingTable[] mixed = lft.clone();
        for (int device : switches) {
            mixed[device] = others.lft[device];
        }
        return new RoutingTables(
                fabric, engine, mixed, slToVl, pathLevels, adaptive, forwarder, trails, paths, rings, remarks);
    }

    /** Empty tables for an engine to fill: every LID unreachable, except each switch's own. */
    public static byte[][] emptyLfts(Fabric fabric) {
        int lidMax = fabric.largestLid();
        byte[][] lft = new byte[fabric.switchCount()][lidMax + 1];
        for (int s = 0; s < lft.length; s++) {
            Arrays.fill(lft[s], (byte) UNREACHABLE);
            lft[s][fabric.switchLid(s)] = 0;
        }
        return lft;
    }

    public Fabric fabric() {
        return fabric;
    }

    /** The name of the engine that computed these tables. */
    public String engine() {
        return engine;
    }

    public int lidMax() {
        return lft[0].length() - 1;
    }

    /** @return the output port for a LID at a switch; {@link #UNREACHABLE}, or 0 for the switch itself */
    public int outPort(int switchDevice, int lid) {
        return lft[switchDevice].port(lid);
    }

    /** One switch's table. */
    public ForwardingTable table(int switchDevice) {
        return lft[switchDevice];
    }

    /** The entries of one switch's table in an array of their own. */
    public byte[] lft(int switchDevice) {
        return lft[switchDevice].toArray();
    }

    public SlToVl slToVl() {
        return slToVl;
    }

    /** The service level with which a NIC sends to a LID. */
    public PathLevels pathLevels() {
        return pathLevels;
    }

    /**
     * The function that offers packets a choice of ports, under adaptive routing; the LFTs are then one of the choices.
     * Empty under deterministic routing.
     */
    public Optional<AdaptiveTables> adaptive() {
        return Optional.ofNullable(adaptive);
    }

    /** The trails that NICs write into packets; empty when every trail is 0. */
    public Optional<Trails> trails() {
        return Optional.ofNullable(trails);
    }

    /** How switches with these tables choose ways; {@link Forwarder#TABLES} unless the engine needs more. */
    public Forwarder forwarder() {
        return forwarder;
    }

    /**
     * The paths of engines that compute several for each pair, on address blocks of their own; empty for the others.
     */
    public Optional<PathTables> paths() {
        return Optional.ofNullable(paths);
    }

    /**
     * The rings for which these tables rely on bubble flow control of the switches; empty when the tables need nothing
     * of the kind.
     */
    public Optional<BubbleRings> rings() {
        return Optional.ofNullable(rings);
    }

    /** Assumptions made for these tables, one sentence each; empty when none was made. */
    public List<String> remarks() {
        return remarks;
    }
}

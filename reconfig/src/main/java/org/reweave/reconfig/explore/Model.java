package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.reweave.reconfig.paths.StartingPaths;
import org.reweave.reconfig.spi.OptionRule;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.Reduction;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.rftr.Rftr;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * The model that is explored: a scheme on a small fabric without time, between two routings, with a few packets. Every
 * count has a bound.
 *
 * @param name for reports
 * @param scheme on the fabric of the tables
 * @param packets to be injected at any time, those of one NIC in this order
 * @param localFirst explore only one order of steps that touch nothing shared (see {@link LocalSteps})
 * @param perBlock whether blocks of a switch's tables are in force as they come (see {@link TableBlocks}), and not the
 *     whole table with the last one
 * @param budget states
 */
public record Model(
        String name,
        Scheme scheme,
        SchemeOptions options,
        Routing routing,
        List<Packet> packets,
        Bounds bounds,
        Frailty frailty,
        boolean localFirst,
        boolean perBlock,
        int budget) {
    private static final int MAX_PACKETS = 8;
    private static final int MAX_DEVICES = 64;
    private static final int DEFAULT_BUDGET = 3_000_000;
    private static final int JOINED_LANES = 2; // of RFTR's paths before the first fault, as in a run; one more later
    private static final long JOINED_SEED = 1;

    /** A packet from a NIC to another; NICs are numbered from 0. */
    public record Packet(int source, int destination) {}

    /**
     * The tables in force at first and the tables computed later.
     *
     * @param before tables in force at first
     * @param after tables for what is known to have failed, from a pure function
     * @param planned whether a change is asked for although nothing has failed
     * @param joined what RFTR's paths may use; null unless the scheme takes paths from there. Disjoint paths are those
     *     of {@code before}
     */
    public record Routing(
            RoutingTables before,
            Function<Faults, RoutingTables> after,
            boolean planned,
            StartingPaths.Joined joined) {}

    /**
     * The elements that may fail and the devices whose messages may be lost, as often as the bounds allow.
     *
     * @param links that may fail
     * @param switches that may fail, under schemes without a manager
     * @param mute the devices that messages may be lost to or from
     * @param restarting switches that may restart, each once
     * @param oldTables whether a switch that restarts has the tables of the start, and not none
     * @param away whether a switch that restarts goes down in a step and comes up in another, if at all
     */
    public record Frailty(
            List<Integer> links,
            List<Integer> switches,
            List<Integer> mute,
            List<Integer> restarting,
            boolean oldTables,
            boolean away) {
        static final Frailty NONE = new Frailty(List.of(), List.of(), List.of());

        public Frailty {
            links = List.copyOf(links);
            switches = List.copyOf(switches);
            mute = List.copyOf(mute);
            restarting = List.copyOf(restarting);
        }

        /** No switch restarts. */
        Frailty(List<Integer> links, List<Integer> switches, List<Integer> mute) {
            this(links, switches, mute, List.of(), false, false);
        }
    }

    /**
     * Sizes of buffers, and largest numbers of faults and losses.
     *
     * @param inputSlots packets that an input queue of a (port, VL) holds: 1 or 2
     * @param outputSlots packets that an output queue of a (port, VL) holds: 0 (none) to 2
     * @param losses messages to or from devices that are lost in spite of all retries: 0 or 1
     * @param faults times that a link or a switch fails: 0 to 2
     * @param together links and switches that have failed at a time: 0 to 2
     * @param recoveries times that a link or switch that has failed works again: 0 to 2
     * @param haste timers of waiting for an answer that run out while it is still under way: 0 or 1
     * @param late messages that the manager has given up and that come to their devices all the same: 0 to 2
     * @param takeovers times that a second manager takes over: 0 or 1
     * @param restarts switches that restart: 0 to 2
     * @param queueing the queues that share an input port's slots of a VL
     */
    public record Bounds(
            int inputSlots,
            int outputSlots,
            int losses,
            int faults,
            int together,
            int recoveries,
            int haste,
            int late,
            int takeovers,
            int restarts,
            Queueing queueing) {
        /** One packet a buffer, no output queues, and nothing goes wrong. */
        public static final Bounds LEAST = new Bounds(1, 0, 0, 0, 0);

        public Bounds {
            List<String> wrong = new ArrayList<>();
            check(wrong, "inputSlots", inputSlots, 1, 2);
            check(wrong, "outputSlots", outputSlots, 0, 2);
            check(wrong, "losses", losses, 0, 1);
            check(wrong, "faults", faults, 0, 2);
            check(wrong, "together", together, 0, 2);
            check(wrong, "recoveries", recoveries, 0, 2);
            check(wrong, "haste", haste, 0, 1);
            check(wrong, "late", late, 0, 2);
            check(wrong, "takeovers", takeovers, 0, 1);
            check(wrong, "restarts", restarts, 0, 2);
            if (restarts > 0 && late + takeovers > 0) {
                wrong.add("restarts = " + restarts + " with late SMPs or two managers; leave one of them out");
            }
            if (late > 0 && takeovers > 0) {
                wrong.add("late = " + late + " with two managers; leave one of them out");
            }
            if (late > 0 && losses + faults + haste == 0) {
                wrong.add("late = " + late + " where the manager gives nothing up; raise losses, faults or haste");
            }
            if (queueing != Queueing.FIFO && inputSlots == 1) {
                wrong.add("several queues for inputSlots = 1; raise it to 2");
            }
            if (!wrong.isEmpty()) {
                throw new IllegalArgumentException("bounds of a model: " + String.join("; ", wrong));
            }
        }

        /** Bounds with one queue for each input port and VL. */
        public Bounds(
                int inputSlots, int outputSlots, int losses, int faults, int together, int recoveries, int haste) {
            this(inputSlots, outputSlots, losses, faults, together, recoveries, haste, 0, 0, 0, Queueing.FIFO);
        }

        /** Bounds without recoveries. */
        public Bounds(int inputSlots, int outputSlots, int losses, int faults, int haste) {
            this(inputSlots, outputSlots, losses, faults, faults, 0, haste);
        }

        public Bounds withLosses(int other) {
            return new Bounds(
                    inputSlots,
                    outputSlots,
                    other,
                    faults,
                    together,
                    recoveries,
                    haste,
                    late,
                    takeovers,
                    restarts,
                    queueing);
        }

        /** @param once that are down at a time */
        public Bounds withFaults(int all, int once, int back) {
            return new Bounds(
                    inputSlots, outputSlots, losses, all, once, back, haste, late, takeovers, restarts, queueing);
        }

        public Bounds withQueueing(Queueing other) {
            return new Bounds(
                    inputSlots,
                    outputSlots,
                    losses,
                    faults,
                    together,
                    recoveries,
                    haste,
                    late,
                    takeovers,
                    restarts,
                    other);
        }

        /** @param other messages given up that come all the same */
        public Bounds withLate(int other) {
            return new Bounds(
                    inputSlots,
                    outputSlots,
                    losses,
                    faults,
                    together,
                    recoveries,
                    haste,
                    other,
                    takeovers,
                    restarts,
                    queueing);
        }

        /** @param other times that a second manager takes over */
        public Bounds withTakeovers(int other) {
            return new Bounds(
                    inputSlots,
                    outputSlots,
                    losses,
                    faults,
                    together,
                    recoveries,
                    haste,
                    late,
                    other,
                    restarts,
                    queueing);
        }

        /** @param other switches that restart */
        public Bounds withRestarts(int other) {
            return new Bounds(
                    inputSlots,
                    outputSlots,
                    losses,
                    faults,
                    together,
                    recoveries,
                    haste,
                    late,
                    takeovers,
                    other,
                    queueing);
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
                    + haste + " timers early"
                    + (late > 0 ? ", " + late + " late" : "")
                    + (takeovers > 0 ? ", " + takeovers + " takeover" : "")
                    + (restarts > 0 ? ", " + restarts + " restart" + (restarts == 1 ? "" : "s") : "")
                    + (queueing == Queueing.FIFO ? "" : ", " + queueing.words() + " an input port and VL");
        }
    }

    public Model {
        packets = List.copyOf(packets);
        scheme = scheme.on(routing.before.fabric(), Faults.none(), options);
        List<String> wrong = new ArrayList<>();
        if (packets.size() > MAX_PACKETS) {
            wrong.add(packets.size() + " packets, limit " + MAX_PACKETS);
        }
        for (OptionRule rule : scheme.description().rules()) {
            if (!rule.keeps().test(options)) {
                wrong.add(rule.at() + " = " + options.text(rule.at()) + " " + rule.complaint());
            }
        }
        check(wrong, scheme, options, routing);
        check(wrong, scheme, options, routing.before.fabric(), frailty);
        checkNicLinks(wrong, scheme, options, routing.before.fabric(), frailty, bounds);
        if (perBlock && !scheme.description().sources().equals(List.of(PathSource.ENGINE))) {
            wrong.add("tables block by block for " + scheme.name() + ", which adds entries for further paths");
        }
        if (bounds.takeovers > 0) {
            checkTakeover(wrong, scheme, options, perBlock);
        }
        if (bounds.restarts > 0) {
            checkRestarts(wrong, scheme, options, routing.before.fabric(), frailty, perBlock);
            checkAway(wrong, scheme, options, routing.before.fabric(), frailty, bounds);
        }
        if (routing.before.rings().isPresent()) {
            checkRings(wrong, scheme, options, bounds);
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException("model " + name + ": " + String.join("; ", wrong));
        }
    }

    private static void check(List<String> wrong, Scheme scheme, SchemeOptions options, Routing routing) {
        if (routing.planned && !scheme.description().hasManager(options)) {
            wrong.add("a planned change for scheme " + scheme.name() + ", which has no manager");
        }
        List<PathSource> sources = scheme.description().sources();
        if ((routing.joined != null) != sources.contains(PathSource.JOINED)) {
            wrong.add(scheme.name() + " takes paths from " + sources + ", and RFTR's are "
                    + (routing.joined == null ? "not " : "") + "given");
        }
        if (sources.contains(PathSource.DISJOINT) && routing.before.paths().isEmpty()) {
            wrong.add(scheme.name() + " takes paths from " + sources + ", and the tables of " + routing.before.engine()
                    + " have no disjoint ones");
        }
        if (routing.planned && !sources.equals(List.of(PathSource.ENGINE))) {
            wrong.add("a planned change for " + scheme.name() + ", which would be an engine's");
        }
    }

    private static void checkTakeover(List<String> wrong, Scheme scheme, SchemeOptions options, boolean perBlock) {
        if (!scheme.description().hasManager(options)
                || !scheme.description().sources().equals(List.of(PathSource.ENGINE))) {
            wrong.add("two managers for " + scheme.name() + ", which has none or adds paths");
        }
        if (perBlock) {
            wrong.add("two managers with tables block by block; leave one of them out");
        }
    }

    private static void checkRestarts(
            List<String> wrong,
            Scheme scheme,
            SchemeOptions options,
            Fabric fabric,
            Frailty frailty,
            boolean perBlock) {
        if (!scheme.description().hasManager(options)
                || !scheme.description().sources().equals(List.of(PathSource.ENGINE))) {
            wrong.add("switches that restart for " + scheme.name() + ", which has no manager or adds paths");
        }
        if (perBlock) {
            wrong.add("switches that restart with tables block by block; leave one of them out");
        }
        for (int device : frailty.restarting) {
            if (!fabric.isSwitch(device)) {
                wrong.add(fabric.deviceName(device) + " restarts, which is no switch");
            }
        }
    }

    private static void checkAway(
            List<String> wrong, Scheme scheme, SchemeOptions options, Fabric fabric, Frailty frailty, Bounds bounds) {
        if (frailty.away && scheme.description().emptiesFabric(options)) {
            wrong.add("a switch that is away for " + scheme.name()
                    + ", which counts packets, and the model counts none that cross to that switch");
        }
        int own = fabric.attachedSwitch(fabric.nicDevice(ManagerPart.FIRST_NIC));
        if (frailty.away && frailty.restarting.contains(own)) {
            wrong.add(fabric.deviceName(own) + " is away, which the manager is behind; let another switch restart");
        }
        if (frailty.away && bounds.faults > 0) {
            wrong.add("a switch that is away with links that fail; leave one of them out");
        }
    }

    /** A packet enters a ring only where two have room, and packets of old and new tables must not meet. */
    private static void checkRings(List<String> wrong, Scheme scheme, SchemeOptions options, Bounds bounds) {
        int slots = bounds.outputSlots > 0 ? bounds.outputSlots : bounds.inputSlots;
        if (slots < 2) {
            wrong.add("bubble flow control with " + slots + " packet per " + (bounds.outputSlots > 0 ? "out" : "in")
                    + "put queue, and a packet enters a ring only where two have room; raise it to 2");
        }
        if (scheme.description().hasManager(options) && !scheme.description().emptiesFabric(options)) {
            wrong.add("tables with bubble flow control for scheme " + scheme.name()
                    + ", which changes them under packets; use static");
        }
    }

    private static void check(
            List<String> wrong, Scheme scheme, SchemeOptions options, Fabric fabric, Frailty frailty) {
        if (fabric.linkCount() > Long.SIZE - 2 || fabric.deviceCount() > MAX_DEVICES) {
            wrong.add("a fabric of " + fabric.linkCount() + " links and " + fabric.deviceCount() + " devices, limits "
                    + (Long.SIZE - 2) + " and " + MAX_DEVICES);
        }
        if (!frailty.switches.isEmpty() && scheme.description().hasManager(options)) {
            wrong.add("switches that fail under scheme " + scheme.name() + ", whose manager would have to notice");
        }
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int first = fabric.attachedSwitch(fabric.nicDevice(nic));
            if (frailty.switches.contains(first)) {
                wrong.add("switch " + fabric.deviceName(first) + " has NICs; only switches without them fail");
            }
        }
    }

    private static void checkNicLinks(
            List<String> wrong, Scheme scheme, SchemeOptions options, Fabric fabric, Frailty frailty, Bounds bounds) {
        List<Integer> nicLinks =
                frailty.links.stream().filter(link -> !fabric.isTrunk(link)).toList();
        if (nicLinks.isEmpty()) {
            return;
        }
        if (!scheme.description().hasManager(options)
                || !scheme.description().sources().equals(List.of(PathSource.ENGINE))) {
            wrong.add("links of NICs that fail for " + scheme.name() + ", which has no manager or adds paths");
        }
        if (bounds.takeovers > 0) {
            wrong.add("links of NICs that fail with two managers; leave one of them out");
        }
        int own = fabric.nicDevice(ManagerPart.FIRST_NIC);
        if (nicLinks.contains(fabric.link(own, fabric.attachedPort(own)))) {
            wrong.add(
                    "the link of " + fabric.deviceName(own) + " fails, which the manager is behind; use another NIC's");
        }
    }

    /** A planned change from some tables to others, in the least bounds. */
    public static Model planned(
            String name, Scheme scheme, RoutingTables before, RoutingTables after, List<Packet> packets) {
        Routing routing = new Routing(before, faults -> after, true, null);
        return new Model(
                name,
                scheme,
                SchemeOptions.DEFAULT,
                routing,
                packets,
                new Bounds(leastSlots(before), 0, 0, 0, 0),
                Frailty.NONE,
                true,
                false,
                DEFAULT_BUDGET);
    }

    /**
     * No planned change; one of some links fails.
     *
     * @param routes tables for what is known to have failed
     */
    public static Model failing(
            String name,
            Scheme scheme,
            Function<Faults, RoutingTables> routes,
            List<Integer> links,
            List<Packet> packets) {
        return failing(name, scheme, routes, null, links, packets);
    }

    /**
     * No planned change; one of some links fails, in a fabric that has further paths.
     *
     * @param routes tables for what is known to have failed, with disjoint paths if the scheme uses them
     * @param joined what RFTR's paths may use; null unless the scheme uses them
     */
    public static Model failing(
            String name,
            Scheme scheme,
            Function<Faults, RoutingTables> routes,
            StartingPaths.Joined joined,
            List<Integer> links,
            List<Packet> packets) {
        Routing routing = new Routing(routes.apply(Faults.none()), routes, false, joined);
        return new Model(
                name,
                scheme,
                SchemeOptions.DEFAULT,
                routing,
                packets,
                new Bounds(leastSlots(routing.before), 0, 0, 1, 0),
                new Frailty(links, List.of(), List.of()),
                true,
                false,
                DEFAULT_BUDGET);
    }

    /**
     * No planned change; one of some links fails, in a fabric that has the further paths that the scheme uses: those of
     * RFTR over up*&#47;down*.
     *
     * @param routes tables for what is known to have failed, with disjoint paths if the scheme uses them
     * @param lmc a NIC has 2 to the power of this LIDs for RFTR's paths, if the scheme uses them
     */
    public static Model failing(
            String name,
            Scheme scheme,
            Function<Faults, RoutingTables> routes,
            int lmc,
            List<Integer> links,
            List<Packet> packets) {
        return failing(name, scheme, routes, joined(scheme, routes, lmc), links, packets);
    }

    private static StartingPaths.Joined joined(Scheme scheme, Function<Faults, RoutingTables> routes, int lmc) {
        if (!scheme.description().sources().contains(PathSource.JOINED)) {
            return null;
        }
        RoutingTables before = routes.apply(Faults.none());
        int disjointLanes =
                before.paths().map(paths -> paths.slToVl().laneCount()).orElse(0);
        Rftr network = Rftr.overUpDown(before.fabric(), JOINED_LANES, JOINED_SEED);
        return new StartingPaths.Joined(network, lmc, disjointLanes + JOINED_LANES + 1);
    }

    private static int leastSlots(RoutingTables tables) {
        return tables.rings().isPresent() ? 2 : 1;
    }

    /** VLs of every link. */
    int laneCount() {
        int lanes = Math.max(before().slToVl().laneCount(), scheme.description().leastLanes(options));
        return joined() == null ? lanes : Math.max(lanes, joined().lanes());
    }

    /** The promises of the scheme in this model. */
    public Set<Promise> promises() {
        int arity = TreeGeometry.arity(fabric());
        boolean nicsAlone = frailty.switches.isEmpty() && frailty.links.stream().noneMatch(fabric()::isTrunk);
        int faults = nicsAlone ? 0 : bounds.faults; // a NIC that comes or goes begins no change
        int recoveries = nicsAlone ? 0 : bounds.recoveries;
        int restarts = bounds.restarts; // each a switch that fails and works again
        int beside = restarts > 0 && routing.planned ? 1 : 0;
        return scheme.description()
                .promises()
                .in(new Promises.Circumstances(
                        options,
                        faults + restarts,
                        faults + restarts,
                        recoveries + restarts + beside + bounds.takeovers,
                        bounds.losses + bounds.takeovers,
                        arity));
    }

    boolean hasManager() {
        return scheme.description().hasManager(options);
    }

    List<PathSource> sources() {
        return scheme.description().sources();
    }

    Reduction reduction() {
        return scheme.description().reduction(options);
    }

    public Fabric fabric() {
        return before().fabric();
    }

    RoutingTables before() {
        return routing.before;
    }

    StartingPaths.Joined joined() {
        return routing.joined;
    }

    List<Integer> fragile() {
        return frailty.links;
    }

    List<Integer> fragileSwitches() {
        return frailty.switches;
    }

    List<Integer> mute() {
        return frailty.mute;
    }

    /** Switches that may restart. */
    List<Integer> restarting() {
        return frailty.restarting;
    }

    public Model with(Scheme other) {
        return new Model(name, other, options, routing, packets, bounds, frailty, localFirst, perBlock, budget);
    }

    public Model with(SchemeOptions other) {
        return new Model(name, scheme, other, routing, packets, bounds, frailty, localFirst, perBlock, budget);
    }

    public Model withPackets(List<Packet> other) {
        return new Model(name, scheme, options, routing, other, bounds, frailty, localFirst, perBlock, budget);
    }

    public Model with(Bounds other) {
        return new Model(name, scheme, options, routing, packets, other, frailty, localFirst, perBlock, budget);
    }

    /** One message is lost, to or from one of these devices. */
    public Model withLoss(List<Integer> devices) {
        Frailty more = new Frailty(
                frailty.links, frailty.switches, devices, frailty.restarting, frailty.oldTables, frailty.away);
        return new Model(
                name, scheme, options, routing, packets, bounds.withLosses(1), more, localFirst, perBlock, budget);
    }

    /** A copy of this model in which these links may fail in place of its own, and one of them does. */
    public Model withFragile(List<Integer> links) {
        Frailty more =
                new Frailty(links, frailty.switches, frailty.mute, frailty.restarting, frailty.oldTables, frailty.away);
        Bounds one = bounds.faults > 0 ? bounds : bounds.withFaults(1, 1, bounds.recoveries);
        return new Model(name, scheme, options, routing, packets, one, more, localFirst, perBlock, budget);
    }

    /**
     * A copy of this model in which the given switches may fail, too; the bound on faults counts links and switches.
     */
    public Model withFragileSwitches(List<Integer> switches) {
        Frailty more =
                new Frailty(frailty.links, switches, frailty.mute, frailty.restarting, frailty.oldTables, frailty.away);
        return new Model(name, scheme, options, routing, packets, bounds, more, localFirst, perBlock, budget);
    }

    /** A copy of this model in which each of the given switches may restart, once. */
    public Model withRestarts(List<Integer> switches) {
        Frailty more =
                new Frailty(frailty.links, frailty.switches, frailty.mute, switches, frailty.oldTables, frailty.away);
        Bounds some = bounds.withRestarts(switches.size());
        return new Model(name, scheme, options, routing, packets, some, more, localFirst, perBlock, budget);
    }

    /** A copy of this model in which a switch that restarts has the tables of the start, and not none. */
    public Model withOldTables() {
        Frailty more =
                new Frailty(frailty.links, frailty.switches, frailty.mute, frailty.restarting, true, frailty.away);
        return new Model(name, scheme, options, routing, packets, bounds, more, localFirst, perBlock, budget);
    }

    /** A copy of this model in which a switch that restarts goes down in a step and comes up in another, if at all. */
    public Model withAway() {
        Frailty more =
                new Frailty(frailty.links, frailty.switches, frailty.mute, frailty.restarting, frailty.oldTables, true);
        return new Model(name, scheme, options, routing, packets, bounds, more, localFirst, perBlock, budget);
    }

    public Model withLocalFirst(boolean other) {
        return new Model(name, scheme, options, routing, packets, bounds, frailty, other, perBlock, budget);
    }

    /** A copy in which blocks of a switch's tables are in force as they come. */
    public Model withTablesPerBlock(boolean other) {
        return new Model(name, scheme, options, routing, packets, bounds, frailty, localFirst, other, budget);
    }

    public Model withBudget(int other) {
        return new Model(name, scheme, options, routing, packets, bounds, frailty, localFirst, perBlock, other);
    }

    public Model named(String other) {
        return new Model(other, scheme, options, routing, packets, bounds, frailty, localFirst, perBlock, budget);
    }
}

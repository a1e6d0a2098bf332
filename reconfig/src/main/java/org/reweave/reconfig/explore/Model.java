package org.reweave.reconfig.explore;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.reweave.reconfig.paths.StartingPaths;
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
     * @param bare whether no device has tables at first, so that the manager brings the fabric up; {@code before} are
     *     then the first tables of a model with a planned change, which becomes due at any step
     */
    public record Routing(
            RoutingTables before,
            Function<Faults, RoutingTables> after,
            boolean planned,
            StartingPaths.Joined joined,
            boolean bare) {
        /** Tables in force at first. */
        public Routing(
                RoutingTables before,
                Function<Faults, RoutingTables> after,
                boolean planned,
                StartingPaths.Joined joined) {
            this(before, after, planned, joined, false);
        }
    }

    public Model {
        packets = List.copyOf(packets);
        scheme = scheme.on(routing.before.fabric(), Faults.none(), options);
        new ModelChecks(scheme, options, routing, bounds, frailty, perBlock).check(name, packets);
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
                leastBounds(before),
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
                leastBounds(routing.before).withFaults(1),
                Frailty.NONE.withLinks(links),
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

    /** Two packets an input queue where one enters a ring only if there is room for two, else one. */
    private static Bounds leastBounds(RoutingTables tables) {
        return Bounds.LEAST.withSlots(tables.rings().isPresent() ? 2 : 1, 0);
    }

    /** VLs of every link. */
    int laneCount() {
        int lanes = Math.max(before().slToVl().laneCount(), scheme.description().leastLanes(options));
        return joined() == null ? lanes : Math.max(lanes, joined().lanes());
    }

    /** The promises of the scheme in this model, and those of the manager where it brings the fabric up. */
    public Set<Promise> promises() {
        Set<Promise> promises = promisesOfScheme();
        if (startsBare()) {
            promises.remove(Promise.ONE_TABLE_OF_AN_EPOCH); // first tables are of no epoch, and may be sent again
            promises.addAll(List.of(Promise.TABLES_BEFORE_PATHS, Promise.FIRST_TABLES_UNTOLD));
        }
        return promises;
    }

    private Set<Promise> promisesOfScheme() {
        int arity = TreeGeometry.arity(fabric());
        boolean nicsAlone =
                frailty.switches().isEmpty() && frailty.links().stream().noneMatch(fabric()::isTrunk);
        int faults = nicsAlone ? 0 : bounds.faults(); // a NIC that comes or goes begins no change
        int recoveries = nicsAlone ? 0 : bounds.recoveries();
        int restarts = bounds.restarts(); // each a switch that fails and works again
        int beside = restarts > 0 && routing.planned ? 1 : 0;
        return scheme.description()
                .promises()
                .in(new Promises.Circumstances(
                        options,
                        faults + restarts,
                        faults + restarts,
                        recoveries + restarts + beside + bounds.takeovers(),
                        bounds.losses() + bounds.takeovers(),
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

    /** Whether no device has tables at first, so that the manager brings the fabric up. */
    public boolean startsBare() {
        return routing.bare;
    }

    StartingPaths.Joined joined() {
        return routing.joined;
    }

    List<Integer> fragile() {
        return frailty.links();
    }

    List<Integer> fragileSwitches() {
        return frailty.switches();
    }

    List<Integer> mute() {
        return frailty.mute();
    }

    /** Switches that may restart. */
    List<Integer> restarting() {
        return frailty.restarting();
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

    private Model with(Frailty other) {
        return new Model(name, scheme, options, routing, packets, bounds, other, localFirst, perBlock, budget);
    }

    /** One message is lost, to or from one of these devices. */
    public Model withLoss(List<Integer> devices) {
        return with(frailty.withMute(devices)).with(bounds.withLosses(1));
    }

    /** A copy of this model in which these links may fail in place of its own, and one of them does. */
    public Model withFragile(List<Integer> links) {
        Bounds one = bounds.faults() > 0 ? bounds : bounds.withFaults(1, 1, bounds.recoveries());
        return with(frailty.withLinks(links)).with(one);
    }

    /**
     * A copy of this model in which the given switches may fail, too; the bound on faults counts links and switches.
     */
    public Model withFragileSwitches(List<Integer> switches) {
        return with(frailty.withSwitches(switches));
    }

    /** A copy of this model in which each of the given switches may restart, once. */
    public Model withRestarts(List<Integer> switches) {
        return with(bounds.withRestarts(switches.size())).with(frailty.withRestarting(switches));
    }

    /** A copy of this model in which a switch that restarts has the tables of the start, and not none. */
    public Model withOldTables() {
        return with(frailty.withOldTables());
    }

    /** A copy of this model in which a switch that restarts goes down in a step and comes up in another, if at all. */
    public Model withAway() {
        return with(frailty.withAway());
    }

    /** A copy of this model in which no device has tables at first: the manager brings the fabric up. */
    public Model withBareStart() {
        Routing bare = new Routing(routing.before, routing.after, routing.planned, routing.joined, true);
        return new Model(name, scheme, options, bare, packets, bounds, frailty, localFirst, perBlock, budget);
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

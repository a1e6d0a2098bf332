package org.reweave.reconfig.paths;

import java.util.function.Supplier;
import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.PathDependencies;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;

/**
 * Computes the tables and paths that devices are to have after a change, from the scheme's path sources in turn. Once
 * the engine has computed new tables, the other sources of the scheme no longer fit them, and the engine computes every
 * later change.
 */
public final class TablePlanner {
    /** Reasons why further paths do not suffice. */
    public enum Refusal {
        NONE,
        /** Some pairs of NICs have no path. */
        PAIRS_WITHOUT_PATH,
        /** RFTR needs more VLs, SLs or LIDs than there are. */
        RESOURCES
    }

    /**
     * The tables and paths that devices are to have.
     *
     * @param refusal of the sources before the engine
     * @param lacking ordered pairs of NICs for which those have no path
     * @param dependencies of an engine's tables, by switch; each empty unless the scheme asks for them
     */
    public record Plan(Change change, DeviceTables tables, Refusal refusal, int lacking, long[][] dependencies) {}

    private final int switches;
    private final int nics;
    private final AddressPlan addresses;
    private final PathSources sources;
    private final int dependencyLanes;
    private final JoinedPaths joined; // null = unused
    private boolean engineOnly;

    /** @param dependencyLanes VLs of the dependencies that the scheme asks for; 0 = it does not */
    public TablePlanner(FabricMap map, AddressPlan addresses, PathSources sources, int dependencyLanes, Faults absent) {
        this.switches = map.switchCount();
        this.nics = map.nicCount();
        this.addresses = addresses;
        this.sources = sources;
        this.dependencyLanes = dependencyLanes;
        this.joined = sources.joined() == null ? null : new JoinedPaths(sources.joined(), absent);
        this.engineOnly = sources.order().get(0) == PathSource.ENGINE;
    }

    /** Whether NICs can be told of a failure at once. */
    public boolean migrates() {
        return !engineOnly && sources.migrates();
    }

    /** The paths that NICs hold, with failed paths marked. */
    public DeviceTables marked(DeviceTables held, Faults faults, boolean[] reached) {
        return new PathChoices(held, faults, sources.disjoint(), joined, reached).choose(false);
    }

    /**
     * @param held what devices are to have at present
     * @param planned whether a change of the routing is asked for, whatever has failed
     * @param engine computes tables anew
     */
    public Plan plan(
            DeviceTables held, Faults faults, boolean[] reached, boolean planned, Supplier<RoutingTables> engine) {
        Refusal refusal = Refusal.NONE;
        int lacking = 0;
        if (!engineOnly && !planned) {
            Plan further = further(held, faults, reached);
            if (further.refusal() == Refusal.NONE || !sources.order().contains(PathSource.ENGINE)) {
                return further;
            }
            refusal = further.refusal();
            lacking = further.lacking();
        }
        RoutingTables tables = engine.get();
        engineOnly = true;
        long[][] dependencies = dependencyLanes == 0 ? noDependencies() : PathDependencies.of(tables, dependencyLanes);
        return new Plan(
                Change.ROUTING, DeviceTables.of(tables, addresses, held.registers()), refusal, lacking, dependencies);
    }

    private long[][] noDependencies() {
        return new long[switches][0];
    }

    /** Further paths beside those in force. */
    private Plan further(DeviceTables held, Faults faults, boolean[] reached) {
        DeviceTables tables = held;
        JoinedPaths usable = null;
        if (joined != null) {
            joined.follow(faults);
            if (joined.layer().hasRoomFor(joined.paths())) {
                usable = joined;
                tables = joined.layer().over(held, joined.paths());
            } else if (sources.disjoint() == null) {
                return new Plan(Change.PATHS, held, Refusal.RESOURCES, 0, noDependencies());
            }
        }
        int lacking;
        if (sources.disjoint() == null) {
            tables = joined.layer().inFirstRegister(tables, joined.paths());
            lacking = withoutJoint(reached);
        } else {
            tables = new PathChoices(tables, faults, sources.disjoint(), usable, reached).choose(true);
            lacking = PathChoices.lacking(tables, reached);
        }
        Refusal refusal = lacking == 0 ? Refusal.NONE : Refusal.PAIRS_WITHOUT_PATH;
        return new Plan(Change.PATHS, tables, refusal, lacking, noDependencies());
    }

    /** Ordered pairs of NICs that the manager reaches and for which RFTR has no path. */
    private int withoutJoint(boolean[] reached) {
        int without = 0;
        for (int nic = 0; nic < nics; nic++) {
            for (int to = 0; to < nics; to++) {
                boolean counts = nic != to && reached[switches + nic] && reached[switches + to];
                without += counts && joined.paths().address(nic, to) < 0 ? 1 : 0;
            }
        }
        return without;
    }

    /**
     * Passes over the planner's state, beside the tables of the last plan: the failed elements that RFTR's paths avoid,
     * and whether the sources beside the engine are still in use.
     */
    public void visit(StateVisitor state) {
        engineOnly = state.value(engineOnly);
        if (joined != null) {
            joined.visit(state);
        }
    }
}

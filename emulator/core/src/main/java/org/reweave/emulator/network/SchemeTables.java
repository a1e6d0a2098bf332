package org.reweave.emulator.network;

import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription.TableNeed;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.ChannelDependencyGraph;

/** Whether a reconfiguration scheme can work with the tables that engines give it. */
final class SchemeTables {
    private final Scenario scenario;
    private final Scheme scheme; // null = none
    private final List<String> problems;

    SchemeTables(Scenario scenario, List<String> problems) {
        this.scenario = scenario;
        String name = scenario.reconfiguration().scheme();
        this.scheme = name.equals(ReconfigurationChoice.NONE) ? null : Schemes.get(name);
        this.problems = problems;
    }

    /**
     * @param key of the engine that made these tables, for messages
     * @param faults in the numbers of the fabric of the tables
     * @return whether the scheme can change from or to them
     */
    boolean accept(String key, RoutingTables tables, Faults faults) {
        if (scheme == null) {
            return true;
        }
        if (scheme.description().needs(TableNeed.PLAIN) && tables.forwarder() != Forwarder.TABLES) {
            problems.add(scenario.sources()
                    .problem(
                            key,
                            "routes by more than a LID's table entry, which " + scheme.name() + " does not understand",
                            "use updown, or ebr"));
            return false;
        }
        if (scheme.description().needs(TableNeed.SINGLE_LANE) && !isAcyclicOnOneLane(tables, faults)) {
            problems.add(scenario.sources()
                    .problem(
                            key,
                            "is free of deadlocks only with several VLs, and " + scheme.name() + " empties all but one",
                            "use updown, or ebr"));
            return false;
        }
        return true;
    }

    private boolean isAcyclicOnOneLane(RoutingTables tables, Faults faults) {
        ForwardingTable[] lft = new ForwardingTable[tables.fabric().switchCount()];
        Arrays.setAll(lft, tables::table);
        RoutingTables flat =
                new RoutingTables(tables.fabric(), tables.engine(), lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
        return ChannelDependencyGraph.of(flat, faults).acyclic();
    }
}

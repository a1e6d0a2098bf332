package org.reweave.routing.verify;

import java.util.List;
import org.reweave.routing.rftr.TurnRule;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Faults;

/**
 * Figures of the installed tables of a routing with several paths a pair, all read by following packets through
 * forwarding and SLtoVL tables. Pairs are ordered pairs of working NICs at different switches that the working fabric
 * connects; hops are links between switches, as the thesis counts them. The report has the figures of thesis Tables 8.2
 * to 8.6 and Figures 8.6 and 8.8.
 *
 * @param engine who computed the tables
 * @param pairs so many
 * @param paths path records of all pairs
 * @param lost path records whose packets do not arrive
 * @param failures the first of them
 * @param pairsByPaths pairs by how many of their paths arrive and share no link and no switch but the ends with a
 *     shorter one; index 0 to {@link PathTables#maxPaths} (Tables 8.2, 8.3)
 * @param sharedSwitches over all pairs, switches but the ends on more than one path of the pair: with the next, the
 *     degree of disjointness (thesis §4.1), never a percentage
 * @param sharedLinks over all pairs, links on more than one path of the pair
 * @param acyclic no cycle of channel dependencies, of all paths and of the tables over the fabric's own LIDs together
 * @param mappingConflicts (in port, out port, SL) with two VLs
 * @param meanHops over all paths (Table 8.5)
 * @param meanFirstHops over the first, shortest paths (Table 8.5, Fig. 8.6)
 * @param meanDistance topological, over the pairs
 * @param maxHops of a path
 * @param vls data VLs in use between switches
 * @param sls SLs in use by path records (Table 8.2, Fig. 8.8)
 * @param pathsByLevel path records by SL, {@code 0..15} (Table 8.4)
 * @param lids most addresses of a NIC that its block needs
 * @param lmc address bits
 * @param firstOnTree first paths on address 0, which need no LID but one; the tables without blocks lead along these
 */
public record MultipathReport(
        String engine,
        long pairs,
        long paths,
        long lost,
        List<String> failures,
        List<Long> pairsByPaths,
        long sharedSwitches,
        long sharedLinks,
        boolean acyclic,
        int mappingConflicts,
        double meanHops,
        double meanFirstHops,
        double meanDistance,
        int maxHops,
        int vls,
        int sls,
        List<Long> pathsByLevel,
        int lids,
        int lmc,
        long firstOnTree) {
    public MultipathReport {
        failures = List.copyOf(failures);
        pairsByPaths = List.copyOf(pairsByPaths);
        pathsByLevel = List.copyOf(pathsByLevel);
    }

    /**
     * Follows all paths of tables.
     *
     * @throws IllegalArgumentException when they have one path a pair
     */
    public static MultipathReport of(RoutingTables tables, Faults faults) {
        PathTables paths = tables.paths()
                .orElseThrow(() -> new IllegalArgumentException("the tables of " + tables.engine() + " for "
                        + tables.fabric().name() + " have one path a pair; use tftr, spftr or a-spftr"));
        return new MultipathWalk(tables, paths, faults).report();
    }

    /**
     * Paths by the forbidden turns they cross, index 0 to 15 (Table 8.5: paths with t transitions).
     *
     * @param turns the underlying routing; of TFTR up*&#47;down* over the DFS tree
     */
    public static long[] transitions(RoutingTables tables, TurnRule turns) {
        PathTables paths = tables.paths().orElseThrow();
        return new MultipathWalk(tables, paths, Faults.none()).transitions(turns);
    }

    /** Fraction of the pairs that have exactly so many disjoint paths. */
    public double fraction(int disjointPaths) {
        boolean counted = disjointPaths < pairsByPaths.size() && pairs > 0;
        return counted ? (double) pairsByPaths.get(disjointPaths) / pairs : 0;
    }

    /** Whether every path arrives, the paths of each pair are disjoint, and no packets can wait in a cycle. */
    public boolean sound() {
        return lost == 0 && sharedSwitches + sharedLinks == 0 && acyclic && mappingConflicts == 0;
    }
}

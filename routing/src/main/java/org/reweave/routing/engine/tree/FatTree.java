package org.reweave.routing.engine.tree;

import java.util.Set;
import org.reweave.routing.engine.build.NicPorts;
import org.reweave.routing.engine.build.TableFiller;
import org.reweave.routing.engine.spi.EngineDescription;
import org.reweave.routing.engine.spi.EngineDescription.Promise;
import org.reweave.routing.engine.spi.EngineOption;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.table.AdaptiveTables;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Fat trees: up until the destination is below, then down, one lane. Whole k-ary n-trees by {@link DModKRule}; every
 * other fat tree, generated or imported, with parallel, missing or failed cables, by {@link ClosRule}. With
 * {@code mode=adaptive} the same tables come with {@link ClosChoices}, with {@code mode=random} with {@link ClosDraw}.
 * With {@code by=switch} all NICs of a switch are reached by the same ways, as MiKANT's Algorithm 1 has it: its upward
 * port is a digit of the destination's switch.
 *
 * <p>A fabric that is no fat tree is refused, and so is a damaged fat tree in which two NICs have no shortest way that
 * goes up and then down.
 */
public final class FatTree implements RoutingEngine {
    private static final EngineOption MODE = EngineOption.words(
            "mode", "whether switches choose among the ways up, or draw one", "deterministic", "adaptive", "random");
    private static final EngineOption BY = EngineOption.words(
            "by", "whether a switch's NICs share the ways to them or have their own", "nic", "switch");

    private static final EngineDescription DESCRIPTION = new EngineDescription(
            "fat-tree",
            "up and then down on fat trees of any shape: minimal, balanced, one lane; mode=deterministic, adaptive or"
                    + " random",
            Set.of(Promise.DEADLOCK_FREE, Promise.SHORTEST_PATHS),
            MODE,
            BY);

    @Override
    public EngineDescription description() {
        return DESCRIPTION;
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        DESCRIPTION.requireKnown(options);
        String mode = MODE.of(name(), options);
        boolean bySwitch = BY.of(name(), options).equals("switch");
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        NicPorts wired = new NicPorts(fabric, Faults.none());
        NicPorts working = new NicPorts(fabric, faults);
        int[] height = ClosLevels.heights(name(), fabric, graph, wired);
        ForwardingTable[] lft = !bySwitch && DModKRule.applies(fabric, graph, wired)
                ? new DModKRule(fabric, graph).fill(faults)
                : ForwardingTable.of(TableFiller.fill(
                        fabric, faults, graph, new ClosRule(fabric, graph, working, height, bySwitch)));
        RoutingTables tables = new RoutingTables(fabric, name(), lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
        if (mode.equals("deterministic")) {
            return tables;
        }
        ClosChoices choices = new ClosChoices(fabric, graph, working, height, lft);
        Forwarder forwarder = mode.equals("random") ? new ClosDraw(choices) : choices;
        return tables.with((AdaptiveTables) choices).with(forwarder);
    }
}

package org.reweave.emulator.network;

import java.util.List;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.reconfig.paths.StartingPaths;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.rftr.Rftr;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** The tables and paths of devices at the start of a run, by the scenario. */
final class StartingTables {
    /** VLs and SLs of RFTR's paths before the first fault (thesis §8.3). */
    static final int JOINED_LANES = 2;

    private StartingTables() {}

    /** @throws ScenarioException when the scheme's paths have no room at the start */
    static StartingPaths of(Scenario scenario, RoutingTables tables, Faults absent) {
        try {
            return StartingPaths.of(
                    tables,
                    scenario.addressing(),
                    sources(scenario),
                    () -> new StartingPaths.Joined(
                            network(tables.fabric(), absent, scenario.seed()),
                            scenario.reconfiguration().lmc(),
                            scenario.switches().lanes()));
        } catch (UnroutableException e) {
            throw new ScenarioException(
                    List.of(scenario.sources().problem("reconfiguration.scheme", "cannot begin here", e.getMessage())));
        }
    }

    static List<PathSource> sources(Scenario scenario) {
        return scenario.reconfiguration()
                .description()
                .map(SchemeDescription::sources)
                .orElse(List.of(PathSource.ENGINE));
    }

    /** RFTR's network at the start: the intact network, in which the absent elements have then failed. */
    private static Rftr network(Fabric fabric, Faults absent, long seed) {
        Rftr paths = Rftr.overUpDown(fabric, JOINED_LANES, seed);
        for (int device : absent.devices()) {
            paths.fail(Element.SWITCH, device, seed);
        }
        for (int link : absent.links()) {
            if (fabric.isTrunk(link)) {
                paths.fail(Element.LINK, link, seed);
            }
        }
        return paths;
    }
}

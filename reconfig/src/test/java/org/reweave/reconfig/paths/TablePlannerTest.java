package org.reweave.reconfig.paths;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.rftr.Rftr;
import org.reweave.routing.table.AddressedPaths;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Addressing;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;

/** What is planned after one fault and another, for RFTR. */
class TablePlannerTest {
    private final Fabric fabric = FabricGenerators.parse("flattened-butterfly:4,2,nics=1");
    private final RoutingTables tables =
            EngineRegistry.load().engine("updown").route(fabric, Faults.none(), EngineOptions.none());
    private final Rftr network = Rftr.overUpDown(fabric, 2, 1);
    private final StartingPaths start = StartingPaths.of(
            tables,
            Addressing.LID16,
            List.of(PathSource.JOINED, PathSource.ENGINE),
            () -> new StartingPaths.Joined(network, 3, 3));
    private final TablePlanner planner = planner();
    private final int first = LinkNames.link(fabric, "s0-s1");
    private final int second = LinkNames.link(fabric, "s0-s2");
    private final Faults one = Faults.none().withLink(first);
    private final Faults both = one.withLink(second);

    private TablePlanner planner() {
        return new TablePlanner(FabricMap.of(fabric), start.addresses(), start.sources(), 0, Faults.none());
    }

    private DeviceTables plan(TablePlanner with, DeviceTables held, Faults faults) {
        boolean[] reached = new boolean[fabric.deviceCount()];
        Arrays.fill(reached, true);
        TablePlanner.Plan plan = with.plan(held, faults, reached, false, () -> tables);
        assertThat(plan.change()).isEqualTo(Change.PATHS);
        return plan.tables();
    }

    /** Packets on their way may still need them. */
    @Test
    void entriesOfPathsThatAreGivenUpStay() {
        DeviceTables before = plan(planner, start.tables(), one);
        DeviceTables after = plan(planner, before, both);
        Rftr paths = network.copy();
        paths.fail(Element.LINK, first, 1);
        Rftr later = paths.copy();
        later.fail(Element.LINK, second, 2);
        int givenUp = 0;
        for (int s = 0; s < fabric.switchCount(); s++) {
            for (int nic = 0; nic < fabric.nicCount(); nic++) {
                for (int address = 0; address < paths.addressCount(nic); address++) {
                    int lid = start.addresses().joinedLid(nic, address);
                    int was = paths.outPort(s, nic, address);
                    if (was != AddressedPaths.NO_ENTRY && later.outPort(s, nic, address) == AddressedPaths.NO_ENTRY) {
                        assertThat(after.lft()[s].port(lid)).isEqualTo(was);
                        givenUp++;
                    }
                }
            }
        }
        assertThat(givenUp).isPositive();
    }

    @Test
    void aPlannerThatTakesOverTheStateOfAnotherGoesOnAsThatOneDoes() {
        DeviceTables before = plan(planner, start.tables(), one);
        TablePlanner other = planner();
        StateReader.read(StateWriter.words(planner::visit), other::visit);
        DeviceTables here = plan(planner, before, both);
        DeviceTables there = plan(other, before, both);
        assertThat(there.lft()).isEqualTo(here.lft());
        assertThat(there.lanes()).isDeepEqualTo(here.lanes());
        assertThat(there.paths()).isEqualTo(here.paths());
    }
}

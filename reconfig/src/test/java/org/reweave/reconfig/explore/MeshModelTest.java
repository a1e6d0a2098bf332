package org.reweave.reconfig.explore;

import static org.reweave.reconfig.explore.SmallFabrics.packets;
import static org.reweave.reconfig.explore.SmallFabrics.upDown;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Schemes;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** A link of a 3x3 mesh fails under packets that may be on it, before it, or on their way. */
class MeshModelTest {
    private static final Fabric MESH = FabricGenerators.parse("mesh:3x3");
    private static final Function<Faults, RoutingTables> ROUTES = faults -> upDown(MESH, faults, "s0_0");

    /** Packets from the left to the right of the middle row, whose first link fails, and the other way. */
    static Model mesh(String scheme, int... sourcesAndDestinations) {
        int middleLeft = MESH.deviceByName("s0_1");
        int centre = MESH.deviceByName("s1_1");
        int link = -1;
        for (int port = 1; port <= MESH.portCount(middleLeft); port++) {
            link = MESH.peer(middleLeft, port) == centre ? MESH.link(middleLeft, port) : link;
        }
        return Model.failing(
                "3x3 mesh, a link fails", Schemes.get(scheme), ROUTES, List.of(link), packets(sourcesAndDestinations));
    }

    static int[] across(int count) {
        int left = MESH.deviceByName("s0_1");
        int right = MESH.deviceByName("s1_1");
        int[] all = {10 * left + right, 10 * right + left, 10 * left + right, 10 * right + left};
        return java.util.Arrays.copyOf(all, count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "static", "ebr", "ebrd"})
    void nothingIsLostButOnTheDeadLinkAndByTheSchemesRule(String scheme) {
        Explored.kept(mesh(scheme, across(4)).withBudget(1_000_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "static", "ebr"})
    void aDeviceThatDoesNotAnswerDelaysTheEnd(String scheme) {
        Explored.kept(withLoss(scheme));
    }

    /** Perhaps the switch at the far end of the link, perhaps the manager's own NIC. */
    private static Model withLoss(String scheme) {
        return mesh(scheme, across(4))
                .withLoss(List.of(MESH.deviceByName("s1_1"), MESH.nicDevice(0)))
                .withBudget(5_000_000);
    }

    /** Perhaps before the manager knows of the fault, perhaps while tables for it are under way. */
    @ParameterizedTest
    @ValueSource(strings = {"naive", "static", "ebr", "ebrd"})
    void aLinkThatWorksAgainBringsBackTheOldRouting(String scheme) {
        Model model = mesh(scheme, across(2));
        Explored.kept(model.with(model.bounds().withFaults(1, 1, 1)).withBudget(1_000_000));
    }

    @Test
    @Tag("campaign")
    void norDoesEbrdMindADeviceThatDoesNotAnswer() {
        Explored.kept(withLoss("ebrd"));
    }
}

package org.reweave.reconfig.explore;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Schemes;

/** A link of a 3x3 mesh fails under packets that may be on it, before it, or on their way. */
@Tag("slow")
class MeshModelTest {
    static int[] across(int count) {
        int left = Examples.MESH.deviceByName("s0_1");
        int right = Examples.MESH.deviceByName("s1_1");
        int[] all = {10 * left + right, 10 * right + left, 10 * left + right, 10 * right + left};
        return java.util.Arrays.copyOf(all, count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "static", "ebr", "ebrd"})
    void nothingIsLostButOnTheDeadLinkAndByTheSchemesRule(String scheme) {
        Explored.kept(SmallFabrics.mesh(Schemes.get(scheme), across(4)).withBudget(1_000_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "static", "ebr", "ebrd"})
    void aDeviceThatDoesNotAnswerDelaysTheEnd(String scheme) {
        Explored.kept(withLoss(scheme, 3));
    }

    /** Perhaps the switch at the far end of the link, perhaps the manager's own NIC. */
    private static Model withLoss(String scheme, int packets) {
        return SmallFabrics.mesh(Schemes.get(scheme), across(packets))
                .withLoss(List.of(Examples.MESH.deviceByName("s1_1"), Examples.MESH.nicDevice(0)))
                .withBudget(5_000_000);
    }

    /** Perhaps before the manager knows of the fault, perhaps while tables for it are under way. */
    @ParameterizedTest
    @ValueSource(strings = {"naive", "static", "ebr", "ebrd"})
    void aLinkThatWorksAgainBringsBackTheOldRouting(String scheme) {
        Model model = SmallFabrics.mesh(Schemes.get(scheme), across(2));
        Explored.kept(model.with(model.bounds().withFaults(1, 1, 1)).withBudget(1_000_000));
    }

    @ParameterizedTest
    @Tag("campaign")
    @ValueSource(strings = {"static", "ebr", "ebrd"})
    void aDeviceThatDoesNotAnswerDelaysTheEndUnderMorePackets(String scheme) {
        Explored.kept(withLoss(scheme, 4));
    }
}

package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Schemes;
import org.reweave.routing.engine.spi.EngineOptions;

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
    @ValueSource(strings = {"naive", "static", "ebr"})
    void nothingIsLostButOnTheDeadLinkAndByTheSchemesRule(String scheme) {
        Explored.kept(SmallFabrics.mesh(Schemes.get(scheme), across(4)).withBudget(1_000_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "static", "ebr"})
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
    @ValueSource(strings = {"naive", "static", "ebr"})
    void aLinkThatWorksAgainBringsBackTheOldRouting(String scheme) {
        Model model = SmallFabrics.mesh(Schemes.get(scheme), across(2));
        Explored.kept(model.with(model.bounds().withFaults(1, 1, 1)).withBudget(1_000_000));
    }

    /** The rest of EBRD is EBR's, so here the same states are explored once, and in the campaign under both names. */
    @Test
    void differencesOfTablesLeadToTheStatesThatWholeTablesLeadTo() {
        Exploration whole = Explored.kept(SmallFabrics.mesh(Schemes.get("ebr"), across(2)));
        Exploration differences = Explored.kept(SmallFabrics.mesh(Schemes.get("ebrd"), across(2)));
        assertThat(differences.states()).isEqualTo(whole.states());
        assertThat(differences.transitions()).isEqualTo(whole.transitions());
        assertThat(differences.ends()).isEqualTo(whole.ends());
    }

    @Test
    @Tag("campaign")
    void differencesOfTablesKeepWhatWholeTablesDo() {
        nothingIsLostButOnTheDeadLinkAndByTheSchemesRule("ebrd");
        aDeviceThatDoesNotAnswerDelaysTheEnd("ebrd");
        aLinkThatWorksAgainBringsBackTheOldRouting("ebrd");
    }

    /** A link at a corner fails; packets go from corners to the opposite ones. */
    static Model fromCorners(String scheme, int... sourcesAndDestinations) {
        return Model.failing(
                "3x3 mesh, packets from corners",
                Schemes.get(scheme),
                faults -> Examples.upDown(Examples.MESH, faults, EngineOptions.none()),
                List.of(Examples.link(Examples.MESH, "s0_0", "s1_0")),
                SmallFabrics.packets(sourcesAndDestinations));
    }

    @Test
    void persistentSetsLeaveATenthOfTheStatesOfThreePacketsFromCornersAndAllOfTheirEnds() {
        Exploration found = Explored.kept(fromCorners("ebrd", 8, 80, 26));
        assertThat(found.states()).isLessThan(1_900_316 / 10);
        assertThat(found.ends()).as("as many as without persistent sets").isEqualTo(40);
    }

    @ParameterizedTest
    @Tag("campaign")
    @ValueSource(strings = {"naive", "ebr", "ebrd"})
    void promisesHoldForPacketsFromAllCorners(String scheme) {
        Explored.kept(fromCorners(scheme, 8, 80, 26, 62).withBudget(20_000_000));
    }

    @ParameterizedTest
    @Tag("campaign")
    @ValueSource(strings = {"static", "ebr", "ebrd"})
    void aDeviceThatDoesNotAnswerDelaysTheEndUnderMorePackets(String scheme) {
        Explored.kept(withLoss(scheme, 4));
    }
}

package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.explore.Model.Packet;

/** The models that come with the explorer: two VLs, and two faults with a recovery. */
@Tag("slow")
class ExamplesModelTest {
    private static Model model(String name, String scheme) {
        Examples.Example example = Examples.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        return example.build().apply(Schemes.get(scheme), example.packets());
    }

    @Test
    void thePacketsOfTwoLanesAreOnBoth() {
        Model model = model("two-lanes", "ebr");
        assertThat(model.packets()).hasSize(2);
        assertThat(model.packets().stream().map(packet -> lane(model, packet))).containsExactlyInAnyOrder(0, 1);
    }

    private static int lane(Model model, Packet packet) {
        int source = model.fabric().nicDevice(packet.source());
        int destination = model.fabric().nicDevice(packet.destination());
        int level = model.before().pathLevels().level(source, model.fabric().nicLid(destination, 1));
        return model.before().slToVl().lane(source, 0, model.fabric().attachedPort(source), level);
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "static", "ebr", "ebrd", "rftr", "apm", "combined"})
    void promisesHoldOnTwoLanes(String scheme) {
        Explored.kept(model("two-lanes", scheme));
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "static", "ebr", "ebrd", "rftr", "apm", "combined"})
    void promisesHoldThroughTwoFaultsAndARecovery(String scheme) {
        Explored.kept(model("two-faults", scheme));
    }
}

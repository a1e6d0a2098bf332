package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.explore.Model.Packet;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;

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
    @ValueSource(strings = {"naive", "rftr", "apm", "combined"})
    void promisesHoldThroughTwoFaultsAndARecovery(String scheme) {
        Explored.kept(model("two-faults", scheme));
    }

    @ParameterizedTest
    @ValueSource(strings = {"static", "ebr", "ebrd"})
    void promisesHoldForOnePacketThroughTwoFaultsAndARecovery(String scheme) {
        Model model = model("two-faults", scheme);
        Explored.kept(model.withPackets(model.packets().subList(0, 1)));
    }

    @ParameterizedTest
    @Tag("campaign")
    @ValueSource(strings = {"static", "ebr", "ebrd"})
    void promisesHoldForBothPacketsThroughTwoFaultsAndARecovery(String scheme) {
        Explored.kept(model("two-faults", scheme).withBudget(60_000_000));
    }

    /** A packet from NIC 2 to NIC 0, on VL 1, waits in its first switch while the token passes it there. */
    @ParameterizedTest
    @ValueSource(strings = {"sr-la", "sr-pda"})
    void aTokenThatDoesNotWaitForOldPacketsOnVl1IsFound(String scheme) {
        Scheme mutant = Mutant.sites(scheme, real -> new SiteWrap(real) {
            @Override
            public boolean hasDependency(int inPort, int inLane, int outPort, int outLane) {
                return outLane != 1 && real.hasDependency(inPort, inLane, outPort, outLane);
            }
        });
        List<Packet> packets = List.of(new Packet(2, 0));
        Model model = Examples.twoLanes(mutant, packets);
        assertThat(lane(model, packets.get(0))).isEqualTo(1);
        Explored.mutantIsFound("a token leaves early on VL 1", model, Set.of(Promise.NO_DISCARD));
    }
}

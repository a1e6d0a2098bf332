package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.explore.Model.Packet;
import org.reweave.reconfig.spi.Promise;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

/** Whether packets keep their order, and whether one can go in circles, while tables change under them. */
class OrderModelTest {
    private static final List<Packet> TWICE = List.of(new Packet(0, 1), new Packet(0, 1));

    private static Model twoLinks(String scheme) {
        return Examples.twoLinks(Schemes.get(scheme), TWICE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sr-la", "static"})
    void packetsKeepTheirOrderWhereOldOnesGoFirst(String scheme) {
        Model model = twoLinks(scheme);
        assertThat(model.promises()).contains(Promise.ORDER);
        assertThat(Explorer.explore(model, EnumSet.of(Promise.ORDER)).broken()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr", "rftr", "apm"})
    void aPacketOvertakesOneThatWaitsForTheOldWay(String scheme) {
        Model model = twoLinks(scheme);
        assertThat(model.promises()).doesNotContain(Promise.ORDER);
        Exploration found = Explored.broken(model, Promise.ORDER);
        assertThat(Replay.of(model, found.trace()).lines()).hasSameSizeAs(found.trace());
    }

    private static Model ring(String scheme) {
        Fabric torus = FabricGenerators.parse("torus:5");
        return Model.failing(
                "torus:5, a link fails",
                Schemes.get(scheme),
                faults -> Examples.upDown(torus, faults, EngineOptions.none()),
                List.of(torus.link(0, 1)),
                List.of(new Packet(0, torus.peer(0, 1))));
    }

    /** The switch at the dead link sends the packet back by its new table, and the next switch by its old one again. */
    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr"})
    void aPacketGoesInCirclesBetweenOldAndNewTables(String scheme) {
        Model model = ring(scheme);
        assertThat(model.promises()).doesNotContain(Promise.NO_REVISIT, Promise.NO_LIVELOCK);
        Explored.broken(model, Promise.NO_REVISIT);
        Explored.broken(model, Promise.NO_LIVELOCK);
    }

    @Test
    void aSchemeThatEmptiesTheFabricSendsNoPacketInCircles() {
        Model model = ring("static");
        assertThat(model.promises()).contains(Promise.NO_REVISIT);
        assertThat(Explorer.explore(model, EnumSet.of(Promise.NO_REVISIT)).broken())
                .isNull();
    }
}

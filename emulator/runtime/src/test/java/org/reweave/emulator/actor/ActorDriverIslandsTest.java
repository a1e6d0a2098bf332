package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

class ActorDriverIslandsTest {
    private static Network torus(String size) {
        String text = """
                description = "A torus"
                fabric { generator = "torus:%s" }
                routing { engine = dimension-order }
                device { preset = iq-router, switch { vls = 2 } }
                traffic { load = 0.1 }
                reconfiguration { scheme = none }
                run { warmup = 0cycles, duration = 1000cycles, limit = 20000cycles }
                """.formatted(size);
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("torus.conf", text, List.of())));
    }

    private static int islands(Network network, int islandSize) {
        return new ActorDriver(network, (cut, events) -> {}, 2, islandSize, HorizonPolicy.FULL).islands();
    }

    @Test
    void everyDeviceIsAnActorOfTheIslandOfItsThreadByDefault() {
        Network network = torus("8x8");
        assertThat(ActorDriver.devicesAct(network, ActorDriver.BY_SIZE)).isTrue();
        assertThat(islands(network, ActorDriver.BY_SIZE)).isEqualTo(2);
    }

    @Test
    void devicesOfALargeFabricAreNoActors() {
        Network network = torus("24x24");
        assertThat(network.deviceCount()).isGreaterThan(ActorDriver.MOST_ALONE);
        assertThat(ActorDriver.devicesAct(network, ActorDriver.BY_SIZE)).isFalse();
    }

    @Test
    void islandsAreOneActorEachWhereTheUserSaysTheirSize() {
        Network network = torus("8x8");
        assertThat(ActorDriver.devicesAct(network, ActorDriver.AUTO)).isFalse();
        assertThat(islands(network, ActorDriver.AUTO)).isEqualTo(2);
        assertThat(ActorDriver.devicesAct(network, 1)).isFalse();
        assertThat(islands(network, 1)).isEqualTo(network.deviceCount());
    }

    @Test
    void aSmallFabricHasOneThreadUnlessTheUserSaysMore() {
        Network network = torus("8x8");
        assertThat(Drivers.actors().threads(network)).isOne();
        assertThat(Drivers.actors(2).threads(network)).isEqualTo(2);
    }
}

package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.network.Network;
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

    private static int actors(Network network, int islandSize) {
        return new ActorDriver(network, (cut, events) -> {}, 2, islandSize, HorizonPolicy.FULL).islands();
    }

    @Test
    void everyDeviceIsAnActorByDefault() {
        Network network = torus("8x8");
        assertThat(actors(network, ActorDriver.BY_SIZE)).isEqualTo(network.deviceCount());
    }

    @Test
    void aLargeFabricHasAnIslandPerThread() {
        Network network = torus("24x24");
        assertThat(network.deviceCount()).isGreaterThan(ActorDriver.MOST_ALONE);
        assertThat(actors(network, ActorDriver.BY_SIZE)).isEqualTo(2);
        assertThat(actors(network, 1)).isEqualTo(network.deviceCount());
    }

    @Test
    void theUserMayHaveAnIslandPerThread() {
        assertThat(actors(torus("8x8"), ActorDriver.AUTO)).isEqualTo(2);
    }
}

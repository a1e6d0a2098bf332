package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

class ActorCostTest {
    private static Network network(int latency, double load) {
        String text = """
                description = "A torus"
                fabric { generator = "torus:4x4" }
                routing { engine = dimension-order }
                device {
                  preset = iq-router
                  link { latency = %1$dcycles, host-latency = %1$dcycles }
                  switch { vls = 2 }
                }
                manager { host-latency = 250cycles }
                traffic { load = %2$s }
                reconfiguration { scheme = none }
                run { warmup = 0cycles, duration = 1000cycles, limit = 20000cycles }
                """.formatted(latency, load);
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("cost.conf", text, List.of())));
    }

    private static int actors(Network network, int islandSize) {
        return new ActorDriver(network, (cut, events) -> {}, 2, islandSize, HorizonPolicy.FULL).islands();
    }

    @Test
    void longLinksUnderLoadMakeADeviceEachCheapEnough() {
        Network network = network(25, 0.3);
        assertThat(ActorCost.ofDeviceEach(network)).isBetween(2.0, ActorCost.MOST);
        assertThat(actors(network, ActorDriver.BY_COST)).isEqualTo(network.deviceCount());
        assertThat(actors(network, ActorDriver.AUTO)).isEqualTo(2);
    }

    @Test
    void shortLinksOrLittleTrafficDoNot() {
        assertThat(ActorCost.ofDeviceEach(network(1, 0.3))).isGreaterThan(ActorCost.MOST);
        assertThat(ActorCost.ofDeviceEach(network(25, 0.01))).isGreaterThan(ActorCost.MOST);
        assertThat(actors(network(1, 0.3), ActorDriver.BY_COST)).isEqualTo(2);
    }

    @Test
    void theUserMayHaveADeviceEachWhateverItCosts() {
        Network network = network(1, 0.01);
        assertThat(actors(network, 1)).isEqualTo(network.deviceCount());
    }
}

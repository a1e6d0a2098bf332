package org.reweave.emulator.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;

class StartingTablesTest {
    private static Network network(String... overrides) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("rftr.conf", """
                name = "rftr"
                description = "RFTR gives each of 400 NICs 128 LIDs more"
                fabric.generator = "torus:20x20"
                routing.engine = updown
                device { preset = iba-1x, switch.vls = 4 }
                traffic.load = 0.1
                reconfiguration { scheme = rftr, lmc = 7 }
                run { warmup = 20us, duration = 40us }
                """, List.of(overrides))));
    }

    @Test
    void moreLidsOfRftrThanTheFabricsAddressesHaveAreRefused() {
        assertThatThrownBy(StartingTablesTest::network)
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining(
                        "RFTR's paths need LIDs up to 52095, 128 for each of 400 NICs; the largest of lid16"
                                + " is 49151: lower reconfiguration.lmc, or write fabric.addressing = lid24");
    }

    @Test
    void longerAddressesHaveRoomForThem() {
        assertThat(network("fabric.addressing = lid24").fabric().nicCount()).isEqualTo(400);
    }
}

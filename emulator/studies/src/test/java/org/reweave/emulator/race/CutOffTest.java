package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

/** A ring of four switches is cut by two failed links, while both are down. */
class CutOffTest {
    private static long first(String faults) {
        return CutOff.first(
                new Network(ResolvedScenario.of(ScenarioLoader.parse("cut.conf", """
                name = "cut"
                description = "a ring"
                fabric.generator = "torus:4"
                routing { engine = updown, options { root = "s0" } }
                device.preset = iba-1x
                traffic.load = 0.3
                run { warmup = 20us, duration = 200us }
                reconfiguration.scheme = ebrd
                faults = [%s]
                """.formatted(faults), List.of()))));
    }

    @Test
    void twoLinksThatAreDownTogetherCutASwitchOff() {
        assertThat(first("{ at = 100cycles, link = s0-s1 }, { at = 300cycles, link = s1-s2 }"))
                .isEqualTo(300);
    }

    @Test
    void oneAfterTheOtherDoesNot() {
        assertThat(first("{ at = 100cycles, until = 200cycles, link = s0-s1 }, { at = 300cycles, link = s1-s2 }"))
                .isEqualTo(CutOff.NEVER);
    }
}

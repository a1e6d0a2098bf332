package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Counter;

/** Lanes that the destination names, in switches of whole packets. */
class LaneChoiceTest {
    private static final String TREE = "lanes by destination in a tree that reroutes round faults";
    private static final String TORUS = "torus with two lanes and a hot spot";

    /** As many lanes with as much room, which SLtoVL leaves empty but for one. */
    @Test
    void lanesByDestinationLetMorePacketsThroughASaturatedTree() {
        assertThat(delivered("destination")).isGreaterThan(delivered("table") * 11 / 10);
    }

    private static long delivered(String choice) {
        return new SequentialDriver(
                        SmallScenarios.network(
                                SmallScenarios.texts().get(TREE),
                                "device.switch.lane-choice=" + choice,
                                "traffic.load=1",
                                "faults=[]",
                                "run.limit=15us"),
                        (totals, events) -> {},
                        HorizonPolicy.FULL)
                .run()
                .last()
                .count(Counter.DELIVERED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "reconfiguration.scheme=ebr | makes VLs classes of lanes, and ebr tells packets by the lane itself | write device.switch.lane-choice = table",
                "routing.options.vl=bubble | rely on room in one VL (bubble flow control) | write table",
                "device.switch.vls=1 | vls = 1 < 2, the VLs that dimension-order needs | raise it to 2",
            })
    void schemesAndRingsThatKnowLanesAreRefused(String set, String complaint, String remedy) {
        assertThatThrownBy(() -> SmallScenarios.network(
                        SmallScenarios.texts().get(TORUS), "device.switch.lane-choice=destination", set))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining(complaint)
                .hasMessageContaining(remedy)
                .hasMessageNotContaining("\n");
    }
}

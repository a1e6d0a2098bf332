package org.reweave.emulator.device.fabricswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.emulator.device.fabricswitch.SwitchSetup.lidAt;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.routing.table.BubbleRings;

/** One switch in two rings: 0 comes in by port 1 and goes on by port 3, 1 comes in by port 3 and goes on by port 1. */
class BubbleSwitchTest {
    private static final int RING_OUTPUT = 2; // port 3

    /** Packets of 4 flits at most. */
    private static SwitchSetup setup() {
        int none = BubbleRings.NONE;
        SwitchSetup setup = new SwitchSetup();
        setup.bubbles = new Bubbles(new int[] {0, none, 1, none}, new int[] {1, none, 0, none}, 4);
        return setup;
    }

    @Test
    void aHeadFromOutsideWaitsForRoomForTwo() {
        SwitchSetup setup = setup();
        setup.farUnits = 7;
        Bench bench = Bench.of(setup).packet(2, 7, lidAt(3), 4, 10).until(40);
        assertThat(bench.packets(3)).isEmpty();
        DeviceReport report = bench.device().report();
        assertThat(report.waits()).isEqualTo(1);
        assertThat(report.needs(0)).as("credits").isEqualTo(8);
        bench.credit(3, 0, 1, 50).until(60);
        assertThat(bench.packets(3)).containsExactly("7@51");
        assertThat(bench.device().report().waits()).isZero();
    }

    @Test
    void aHeadOfTheRingGoesOnWithRoomForItself() {
        SwitchSetup setup = setup();
        setup.farUnits = 4;
        Bench bench = Bench.of(setup)
                .packet(2, 7, lidAt(3), 4, 10)
                .packet(1, 8, lidAt(3), 4, 10)
                .until(40);
        assertThat(bench.packets(3)).containsExactly("8@11");
    }

    @Test
    void aHeadOfAnotherRingComesFromOutsideAndOneThatLeavesItsRingNeedsNoBubble() {
        SwitchSetup setup = setup();
        setup.farUnits = 4;
        Bench bench = Bench.of(setup)
                .packet(3, 7, lidAt(3), 4, 10)
                .packet(1, 8, lidAt(4), 4, 10)
                .until(40);
        assertThat(bench.packets(3)).as("back where it came from").isEmpty();
        assertThat(bench.packets(4)).containsExactly("8@11");
    }

    @Test
    void withOutputBuffersTheirRoomCounts() {
        SwitchSetup setup = setup();
        setup.outputBuffer = 8;
        setup.farUnits = 0;
        Bench bench = Bench.of(setup)
                .packet(2, 7, lidAt(3), 4, 10)
                .packet(4, 8, lidAt(3), 4, 20)
                .until(40);
        DeviceReport report = bench.device().report();
        assertThat(report.credits().spare(RING_OUTPUT)).as("packets").isEqualTo(1);
        assertThat(report.waits()).as("7 for credits, 8 for its bubble").isEqualTo(2);
        bench.packet(1, 9, lidAt(3), 4, 50).until(60);
        assertThat(bench.device().report().credits().spare(RING_OUTPUT)).isZero();
        bench.credit(3, 0, 12, 70).until(200);
        assertThat(bench.packets(3)).containsExactly("7@71", "9@75", "8@79");
    }

    @Test
    void aPacketOnItsWayAlongTheRingCountsOnce() {
        SwitchSetup setup = setup();
        setup.outputBuffer = 8;
        Bench bench = Bench.of(setup).packet(1, 9, lidAt(3), 4, 10).until(12);
        assertThat(bench.device().report().credits().spare(RING_OUTPUT))
                .as("1 of 2 places is free; it leaves the place at its input, and the one at its output")
                .isEqualTo(3);
        bench.until(30);
        assertThat(bench.device().report().credits().spare(RING_OUTPUT)).isEqualTo(2);
    }

    @ParameterizedTest(name = "output buffer {0}")
    @ValueSource(ints = {0, 8})
    void aShortPacketTakesTheRoomOfTheLargest(int outputBuffer) {
        SwitchSetup setup = setup();
        setup.outputBuffer = outputBuffer;
        setup.farUnits = 8;
        Bench bench = Bench.of(setup)
                .packet(2, 7, lidAt(3), 1, 10)
                .packet(2, 8, lidAt(3), 1, 20)
                .packet(1, 9, lidAt(3), 1, 30)
                .until(60);
        assertThat(bench.credits(1)).first().asString().startsWith("4@");
        assertThat(bench.packets(3)).hasSize(2);
        assertThat(bench.device().report().credits().free(RING_OUTPUT)).isZero();
    }
}

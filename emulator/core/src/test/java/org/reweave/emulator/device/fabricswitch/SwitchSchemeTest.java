package org.reweave.emulator.device.fabricswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reweave.emulator.device.fabricswitch.SwitchSetup.lidAt;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.device.BrokenInvariantException;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Update;
import org.reweave.emulator.link.Wire;

/**
 * What a switch asks its reconfiguration scheme's agent: EBR's discards where a packet lacks room, at the head of an
 * input queue only. An update's SMP that arrives at t is whole at t + 3 and in force at t + 4.
 */
class SwitchSchemeTest {
    private static SwitchSetup setup(int outputBuffer) {
        SwitchSetup setup = new SwitchSetup();
        setup.scheme = "ebr";
        setup.outputBuffer = outputBuffer;
        return setup;
    }

    private static Smp update(long epoch) {
        Smp smp = new Smp();
        smp.directed(Smp.UPDATE, epoch, epoch, new byte[0], Update.NOTICE_WORDS);
        smp.setPayload(0, Update.notice(epoch));
        return smp;
    }

    @Test
    void withTheNewEpochEveryOldHeadWithoutRoomIsDiscardedInThatCycleAndTheNextOnesFollow() {
        SwitchSetup setup = setup(0);
        setup.farUnits = 0;
        Bench bench = Bench.of(setup)
                .packet(1, 1, lidAt(3), 4, 10)
                .packet(2, 2, lidAt(3), 4, 10)
                .packet(1, 3, lidAt(3), 4, 14)
                .smp(4, update(1), 40)
                .until(100);
        assertThat(bench.drops()).containsExactly("case-2 1@44", "case-2 2@44", "case-2 3@45");
        assertThat(bench.credits(1)).containsExactly("4@47", "4@48");
        assertThat(bench.packets(3)).isEmpty();
    }

    @Test
    void anOldHeadWithRoomGoesOnAndCarriesTheEpochOfItsRouting() {
        SwitchSetup setup = setup(0);
        setup.routingDelay = 5;
        Bench bench = Bench.of(setup)
                .packet(1, 1, lidAt(3), 4, 37)
                .packet(2, 2, lidAt(4), 4, 45)
                .smp(4, update(1), 40)
                .until(100);
        assertThat(bench.drops()).isEmpty();
        assertThat(bench.records(3, Wire.RUN))
                .extracting(words -> words[6])
                .as("routed at 42, before the update")
                .containsExactly(0L);
        assertThat(bench.records(4, Wire.RUN))
                .extracting(words -> words[6])
                .as("routed at 50")
                .containsExactly(1L);
    }

    @Test
    void aBrokenInvariantNamesTheEpochOfItsSwitch() {
        Bench bench = Bench.of(setup(0)).smp(4, update(1), 40).cut(1, 7, 60);
        assertThatThrownBy(() -> bench.until(100))
                .isInstanceOf(BrokenInvariantException.class)
                .hasMessage("s0 at cycle 60 (epoch 1): port 1 VL 0: cut of packet 7, which is not arriving");
    }

    @Test
    void losingArbitrationIsNoLackOfRoom() {
        Bench bench = Bench.of(setup(0))
                .packet(1, 1, lidAt(3), 8, 35)
                .packet(2, 2, lidAt(3), 4, 36)
                .smp(4, update(1), 36)
                .until(100);
        assertThat(bench.drops()).as("2 waits for the link, which has credits").isEmpty();
        assertThat(bench.packets(3)).containsExactly("1@36", "2@44");
    }

    @Test
    void packetsInOutputBuffersAreNeverDiscarded() {
        SwitchSetup setup = setup(4);
        setup.farUnits = 0;
        Bench bench = Bench.of(setup)
                .packet(1, 1, lidAt(3), 4, 10)
                .packet(1, 2, lidAt(3), 4, 14)
                .smp(4, update(1), 40)
                .until(60);
        assertThat(bench.drops()).as("the head of the input queue only").containsExactly("case-2 2@44");
        assertThat(bench.credit(3, 0, 4, 70).until(100).packets(3)).containsExactly("1@71");
    }

    @ParameterizedTest(name = "output buffer {0}")
    @ValueSource(ints = {0, 4})
    void theNaiveSchemeDiscardsNothing(int outputBuffer) {
        SwitchSetup setup = setup(outputBuffer);
        setup.scheme = "naive";
        setup.farUnits = 0;
        Bench bench = Bench.of(setup)
                .packet(1, 1, lidAt(3), 4, 10)
                .packet(1, 2, lidAt(3), 4, 14)
                .smp(4, update(1), 40)
                .until(100);
        assertThat(bench.drops()).isEmpty();
        assertThat(bench.events()).containsExactly("request-came@44", "installed@44");
    }

    @Test
    void aReportNamesTheHeadsThatAreBlockedAndWhatTheyLack() {
        SwitchSetup setup = setup(0);
        setup.farUnits = 3;
        Bench bench = Bench.of(setup)
                .packet(2, 7, lidAt(3), 4, 10)
                .packet(1, 8, lidAt(4), 2, 10)
                .until(50);
        DeviceReport report = bench.device().report();
        assertThat(report.waits()).isOne();
        assertThat(report.waitsAtOutput(0)).isFalse();
        assertThat(report.waitsAt(0)).as("port 2").isEqualTo(1);
        assertThat(report.waitsFor(0)).as("port 3").isEqualTo(2);
        assertThat(report.needs(0)).isEqualTo(4);
        assertThat(report.waitingPacket(0)).isEqualTo(7);
        assertThat(report.buffered()).isOne();
        assertThat(report.quiet()).isTrue();
    }
}

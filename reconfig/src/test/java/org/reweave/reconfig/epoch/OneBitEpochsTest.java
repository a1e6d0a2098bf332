package org.reweave.reconfig.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.PlainSite;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.UpdateAll;
import org.reweave.reconfig.spi.Verdict;

/** EBR with one bit: thesis Table 6.1 in switches that know the direction of the running change. */
class OneBitEpochsTest {
    private static final SchemeOptions ONE_BIT = new SchemeOptions(false, 1, false);

    /** The possible rows of Table 6.1, for the changes to epochs 1 and 2, where the bits have changed sides; {@code reported} is the row's
     *  number in Table 6.2, 0 = the packet waits. */
    @ParameterizedTest(name = "row {0}: E_pck {1}, E_rtd {2}, E_schd {3}")
    @CsvSource({"1, 0, 0, 0, 0", "2, 0, 0, 1, 2", "4, 0, 1, 1, 5", "5, 1, 0, 0, 0", "6, 1, 0, 1, 11", "8, 1, 1, 1, 0"})
    void table61HoldsInBothDirections(int row, int packet, int routed, int scheduled, int reported) {
        for (int before = 0; before < 2; before++) {
            SwitchAgent agent = new EpochSwitchAgent(ONE_BIT, new PlainSite());
            agent.installed(before);
            agent.told(before + 1);
            if (scheduled == 1) {
                agent.installed(before + 1);
            }
            long marks = EpochMarks.of(packet ^ before, routed ^ before);
            assertThat(agent.offer(1, 0, 2, 0, marks, false))
                    .as("row %d of the change from %d", row, before)
                    .isEqualTo(reported == 0 ? Verdict.HOLD : Verdict.discard(reported));
        }
    }

    @Test
    void everySwitchHearsOfAChangeBeforeAnyDeviceGetsItsEpoch() {
        AnnouncedUpdate manager = new AnnouncedUpdate(new UpdateAll(Extent.FULL, true));
        var announced = manager.step(manager.initial(), new ManagerInput.TablesReady(List.of(1, 0), List.of(5)));
        assertThat(announced.effects()).containsExactly(new ManagerEffect.Tell(1, 1), new ManagerEffect.Tell(0, 1));
        var half = manager.step(announced.next(), new ManagerInput.Acknowledged(0));
        assertThat(half.effects()).isEmpty();
        assertThat(manager.decode(manager.encode(half.next()))).isEqualTo(half.next());
        var sent = manager.step(half.next(), new ManagerInput.Unreachable(1));
        assertThat(sent.effects())
                .containsExactly(
                        new ManagerEffect.SendTables(1, Extent.FULL, Use.AT_ONCE, 1),
                        new ManagerEffect.SendTables(0, Extent.FULL, Use.AT_ONCE, 1),
                        new ManagerEffect.Notify(5, 1));
    }
}

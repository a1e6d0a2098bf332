package org.reweave.reconfig.epoch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.reconfig.spi.PlainSite;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.Verdict;

/** EBR with one bit: thesis Table 6.1 in switches that know the direction of the running change. */
class OneBitEpochsTest {
    private static final SchemeOptions ONE_BIT = SchemeOptions.DEFAULT.with(EpochOptions.BITS, 1);

    /**
     * The possible rows of Table 6.1, for the changes to epochs 1 and 2, where the bits have changed sides;
     * {@code reported} is the row's number in Table 6.2, 0 = the packet waits.
     */
    @ParameterizedTest(name = "row {0}: E_pck {1}, E_rtd {2}, E_schd {3}")
    @CsvSource({"1, 0, 0, 0, 0", "2, 0, 0, 1, 2", "4, 0, 1, 1, 5", "5, 1, 0, 0, 0", "6, 1, 0, 1, 11", "8, 1, 1, 1, 0"})
    void table61HoldsInBothDirections(int row, int packet, int routed, int scheduled, int reported) {
        for (int before = 0; before < 2; before++) {
            SwitchAgent agent = new EpochSwitchAgent(ONE_BIT, new PlainSite());
            agent.installed(before);
            agent.receiveControl(before + 1);
            if (scheduled == 1) {
                agent.installed(before + 1);
            }
            long marks = EpochMarks.of(packet ^ before, routed ^ before);
            assertThat(agent.offer(1, 0, 2, 0, marks, false))
                    .as("row %d of the change from %d", row, before)
                    .isEqualTo(reported == 0 ? Verdict.HOLD : Verdict.discard(reported));
        }
    }

    /** Rows 3 and 7: routed here by the next tables, which have not come. */
    @ParameterizedTest(name = "row {0}: E_pck {1}, E_rtd 1, E_schd 0")
    @CsvSource({"3, 0", "7, 1"})
    void theImpossibleRowsOfTable61BreakAnInvariantInBothDirections(int row, int packet) {
        for (int before = 0; before < 2; before++) {
            SwitchAgent agent = new EpochSwitchAgent(ONE_BIT, new PlainSite());
            agent.installed(before);
            agent.receiveControl(before + 1);
            long marks = EpochMarks.of(packet ^ before, 1 ^ before);
            assertThatThrownBy(() -> agent.offer(1, 0, 2, 0, marks, false))
                    .as("row %d of the change from %d", row, before)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("impossible row");
        }
    }

    @Test
    void aSwitchThatHasMissedAChangeRoutesWhatItHoldsAnewBeforeItsBitChangesItsMeaning() {
        List<String> reroutings = new ArrayList<>();
        SwitchAgent agent = new EpochSwitchAgent(ONE_BIT, new PlainSite() {
            @Override
            public void rerouteWaiting() {
                reroutings.add("once more");
            }
        });
        agent.installed(1);
        agent.receiveControl(2);
        agent.installed(2);
        assertThat(reroutings).isEmpty();
        agent.receiveControl(4);
        assertThat(reroutings).hasSize(1);
    }
}

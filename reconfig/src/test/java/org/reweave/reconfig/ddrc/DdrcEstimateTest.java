package org.reweave.reconfig.ddrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The arithmetic of the fat-tree paper §IX.B. */
class DdrcEstimateTest {
    @Test
    void distributingTablesTakes58593Cycles() {
        assertThat(DdrcEstimate.PRINTED.cycles()).isEqualTo(58_593);
    }

    @Test
    void aBottomLinkOf0_56PacketsACycleCosts32812() {
        assertThat(DdrcEstimate.PRINTED.lost(56_000)).isEqualTo(32_812);
    }

    @Test
    void anUpperLinkCosts24704AtTheRateThatThisNumberNeedsAnd24609AtThePrintedOne() {
        assertThat(DdrcEstimate.PRINTED.lost(42_163)).isEqualTo(24_704);
        assertThat(DdrcEstimate.PRINTED.lost(42_000)).isEqualTo(24_609);
    }

    @Test
    void noTimeIsRefused() {
        assertThatThrownBy(() -> new DdrcEstimate(0, 1)).hasMessageContaining("0 cycles a second");
    }
}

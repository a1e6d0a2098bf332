package org.reweave.reconfig.epoch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.spi.Verdict;

/** The oracle is what the thesis prints: Tables 6.1 and 6.2, row by row. */
class EpochRuleTest {
    private static final int[] OLD_AND_NEW = {0, 1};

    /**
     * {@code reported}: only differences of epochs have a meaning, so a row in which no epoch is 0 is reported as the
     * row it becomes when its oldest epoch counts as 0: 15 as 2, 18 as 5, 24 as 11.
     */
    @ParameterizedTest(name = "row {0}: E_pck {1}, E_rtd {2}, E_schd {3}: {4}")
    @CsvSource({
        "1, 0, 0, 0, no, 0",
        "2, 0, 0, 1, yes, 2",
        "3, 0, 0, 2, yes, 3",
        "4, 0, 1, 0, impossible, 0",
        "5, 0, 1, 1, yes, 5",
        "6, 0, 1, 2, yes, 6",
        "7, 0, 2, 0, impossible, 0",
        "8, 0, 2, 1, impossible, 0",
        "9, 0, 2, 2, yes, 9",
        "10, 1, 0, 0, no, 0",
        "11, 1, 0, 1, yes, 11",
        "12, 1, 0, 2, yes, 12",
        "13, 1, 1, 0, impossible, 0",
        "14, 1, 1, 1, no, 0",
        "15, 1, 1, 2, yes, 2",
        "16, 1, 2, 0, impossible, 0",
        "17, 1, 2, 1, impossible, 0",
        "18, 1, 2, 2, yes, 5",
        "19, 2, 0, 0, no, 0",
        "20, 2, 0, 1, no, 0",
        "21, 2, 0, 2, yes, 21",
        "22, 2, 1, 0, impossible, 0",
        "23, 2, 1, 1, no, 0",
        "24, 2, 1, 2, yes, 11",
        "25, 2, 2, 0, impossible, 0",
        "26, 2, 2, 1, impossible, 0",
        "27, 2, 2, 2, no, 0",
    })
    void table62IsFollowedRowByRow(int row, int packet, int routed, int scheduled, String discard, int reported) {
        check(packet, routed, scheduled, discard, reported);
    }

    /** Table 6.1 is the part of Table 6.2 with two epochs; {@code reported} is the same row's number in Table 6.2. */
    @ParameterizedTest(name = "row {0}: E_pck {1}, E_rtd {2}, E_schd {3}: {4}, row {5} of Table 6.2")
    @CsvSource({
        "1, 0, 0, 0, no, 1",
        "2, 0, 0, 1, yes, 2",
        "3, 0, 1, 0, impossible, 4",
        "4, 0, 1, 1, yes, 5",
        "5, 1, 0, 0, no, 10",
        "6, 1, 0, 1, yes, 11",
        "7, 1, 1, 0, impossible, 13",
        "8, 1, 1, 1, no, 14",
    })
    void table61IsThePartOfTable62WithTwoEpochs(
            int row, int packet, int routed, int scheduled, String discard, int reported) {
        check(packet, routed, scheduled, discard, reported);
    }

    private static void check(int packet, int routed, int scheduled, String discard, int reported) {
        EpochRule rule = new EpochRule(3);
        switch (discard) {
            case "yes" -> {
                int verdict = rule.verdict(packet, routed, scheduled);
                assertThat(Verdict.isDiscard(verdict)).isTrue();
                assertThat(Verdict.ruleCase(verdict)).isEqualTo(reported);
            }
            case "no" -> assertThat(rule.verdict(packet, routed, scheduled)).isEqualTo(Verdict.HOLD);
            default ->
                assertThatThrownBy(() -> rule.verdict(packet, routed, scheduled))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("routed in epoch " + routed)
                        .hasMessageContaining("epoch " + scheduled);
        }
    }

    @ParameterizedTest(name = "{0} bits")
    @ValueSource(ints = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void countingAllThreeEpochsOnByTheSameNumberNeverChangesTheVerdict(int bits) {
        EpochRule rule = new EpochRule(bits);
        int epochs = 1 << bits;
        int step = bits <= 10 ? 1 : 7; // odd, so that the last epochs before the wrap are met
        for (int packet = 0; packet < 3; packet++) {
            for (int routed = 0; routed < 3; routed++) {
                for (int scheduled = routed; scheduled < 3; scheduled++) {
                    int unshifted = rule.verdict(packet, routed, scheduled);
                    for (int shift = 0; shift < epochs; shift += step) {
                        assertThat(rule.verdict(
                                        (packet + shift) % epochs,
                                        (routed + shift) % epochs,
                                        (scheduled + shift) % epochs))
                                .as("(%d, %d, %d) + %d mod %d", packet, routed, scheduled, shift, epochs)
                                .isEqualTo(unshifted);
                    }
                }
            }
        }
    }

    @ParameterizedTest(name = "{0} bits")
    @ValueSource(ints = {3, 4, 8, 16})
    void anEpochIsOlderThanTheHalfOfAllEpochsThatFollowIt(int bits) {
        EpochRule rule = new EpochRule(bits);
        int epochs = 1 << bits;
        for (int start = 0; start < epochs; start += Math.max(1, epochs / 16)) {
            for (int ahead = 0; ahead < epochs / 2; ahead += Math.max(1, epochs / 64)) {
                assertThat(rule.difference(start, (start + ahead) % epochs)).isEqualTo(-ahead);
                assertThat(rule.difference((start + ahead) % epochs, start)).isEqualTo(ahead);
            }
        }
    }

    /** Rows 5, 2 and 11, (0,1,1), (0,0,1) and (1,0,1), have the printed orders of E_pck, E_rtd and E_schd. */
    @Test
    void wordsOfACaseSayWhichOfPacketAndWayIsOld() {
        assertThat(EpochRule.words(5))
                .isEqualTo("a packet sent before the tables that its switch has now, routed in the switch by these,"
                        + " without room in the next buffer");
        assertThat(EpochRule.words(2)).contains("sent before", "routed in the switch by earlier ones");
        assertThat(EpochRule.words(11)).contains("sent under the tables", "routed in the switch by earlier ones");
        assertThat(EpochRule.words(28)).isEmpty();
    }

    @Test
    void changesAreNumberedOnAndTheEpochIsTheNumbersLowBits() {
        EpochRule rule = new EpochRule(3);
        assertThat(rule.epoch(7)).isEqualTo(7);
        assertThat(rule.epoch(8)).isZero();
        assertThat(rule.epoch(0x7_0000_0005L)).isEqualTo(5);
        assertThat(new EpochRule(16).epoch(0x1_ffff)).isEqualTo(0xffff);
    }

    @Test
    void gapsOfMoreThanTwoEpochsAreReportedAsTwo() {
        EpochRule rule = new EpochRule(4);
        assertThat(Verdict.ruleCase(rule.verdict(0, 0, 5))).isEqualTo(3);
        assertThat(Verdict.ruleCase(rule.verdict(5, 0, 5))).isEqualTo(21);
    }

    /**
     * reconfig/docs/epoch-based-reconfiguration.md, restated without serial numbers: with only three epochs in use all
     * of them are compared as integers.
     */
    @Test
    void withoutRoomAPacketGoesIffItIsOlderThanTheSwitchOrOfItsEpochButRoutedBefore() {
        for (int packet : OLD_AND_NEW) {
            for (int routed : OLD_AND_NEW) {
                for (int scheduled = routed; scheduled <= 1; scheduled++) {
                    boolean stale = packet < scheduled || packet == scheduled && routed < scheduled;
                    assertThat(Verdict.isDiscard(new EpochRule(3).verdict(packet, routed, scheduled)))
                            .isEqualTo(stale);
                }
            }
        }
    }
}

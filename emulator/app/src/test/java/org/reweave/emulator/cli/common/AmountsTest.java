package org.reweave.emulator.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
    @ParameterizedTest
    @CsvSource({
        "0,0.000 ns",
        "4,4.000 ns",
        "999.94,999.9 ns",
        "999.96,1.000 us",
        "12345,12.35 us",
        "1512500,1.513 ms",
        "3e9,3.000 s",
        "5e12,5000.0 s"
    })
    void timesHaveFourDigitsAndTheUnitThatFits(double ns, String text) {
        assertThat(Amounts.time(ns)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "999,999", "1000,1.00k", "12345,12.3k", "999499,999k", "999500,1.00M", "8130000,8.13M"})
    void largeNumbersHaveThreeDigits(long value, String text) {
        assertThat(Amounts.metric(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"1,NIC,1 NIC", "0,NIC,0 NICs", "1,switch,1 switch", "2,switch,2 switches"})
    void nounsAgreeWithTheirNumber(long value, String noun, String text) {
        assertThat(Amounts.count(value, noun)).isEqualTo(text);
    }
}

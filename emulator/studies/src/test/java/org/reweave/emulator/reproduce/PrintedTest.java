package org.reweave.emulator.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrintedTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0.19; 0.1949; true",
                "0.19; 0.1951; false",
                "2.1333; 2.133333333; true",
                "32,812; 32812; true",
                "32,812; 32813; false",
                "~97; 97.9; true",
                "~97; 98.1; false",
                "<80; 79.9; true",
                "<80; 80; false",
                ">99.98; 99.99; true",
                ">99.98; 99.98; false",
                "-9; -9.4; true"
            })
    void aValueIsAllowedWhenItsRoundingIsPrintedOrTheBoundKept(String printed, double ours, boolean allowed) {
        assertThat(Printed.of(printed).allows(ours)).isEqualTo(allowed);
    }

    @Test
    void anIntervalIsAllowedWhenSomeOfItIs() {
        assertThat(Printed.of("0.00").allows(0, 11)).isTrue();
        assertThat(Printed.of("0.00").allows(0.006, 11)).isFalse();
        assertThat(Printed.of("<80").allows(79, 85)).isTrue();
        assertThat(Printed.of(">80").allows(70, 79)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "~", "about 3", "?5", "1.2.3", "12%"})
    void otherTextsAreRefusedByName(String text) {
        assertThatThrownBy(() -> Printed.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "' is no printed value");
    }

    @Test
    void verdictsFollowTagMarginAndMisprint() {
        PaperRow row = PaperRow.in("p", "s", "l").printed("97").ours(95);
        assertThat(row.verdict()).as("heuristic: within a tenth").isEqualTo(Agreement.AGREES);
        assertThat(row.ours(86).verdict()).isEqualTo(Agreement.DIFFERS);
        assertThat(row.ours(86).paperMargin(11).verdict()).isEqualTo(Agreement.AGREES);
        assertThat(row.paperMargin(1).verdict()).as("a margin that is given").isEqualTo(Agreement.DIFFERS);
        assertThat(row.difference()).isEqualTo(-2);
        assertThat(row.tag(Tag.EXACT).verdict()).isEqualTo(Agreement.DIFFERS);
        assertThat(row.tag(Tag.EXACT).misprintOf("95", "why").verdict()).isEqualTo(Agreement.AGREES);
        PaperRow sampled = row.tag(Tag.STAT).ours(95, 100, 94, 96, 0.99);
        assertThat(sampled.verdict()).isEqualTo(Agreement.DIFFERS);
        assertThat(sampled.paperMargin(1).verdict()).isEqualTo(Agreement.AGREES);
        assertThat(sampled.tag(Tag.EXACT).verdict()).isEqualTo(Agreement.DIFFERS);
        assertThat(PaperRow.in("p", "s", "l").tag(Tag.EXACT).ours(1).verdict()).isEqualTo(Agreement.NONE);
    }
}

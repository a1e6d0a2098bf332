package org.reweave.emulator.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlitTimeTest {
    @ParameterizedTest(name = "{0}/{1} cycles a flit, {2} flits: {3} cycles")
    @CsvSource({
        "1, 1, 1, 1",
        "1, 1, 58, 58",
        "1, 4, 1, 1",
        "1, 4, 4, 1",
        "1, 4, 5, 2",
        "3, 2, 1, 2",
        "3, 2, 2, 3",
        "64, 66, 66, 64",
        "64, 66, 67, 65",
        "1, 1000000000000, 65535, 1",
        "2147483647, 1, 1, 2147483647",
        "4611686018427387904, 4611686018427387904, 65535, 65535",
        "4611686018427387905, 4611686018427387904, 65535, 65536",
        "9223372036854775807, 9223372036854775807, 3, 3",
        "1, 1, 0, 0",
    })
    void cyclesAreRoundedUpExactly(long numerator, long denominator, int flits, int cycles) {
        assertThat(new FlitTime(numerator, denominator).cyclesFor(flits)).isEqualTo(cycles);
    }

    @Test
    void agreesWithDecimalArithmeticOnRandomFractions() {
        Random random = new Random(5);
        for (int i = 0; i < 10_000; i++) {
            long denominator = 1 + (random.nextLong() >>> 1 + random.nextInt(50)) / 4;
            long numerator = Math.max(
                    1,
                    BigInteger.valueOf(denominator)
                            .multiply(BigInteger.valueOf(random.nextInt(300)))
                            .divide(BigInteger.valueOf(100))
                            .longValue());
            int flits = 1 + random.nextInt(65_535);
            int exact = BigDecimal.valueOf(flits)
                    .multiply(BigDecimal.valueOf(numerator))
                    .divide(BigDecimal.valueOf(denominator), 0, RoundingMode.CEILING)
                    .intValueExact();
            assertThat(new FlitTime(numerator, denominator).cyclesFor(flits))
                    .as("%d * %d / %d", flits, numerator, denominator)
                    .isEqualTo(exact);
        }
    }

    @Test
    void whatDoesNotFitAnIntIsRefused() {
        assertThatThrownBy(() -> new FlitTime(1L << 31, 1).cyclesFor(1)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> new FlitTime(Long.MAX_VALUE, 1).cyclesFor(65_535))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void timesThatAreNotPositiveAreRefused() {
        assertThatThrownBy(() -> new FlitTime(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FlitTime(1, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theFasterLinkTakesLessTimePerFlitAlsoWhenProductsLeaveALong() {
        long huge = Long.MAX_VALUE;
        FlitTime justBelowOne = new FlitTime(huge - 1, huge);
        assertThat(justBelowOne.fasterThan(FlitTime.ONE_CYCLE)).isTrue();
        assertThat(FlitTime.ONE_CYCLE.fasterThan(justBelowOne)).isFalse();
        assertThat(new FlitTime(huge - 2, huge - 1).fasterThan(justBelowOne)).isTrue();
        assertThat(justBelowOne.fasterThan(new FlitTime(huge - 2, huge - 1))).isFalse();
        assertThat(new FlitTime(2, 4).fasterThan(new FlitTime(1, 2)))
                .as("equal times")
                .isFalse();
    }
}

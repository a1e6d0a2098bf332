package org.reweave.emulator.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.traffic.InjectionProcesses.Rate;

/** Draws are pure functions of the seed: statistics here are exact numbers, not flaky ones. */
class InjectionTest {
    private static final int DRAWS = 100_000;

    static List<String> names() {
        return List.copyOf(InjectionProcesses.names());
    }

    private static double[] meanAndVariation(InjectionProcess process) {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < DRAWS; i++) {
            double cycles = (double) process.ticks(3, i) / InjectionProcess.TICKS_PER_CYCLE;
            sum += cycles;
            squares += cycles * cycles;
        }
        double mean = sum / DRAWS;
        return new double[] {mean, Math.sqrt(squares / DRAWS - mean * mean) / mean};
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyProcessHasTheMeanRateAndIsPure(String name) {
        InjectionProcess process = InjectionProcesses.of(name, 7, new Rate(0.004, 58, 10));
        assertThat(meanAndVariation(process)[0]).isCloseTo(250, within(5.0));
        assertThat(InjectionProcesses.of(name, 7, new Rate(0.004, 58, 10)).ticks(3, 5))
                .isEqualTo(process.ticks(3, 5))
                .isPositive();
        assertThat(InjectionProcesses.of(name, 8, new Rate(0.004, 58, 10)).ticks(3, 5) == process.ticks(3, 5)
                        && InjectionProcesses.of(name, 8, new Rate(0.004, 58, 10))
                                        .ticks(3, 6)
                                == process.ticks(3, 6))
                .isEqualTo(name.equals("bursty") && process.ticks(3, 5) == process.ticks(3, 6));
    }

    @Test
    void gapsOfPoissonVaryAsMuchAsTheirMeanAndThoseOfBurstsMore() {
        assertThat(meanAndVariation(InjectionProcesses.of("poisson", 7, new Rate(0.004, 58, 10)))[1])
                .isCloseTo(1, within(0.02));
        assertThat(meanAndVariation(InjectionProcesses.of("bursty", 7, new Rate(0.004, 58, 10)))[1])
                .isGreaterThan(2);
    }

    @Test
    void aBurstHasItsMeanLengthAndRunsAtLinkSpeed() {
        InjectionProcess process = InjectionProcesses.of("bursty", 7, new Rate(0.004, 58, 10));
        int pauses = 0;
        for (int i = 0; i < DRAWS; i++) {
            long ticks = process.ticks(3, i);
            assertThat(ticks).isGreaterThanOrEqualTo(58 * InjectionProcess.TICKS_PER_CYCLE);
            pauses += ticks > 58 * InjectionProcess.TICKS_PER_CYCLE ? 1 : 0;
        }
        assertThat((double) DRAWS / pauses).isCloseTo(10, within(0.3));
    }

    @Test
    void sizesHaveTheirShares() {
        MessageSizes sizes = new MessageSizes(
                5,
                List.of(
                        new MessageSizes.Size(2, 0.25),
                        new MessageSizes.Size(70, 0.5),
                        new MessageSizes.Size(9, 0.25)));
        int[] count = new int[71];
        for (int i = 0; i < DRAWS; i++) {
            count[sizes.flits(1, i)]++;
        }
        assertThat(count[2]).isCloseTo(25_000, within(500));
        assertThat(count[70]).isCloseTo(50_000, within(500));
        assertThat(count[9]).isCloseTo(25_000, within(500));
    }

    @Test
    void messagesAreCutIntoFullPacketsAndARest() {
        Segmentation packets = new Segmentation(58, 26);
        assertThat(packets.packets(0)).isOne();
        assertThat(packets.lastPacket(0)).isEqualTo(26);
        assertThat(packets.packets(32)).isOne();
        assertThat(packets.lastPacket(32)).isEqualTo(58);
        assertThat(packets.packets(33)).isEqualTo(2);
        assertThat(packets.lastPacket(33)).isEqualTo(27);
        assertThat(packets.onLink(100)).isEqualTo(3 * 58 + 30);
        assertThat(new Segmentation(4, 0).lastPacket(0))
                .as("a packet has a flit")
                .isOne();
    }

    @Test
    void anUnknownProcessIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> InjectionProcesses.of("fractal", 1, new Rate(1, 1, 1)))
                .hasMessageContaining("'fractal'")
                .hasMessageContaining("bernoulli, bursty, poisson");
    }
}

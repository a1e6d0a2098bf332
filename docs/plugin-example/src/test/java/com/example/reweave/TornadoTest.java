package com.example.reweave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.traffic.TrafficPattern;

class TornadoTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 9})
    void everyNicSendsToAnotherAndEachToItsOwn(int count) {
        TrafficPattern.Ranks ranks = new Tornado().over(new TrafficPattern.Setting(count, 1, 0, new int[count][]));
        assertThat(IntStream.range(0, count).map(rank -> ranks.destination(rank, 0)))
                .doesNotHaveDuplicates()
                .allMatch(to -> to >= 0 && to < count);
        assertThat(IntStream.range(0, count)).noneMatch(rank -> ranks.destination(rank, 5) == rank);
    }
}
